import Glibc
import WaldoLoop

/// The radios that the kernel has blocked (Documentation/ABI/stable/sysfs-class-rfkill).
enum Rfkill {
    /// Where the kernel lists them.
    static let folder = "/sys/class/rfkill"

    /// How a Bluetooth radio is blocked: `hard` by a hardware switch, `soft` by software; nil when none is.
    static func block(in folder: String = Rfkill.folder) -> (hard: Bool, soft: Bool)? {
        guard let entries = opendir(folder) else { return nil }
        defer { closedir(entries) }
        var block: (hard: Bool, soft: Bool)?
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard firstLine("\(folder)/\(name)/type") == "bluetooth" else { continue }
            let hard = firstLine("\(folder)/\(name)/hard") == "1"
            let soft = firstLine("\(folder)/\(name)/soft") == "1"
            if hard || soft { block = (hard, soft) }
        }
        return block
    }

    private static func firstLine(_ path: String) -> String? { KernelFile.lines(of: path).first }
}
