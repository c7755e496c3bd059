import Glibc
public import WaldoCore
import WaldoLoop

/// A serial port to which an arm can be connected, as /dev shows it. It is not opened: some boards start again then.
public struct FoundPort: Equatable, Sendable {
    /// The device, such as `/dev/ttyUSB0`.
    public var path: String
    /// The path that udev gives this adapter or board wherever it is plugged in; nil: none.
    public var lastingPath: String?

    /// The ports of USB adapters and boards, and those that are bound to a Bluetooth Classic module.
    public static func all() -> [FoundPort] {
        let lasting = SerialPath.paths(fitting: "/dev/serial/by-id/*")
        let names = ["/dev/ttyUSB*", "/dev/ttyACM*", "/dev/rfcomm*"].flatMap(SerialPath.paths)
        return names.map { path in FoundPort(path: path, lastingPath: lasting.first { resolved($0) == path }) }
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

extension SerialProfile {
    /// Looks whether the port can be used, without opening it.
    /// - Returns: the path that would be opened.
    /// - Throws: `SerialError`, as opening it would.
    public func look() throws(SerialError) -> String {
        let path = try SerialPath.resolve(path)
        guard access(path, R_OK | W_OK) == 0 else { throw SerialError(opening: path, SystemFailure("open")) }
        if let holder = ProcessTable.holder(of: path) { throw SerialError(busy: path, by: holder) }
        return path
    }

    /// Programs that run and are known to open new serial ports by themselves.
    public static var meddlers: [String] { ["ModemManager", "brltty"].filter(ProcessTable.isRunning) }
}
