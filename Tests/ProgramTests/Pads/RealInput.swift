import WaldoCore
import WaldoFiles
import WaldoTestSupport

@testable import WaldoInput

/// A device as its driver of a real kernel shows it, of `Tests/WaldoInputTests/Devices/devices.txt`, and what is
/// known of it besides.
struct RealInput {
    let id: String
    let title: String
    let description: InputDescription
    let capabilities: Capabilities
    /// Its row in SDL's database, if it has one.
    let row: String?
    /// The other lines, by their first word: `right`, `left`, `triggers`, `south`, `dpad` and so on.
    let facts: [String: [String]]

    /// All devices of the table.
    /// - Throws: `DidNotHappen` if the file cannot be read, or has a line that is none.
    static func all() throws -> [RealInput] {
        let text = try readFile(SourceModule.projectFolder + "/Tests/WaldoInputTests/Devices/devices.txt")
        let blocks = text.split(separator: "\n\n").map { $0.split(separator: "\n").filter { !$0.hasPrefix("#") } }
        return try blocks.filter { !$0.isEmpty }.map { try RealInput($0) }
    }

    private init(_ lines: [Substring]) throws {
        var facts: [String: [String]] = [:], keys: [UInt16] = [], axes: [AxisState] = [], properties: [UInt16] = []
        var relative: [UInt16] = [], switches: [UInt16] = []
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let rest = Array(words.dropFirst())
            switch words[0] {
            case "key": keys += try rest.map { try Self.code($0, EvdevNames.key(named:)) }
            case "abs":
                let numbers = rest.dropFirst().compactMap { Int32($0) }
                guard numbers.count == 5 else { throw DidNotHappen("\(line)") }
                let code = try Self.code(rest[0], EvdevNames.axis(named:))
                axes.append(AxisState(code, minimum: numbers[0], maximum: numbers[1], value: numbers[2]))
            case "rel": relative += try rest.map { try Self.code($0) { Self.relative[$0] } }
            case "sw": switches += try rest.map { try Self.code($0) { Self.switches[$0] } }
            case "prop": properties += try rest.map { try Self.code($0) { Self.properties[$0] } }
            case "right", "left": facts[words[0]] = Array(rest.dropFirst())
            default: facts[words[0]] = rest
            }
        }
        func text(_ key: String) -> String { facts[key]?.joined(separator: " ") ?? "" }
        let ids = (facts["id"] ?? []).compactMap { UInt16($0, radix: 16) }
        guard ids.count == 4 else { throw DidNotHappen("\(lines)") }
        // With its blanks, which count in a row's checksum.
        let name = String(lines.first { $0.hasPrefix("name ") }?.dropFirst(5) ?? "")
        (id, title, row) = (text("device"), text("title"), facts["sdl"].map { $0.joined(separator: " ") })
        capabilities = Capabilities(
            keys: Self.set(keys), axes: Self.set(axes.map(\.code)), relative: Self.set(relative),
            switches: Self.set(switches), properties: Self.set(properties))
        description = InputDescription(
            identity: InputIdentity(
                bus: ids[0], vendor: ids[1], product: ids[2], version: ids[3], port: "", name: name),
            kind: capabilities.kind, axes: axes.sorted { $0.code < $1.code }, keyCodes: keys.sorted())
        self.facts = facts
    }

    private static func set(_ codes: [UInt16]) -> CodeSet {
        var set = CodeSet()
        for code in codes { set.insert(code) }
        return set
    }

    private static func code(_ name: String, _ named: (String) -> UInt16?) throws -> UInt16 {
        let number = name.hasPrefix("0x") ? UInt16(name.dropFirst(2), radix: 16) : nil
        guard let code = number ?? named(name) else { throw DidNotHappen("no code \(name)") }
        return code
    }

    private static let relative: [String: UInt16] = ["REL_X": 0, "REL_Y": 1, "REL_DIAL": 7, "REL_WHEEL": 8]
    private static let switches: [String: UInt16] = ["SW_LID": 0]
    private static let properties: [String: UInt16] = [
        "INPUT_PROP_POINTER": 0, "INPUT_PROP_DIRECT": 1, "INPUT_PROP_BUTTONPAD": 2, "INPUT_PROP_ACCELEROMETER": 6,
    ]

    /// The codes of a fact's axes, x and y of a stick or left and right trigger.
    func axes(_ fact: String) -> [UInt16] { (facts[fact] ?? []).compactMap(EvdevNames.axis(named:)) }

    /// The codes of a fact's keys.
    func keys(_ fact: String) -> [UInt16] { (facts[fact] ?? []).compactMap(EvdevNames.key(named:)) }
}
