import Glibc
public import WaldoCore
import WaldoLoop

/// The machine's event devices.
public enum InputCatalogue {
    static let folder = "/dev/input"
    private static let prefix = "event"

    /// Every /dev/input/event*, ordered by number, including those that may not be opened.
    ///
    /// Each device is opened and closed, which takes some milliseconds per device: too long to wait for while
    /// driving.
    public static func list() -> [InputNode] { nodeNames().map { probe(at: "\(folder)/\($0)").node } }

    /// What the device behind a node is.
    /// - Throws: `InputError` if it cannot be opened, or is no event device.
    public static func description(at path: String) throws(InputError) -> InputDescription {
        let node = probe(at: path).node
        guard let description = node.description else {
            throw InputError(.notFound, "\(node.title): `waldo inputs --all` lists every node.")
        }
        return description
    }

    /// An inspected node, with its device still open if it could be opened.
    struct Probe {
        let node: InputNode
        let device: EvdevDevice?
    }

    /// Inspects all nodes.
    static func probeAll() -> [Probe] { nodeNames().map { probe(at: "\(folder)/\($0)") } }

    /// Inspects one node.
    static func probe(at path: String) -> Probe {
        do {
            let device = try EvdevDevice(path: path)
            let node = InputNode(
                path: path, physical: device.physical, unique: device.unique, access: .open(device.description),
                traits: InputTraits(device.capabilities),
                silence: SilenceCover(of: device.description.identity, node: nodeName(ofPath: path)))
            return Probe(node: node, device: device)
        } catch {
            guard error.code == EACCES || error.code == EPERM else {
                return Probe(node: InputNode(path: path, access: .unusable(error.reason)), device: nil)
            }
            let known = SysfsInput.read(at: nodeName(ofPath: path))
            return Probe(
                node: InputNode(
                    path: path, access: .denied(name: known?.name, kind: known?.capabilities.kind),
                    traits: known.map { InputTraits($0.capabilities) } ?? InputTraits()), device: nil)
        }
    }

    /// The last component of a path.
    static func nodeName(ofPath path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Whether a path is that of an event node itself, not of a link to one.
    static func isNode(_ path: String) -> Bool {
        path.hasPrefix(folder + "/") && number(ofNode: path.dropFirst(folder.count + 1)) != nil
    }

    /// The number in a node's name, such as 5 in "event5"; nil for any other name.
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
