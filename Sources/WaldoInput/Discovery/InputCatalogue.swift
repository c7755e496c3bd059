internal import Glibc
internal import WaldoCore
internal import WaldoLoop

/// The machine's event devices.
public enum InputCatalogue {
    static let folder = "/dev/input"
    private static let prefix = "event"

    /// Every /dev/input/event*, in the order of their numbers, those that may not be opened among them.
    ///
    /// Each is opened and closed again, which takes some milliseconds a device: nothing for the state machine to wait
    /// for.
    public static func list() -> [InputNode] { nodeNames().map { look(at: "\(folder)/\($0)").node } }

    /// A node that was looked at, with its device still open where it opens.
    struct Look {
        let node: InputNode
        let device: EvdevDevice?
    }

    /// All nodes, looked at.
    static func lookAtAll() -> [Look] { nodeNames().map { look(at: "\(folder)/\($0)") } }

    /// One node, looked at.
    static func look(at path: String) -> Look {
        do {
            let device = try EvdevDevice(path: path)
            let node = InputNode(path: path, physical: device.physical, access: .open(device.description))
            return Look(node: node, device: device)
        } catch {
            guard error.code == EACCES || error.code == EPERM else {
                return Look(node: InputNode(path: path, access: .unusable(error.description)), device: nil)
            }
            let known = SysfsInput.look(at: nodeName(ofPath: path))
            return Look(
                node: InputNode(path: path, access: .denied(name: known?.name, kind: known?.kind)), device: nil)
        }
    }

    /// The last part of a path.
    static func nodeName(ofPath path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Whether a path is an event node's own, and no link to one.
    static func isNode(_ path: String) -> Bool {
        path.hasPrefix(folder + "/") && number(ofNode: path.dropFirst(folder.count + 1)) != nil
    }

    /// The number of a node named "event" and a number.
    static func number(ofNode name: some StringProtocol) -> Int? {
        guard name.hasPrefix(prefix) else { return nil }
        let digits = name.dropFirst(prefix.count)
        return digits.allSatisfy(\.isASCII) && digits.first?.isNumber == true ? Int(digits) : nil
    }

    static func nodeNames() -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [(number: Int, name: String)] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = number(ofNode: name) { names.append((number, name)) }
        }
        return names.sorted { $0.number < $1.number }.map(\.name)
    }
}
