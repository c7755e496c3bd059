import CLibevdev
import Glibc
import WaldoCore

/// What sysfs shows to every user about a device, for devices that may not be opened.
enum SysfsInput {
    /// The name and the capabilities of the device behind a node such as "event5"; nil if sysfs does not know it.
    static func read(
        at node: String, root: String = "/sys/class/input"
    ) -> (name: String, capabilities: Capabilities)? {
        let folder = "\(root)/\(node)/device"
        guard let name = read("\(folder)/name") else { return nil }
        let capabilities = Capabilities(
            keys: bitmap(read("\(folder)/capabilities/key") ?? []),
            axes: bitmap(read("\(folder)/capabilities/abs") ?? []),
            relative: bitmap(read("\(folder)/capabilities/rel") ?? []),
            switches: bitmap(read("\(folder)/capabilities/sw") ?? []),
            properties: bitmap(read("\(folder)/properties") ?? []))
        return (PrintableName.text(of: name.drop(while: \.isLineEnd).prefix { !$0.isLineEnd }), capabilities)
    }

    /// Parses a bitmap as sysfs prints it: hexadecimal machine words, the highest first. Anything else gives an empty
    /// set.
    static func bitmap(_ text: [UInt8]) -> CodeSet {
        var codes = CodeSet()
        let words = text.split { $0 == UInt8(ascii: " ") || $0.isLineEnd }
        for (index, word) in words.reversed().enumerated() {
            guard let bits = UInt(String(decoding: word, as: UTF8.self), radix: 16) else { return CodeSet() }
            for bit in 0..<UInt.bitWidth where bits >> UInt(bit) & 1 != 0 {
                let code = index * UInt.bitWidth + bit
                if code < CodeSet.capacity { codes.insert(UInt16(code)) }
            }
        }
        return codes
    }

    /// The names in a folder, sorted; empty if there is none.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The content of an attribute; nil if it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // A sysfs attribute is one page at most.
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }
}

extension UInt8 {
    fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") }
}
