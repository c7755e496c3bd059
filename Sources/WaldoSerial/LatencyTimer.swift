import Glibc
import WaldoLoop

/// The latency timer of a USB serial adapter (FTDI): how long it keeps a few received bytes before it hands them to
/// the machine. It delays answers and reports, and nothing that is written.
public struct LatencyTimer: Equatable, Sendable {
    /// Its time in milliseconds; 16 unless somebody has set it.
    public var milliseconds: Int
    /// The file that sets it, for root.
    public var file: String

    /// Creates a timer from its time and its file.
    public init(milliseconds: Int, file: String) { (self.milliseconds, self.file) = (milliseconds, file) }

    /// Reads the timer of a port.
    /// - Parameters:
    ///   - path: the port, or a link to it.
    ///   - sysfs: where the kernel shows its devices.
    /// - Returns: nil: the port has none, or it cannot be read.
    public static func read(ofPort path: String, sysfs: String = "/sys") -> LatencyTimer? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        let name = String(String(cString: real).split(separator: "/").last ?? "")
        let file = "\(sysfs)/bus/usb-serial/devices/\(name)/latency_timer"
        return KernelFile.lines(of: file).first.flatMap { Int($0) }.map { .init(milliseconds: $0, file: file) }
    }
}
