/// The number that a process ends with, from sysexits.h. A command may throw one by itself: the program ends with it
/// and prints nothing more, because the reason was shown.
public struct ExitStatus: Error, Equatable, Sendable {
    /// All went well.
    public static let success = ExitStatus(0)
    /// Two recordings, runs, surveys or schemas differ.
    public static let differs = ExitStatus(1)
    /// The command line asks for what cannot be (EX_USAGE).
    public static let usage = ExitStatus(64)
    /// A file is invalid (EX_DATAERR).
    public static let file = ExitStatus(65)
    /// There is no input (EX_NOINPUT).
    public static let input = ExitStatus(66)
    /// There is no adapter, bluetoothd or shield; or no broker, database or server, or it refuses the work
    /// (EX_UNAVAILABLE).
    public static let link = ExitStatus(69)
    /// Output failed (EX_IOERR).
    public static let output = ExitStatus(74)
    /// A survey may not be published (EX_NOPERM).
    public static let forbidden = ExitStatus(77)

    /// A signal ended the program.
    public static func signal(_ number: Int32) -> ExitStatus { ExitStatus(128 + number) }

    /// The number.
    public let number: Int32

    /// Whether it is that of a signal.
    public var isOfSignal: Bool { number > 128 }

    /// A status of any number, such as that of another program.
    public init(_ number: Int32) { self.number = number }
}
