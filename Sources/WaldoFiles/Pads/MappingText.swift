import WaldoCore

/// Parts of a mapping's file, as an operator would write them.
enum MappingText {
    /// A whole file: comments, the mapping's name, what it matches, and the lines of its controls and keys.
    static func file(_ comments: [String], name: String, match: String, _ lines: [String]) -> String {
        let title = SafeText.escaped(name, upTo: 60).filter { !"\"\\".contains($0) }
        let shown = title.contains { !$0.isWhitespace } ? title : "My pad"
        let head = comments.map { "# \($0)" } + ["name: \"\(shown)\"", "match: \(match)"]
        return (head + lines).map { $0 + "\n" }.joined()
    }

    /// This product; a device without ids is known by its codes alone.
    static func match(_ input: InputDescription) -> String {
        let identity = input.identity
        let kind =
            switch input.kind {
            case .gamepad: "gamepad"
            case .keyboard: "keyboard"
            case nil: "other"
            }
        guard identity.vendor != 0 else {
            guard input.kind != .keyboard else { return "{ kind: keyboard }" }
            let axes = input.axes.map { EvdevNames.axis($0.code) }.filter { EvdevNames.axis(named: $0) != nil }
            let isOther = input.kind == nil
            let keys = input.keyCodes.filter { isOther || (0x100...0x13f).contains($0) }.map(EvdevNames.key)
            let names = axes + keys.filter { EvdevNames.key(named: $0) != nil }
            return "{ kind: \(kind), codes: [\(names.joined(separator: ", "))] }"
        }
        let bus = [3: "bus: usb, ", 5: "bus: bluetooth, "][identity.bus] ?? ""
        let ids = "vendor: 0x\(HexText.text(of: identity.vendor)), product: 0x\(HexText.text(of: identity.product))"
        return "{ kind: \(kind), \(bus)\(ids) }"
    }

    /// An axis with what is said of it.
    static func axis(_ source: AxisSource) -> String {
        let rest = [.minimum: ", rest: min", .maximum: ", rest: max"][source.rest] ?? ""
        let centre = source.centre.map { ", centre: \($0)" } ?? ""
        return "{ axis: \(EvdevNames.axis(source.code))\(source.invert ? ", invert: true" : "")\(rest)\(centre) }"
    }

    /// The lines of a slider that is one whole axis.
    static func slider(_ source: AxisSource, _ comment: String) -> [String] {
        ["  axis: \(EvdevNames.axis(source.code))   # \(comment)"] + (source.invert ? ["  invert: true"] : [])
            + (source.centre.map { ["  centre: \($0)"] } ?? [])
    }

    /// The program's keys, by their names.
    static func keys(
        stop: [String], resume: String, recentre: String?, precise: String? = nil, park: String? = nil
    ) -> [String] {
        let names = stop.count == 1 ? stop[0] : "[\(stop.joined(separator: ", "))]"
        return ["keys:", "  stop: \(names)", "  resume: \(resume)"]
            + (recentre.map { ["  recentre: \($0)   # held half a second"] } ?? [])
            + (precise.map { ["  precise: { key: \($0), factor: 25 % }"] } ?? [])
            + (park.map { ["  park: \($0)   # moves the arm to where it rests, and ends the drive"] } ?? [])
    }
}
