import Glibc

/// What ends the motion of a drive over a serial port.
enum SerialFault: Hashable, Sendable, CustomStringConvertible {
    /// The slider is let go.
    case release
    /// The stop button is pressed.
    case stop
    /// A signal ends the program, by the drive or, where it crashes, by the failsafe frames.
    case signal(CInt)
    /// The board does not read for a second.
    case hang

    var description: String {
        switch self {
        case .release: "release"
        case .stop: "stop"
        case .signal(SIGHUP): "SIGHUP"
        case .signal(SIGTERM): "SIGTERM"
        case .signal(SIGSEGV): "SIGSEGV"
        case .signal(let number): "signal \(number)"
        case .hang: "the board hangs"
        }
    }
}

/// A fault at a moment.
struct SerialCell: Sendable, CustomStringConvertible {
    let fault: SerialFault
    let moment: SerialMoment

    var description: String { "\(fault) × \(moment)" }

    /// Who has let go releases nothing, and a board hangs only where it is sent more than the port takes.
    static let all: [SerialCell] = {
        let moments = [.idle, .held] + SerialMoment.cuts
        let ends = [SerialFault.stop, .signal(SIGHUP), .signal(SIGTERM), .signal(SIGSEGV)].flatMap { fault in
            moments.map { SerialCell(fault: fault, moment: $0) }
        }
        let releases = moments.filter(\.isHeld).map { SerialCell(fault: .release, moment: $0) }
        let hangs: [SerialMoment] = [
            .cutMotion(1, bytes: 0), .cutMotion(1, bytes: 3), .cutMotion(2, bytes: 0), .cutMotion(2, bytes: 3),
            .cutZero(bytes: 3),
        ]
        return ends + releases + hangs.map { SerialCell(fault: .hang, moment: $0) }
    }()
}
