import WaldoCore
import WaldoTime

/// Parses and validates a mapping file.
struct MappingReader {
    var codes = CodeReader()

    /// Limits of an unchanged deflection.
    private static let silences = TimeSpan.milliseconds(500)...TimeSpan.seconds(600)

    static func mapping(from text: String, file: String) throws(FileError) -> Mapping {
        try mapping(at: YamlDocument.root(of: text, file: file, as: .mapping))
    }

    /// Reads the tree of a file.
    static func mapping(at root: YamlValue) throws(FileError) -> Mapping {
        let top = try root.section([
            "name", "match", "slider", "joystick", "controls", "actions", "profiles", "keys", "rumble", "silence",
        ])
        var reader = MappingReader()
        let name = try top.required("name").title(), match = try reader.match(top.required("match"))
        let rumbles: Bool = try top["rumble"]?.word(["on": true, "off": false]) ?? true
        let silence = try top["silence"]?.duration(in: silences)
        guard let controls = top["controls"] else {
            if let profiles = top["profiles"] {
                throw profiles.error("`profiles` lists controls by name; name them under `controls`")
            }
            var mapping = Mapping(
                name: name, match: match, slider: try reader.slider(top.required("slider")),
                joystick: try reader.joystick(top.required("joystick")), keys: OperatorKeys(stop: [], resume: []))
            mapping.controls += try reader.actions(top["actions"], beside: mapping.controls, ProfileNames(nil))
            mapping.keys = try reader.keys(top.required("keys"))
            (mapping.rumbles, mapping.silence) = (rumbles, silence)
            try reader.check(mapping, top)
            return mapping
        }
        try reader.refuse(["slider", "joystick"], in: top, beside: "controls")
        let profiles = try ProfileNames(top["profiles"])
        var read = try reader.controls(controls, profiles, beside: top["actions"]?.keyNames ?? [])
        read += try reader.actions(top["actions"], beside: read, profiles)
        let keys = try reader.keys(top.required("keys"))
        var mapping = Mapping(
            name: name, match: match, controls: read, profiles: profiles.profiles(of: read), keys: keys)
        (mapping.rumbles, mapping.silence) = (rumbles, silence)
        try reader.check(mapping, top)
        return mapping
    }

    // MARK: match

    private func match(_ value: YamlValue) throws(FileError) -> InputMatch {
        let section = try value.section(["kind", "bus", "vendor", "product", "codes"])
        let kinds: KeyValuePairs<String, InputMatch.Kind?> = [
            "gamepad": .gamepad, "keyboard": .keyboard, "other": nil,
        ]
        var match = InputMatch(kind: try section.required("kind").word(kinds))
        match.bus = try section["bus"]?.word(["usb": 3, "bluetooth": 5])
        match.vendor = try section["vendor"].map { (id) throws(FileError) in UInt16(try id.integer(in: 0...0xffff)) }
        for product in section["product"]?.oneOrMore ?? [] {
            match.products.append(UInt16(try product.integer(in: 0...0xffff)))
        }
        if let product = section["product"], match.vendor == nil {
            throw product.error("`\(product.name)` says nothing without its `vendor`; add it")
        }
        for code in section["codes"]?.oneOrMore ?? [] {
            let expected = "an axis, key or button by its kernel name, such as `ABS_RX` or `BTN_EAST`"
            let name = try code.text(expected: expected)
            if let axis = EvdevNames.axis(named: name) {
                match.axes.append(axis)
            } else if let key = EvdevNames.key(named: name) {
                match.keyCodes.append(key)
            } else {
                let names = EvdevNames.axisNames + EvdevNames.keyNames
                throw code.mismatch(name, among: names, expected: expected)
            }
        }
        return match
    }

    // MARK: keys and numbers

    private mutating func keys(_ value: YamlValue) throws(FileError) -> OperatorKeys {
        let section = try value.section(["stop", "resume", "recentre", "enable", "precise", "profile", "park"])
        codes.begin(profiles: .max)
        var keys = OperatorKeys(
            stop: try codes.keys(section.required("stop")), resume: try codes.keys(section.required("resume")),
            recentre: try section["recentre"].map { (value) throws(FileError) in try codes.keys(value) } ?? [],
            enable: try section["enable"].map { (value) throws(FileError) in try codes.keys(value) } ?? [],
            profile: try section["profile"].map { (value) throws(FileError) in try codes.keys(value) } ?? [],
            park: try section["park"].map { (value) throws(FileError) in try codes.keys(value) } ?? [])
        if let precise = section["precise"] {
            let parts = try precise.section(["key", "factor"])
            keys.precise = try codes.keys(parts.required("key"))
            keys.factor = try parts["factor"]?.percent(in: 1...99) ?? keys.factor
        }
        return keys
    }

    func refuse(_ keys: [String], in section: YamlSection, beside other: String) throws(FileError) {
        for key in keys {
            guard let value = section[key] else { continue }
            throw value.error("`\(value.name)` does not go together with `\(other)`; keep one of them")
        }
    }

    /// An axis never rests exactly at its nominal position, so its dead zone is 10 % by default.
    func shaping(_ section: YamlSection, isAxis: Bool) throws(FileError) -> Shaping {
        Shaping(
            deadZone: try section["dead zone"]?.percent(in: 0...90) ?? (isAxis ? 0.1 : 0),
            expo: try section["expo"]?.percent(in: 0...100) ?? 0)
    }

    func speed(_ section: YamlSection) throws(FileError) -> Double {
        guard let value = section["speed"] else { return 0.5 }
        let expected = "full scales a second, from 0.01 to 10"
        let speed = try value.number(expected: expected).value
        guard (0.01...10).contains(speed) else { throw value.mismatch(expected: expected) }
        return speed
    }
}
