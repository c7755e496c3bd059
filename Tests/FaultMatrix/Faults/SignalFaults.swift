import Glibc
import WaldoTestSupport

/// Signals that end the process by default.
extension Cell {
    /// The milliseconds between two records that BlueZ reads: six zeros at the arm's pace pass, while frames left in a
    /// closed socket are lost.
    private static let miserliness = 20

    /// How such a signal is sent; nil for other faults.
    var signalStrike: Strike? {
        switch fault {
        case .terminateTwice: several([SIGTERM, SIGTERM], apart: 0)
        case .terminateTwiceBy100us: several([SIGTERM, SIGTERM], apart: 100)
        case .terminateTwiceBy2ms: several([SIGTERM, SIGTERM], apart: 2_000)
        case .terminateTwiceBy20ms: several([SIGTERM, SIGTERM], apart: 20_000)
        case .interruptAndTerminate: several([SIGINT, SIGTERM, SIGINT], apart: 2_000)
        case .user2: several([SIGUSR2])
        case .alarm: several([SIGALRM])
        case .virtualAlarm: several([SIGVTALRM])
        case .processorLimit: several([SIGXCPU])
        case .powerFailure: several([SIGPWR])
        case .segmentation: crash(SIGSEGV)
        case .abort: crash(SIGABRT)
        case .busError: crash(SIGBUS)
        case .crashUnread:
            crash(SIGSEGV, .init(writesBySocket: true, miserliness: Self.miserliness))
        case .endUnread:
            several([SIGTERM], .init(writesBySocket: true, miserliness: Self.miserliness))
        case .stayUnread:
            several([SIGTERM], .init(writesBySocket: true, miserliness: Self.miserliness, stays: true))
        default: nil
        }
    }

    /// Sends signals one after the other: the program ends with the status of the first.
    /// - Parameters:
    ///   - signals: in order.
    ///   - apart: microseconds between two of them.
    ///   - setup: what the cell needs.
    private func several(_ signals: [CInt], apart: UInt32 = 0, _ setup: Rig.Setup = .init()) -> Strike {
        Strike(setup: setup, outcome: .ends(128 + signals[0])) {
            $0.program.send(signal: signals[0])
            for signal in signals.dropFirst() {
                if apart > 0 { usleep(apart) }
                $0.program.send(signal: signal)
            }
        }
    }

    private func crash(_ signal: CInt, _ setup: Rig.Setup = .init()) -> Strike {
        Strike(setup: setup, outcome: .dies(signal)) { $0.program.send(signal: signal) }
    }
}
