/// The moment of a drive over a serial port at which a fault strikes.
enum SerialMoment: Hashable, Sendable, CustomStringConvertible {
    /// Nothing moves.
    case idle
    /// The slider is held, and its frames pass.
    case held
    /// The slider is held, and the port has taken so many bytes of its n-th frame, from 1 on. The first is the press,
    /// the others are heartbeats.
    case cutMotion(Int, bytes: Int)
    /// The slider was let go after one frame, and the port has taken so many bytes of its zero.
    case cutZero(bytes: Int)

    var description: String {
        switch self {
        case .idle: "idle"
        case .held: "slider held"
        case .cutMotion(let number, let bytes): "motion \(number) cut at byte \(bytes)"
        case .cutZero(let bytes): "zero cut at byte \(bytes)"
        }
    }

    /// Each way to cut a frame in two.
    static let cuts = (1..<SerialRig.frameLength).flatMap { bytes -> [SerialMoment] in
        [.cutMotion(1, bytes: bytes), .cutMotion(2, bytes: bytes), .cutZero(bytes: bytes)]
    }

    /// How many frames of motion have left whole, or in part; nil: as many as there was time for.
    var motions: Int? {
        switch self {
        case .idle: 0
        case .held: nil
        case .cutMotion(let number, let bytes): bytes == 0 ? number - 1 : number
        case .cutZero: 1
        }
    }

    /// Whether the slider is still held.
    var isHeld: Bool {
        switch self {
        case .held, .cutMotion: true
        case .idle, .cutZero: false
        }
    }
}
