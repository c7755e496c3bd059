import WaldoCore

/// Reads the codes of a mapping file, and refuses a code that is bound twice.
struct CodeReader {
    private var served: [(isAxis: Bool, code: UInt16, by: String, profiles: UInt8)] = []
    private var profiles: UInt8 = .max

    /// What is read from now on is live in these profiles, one bit for each: in others a code may serve again.
    mutating func begin(profiles: UInt8) { self.profiles = profiles }

    /// One key or button, or a list of them.
    mutating func keys(_ value: YamlValue) throws(FileError) -> [UInt16] {
        var codes: [UInt16] = []
        for element in value.oneOrMore { codes.append(try key(element)) }
        guard !codes.isEmpty else { throw value.mismatch(expected: "a key or button, or a list of them") }
        return codes
    }

    private mutating func key(_ value: YamlValue) throws(FileError) -> UInt16 {
        try code(value, isAxis: false, expected: "a key or button by its kernel name, such as `KEY_W` or `BTN_EAST`")
    }

    private mutating func code(_ value: YamlValue, isAxis: Bool, expected: String) throws(FileError) -> UInt16 {
        let names = isAxis ? EvdevNames.axisNames : EvdevNames.keyNames
        guard let name = value.text else { throw value.mismatch(expected: expected, fix: free(names)) }
        let axis = EvdevNames.axis(named: name), key = EvdevNames.key(named: name)
        guard let code = isAxis ? axis : key else {
            guard axis == nil, key == nil else {
                let other = isAxis ? "; that one is a key or button" : "; that one is an axis"
                throw value.mismatch(expected: expected + other, fix: free(names))
            }
            let expected = expected + EvdevNames.hint(name, isAxis: isAxis)
            throw value.mismatch(name, among: names, expected: expected, fix: free(names))
        }
        try serve(value, name, isAxis: isAxis, code)
        return code
    }

    /// An axis: `ABS_RX`, or `{axis: ABS_RY, invert: true, rest: min}`, or `{axis: ABS_RX, centre: 131}`.
    mutating func axis(_ value: YamlValue, rest: AxisSource.Rest = .centre) throws(FileError) -> AxisSource {
        guard value.isMapping else { return AxisSource(try axisCode(value), rest: rest) }
        let section = try value.section(["axis", "invert", "rest", "centre"])
        return try axis(section, rest: rest)
    }

    /// An axis whose keys `axis`, `invert`, `rest` and `centre` are in a section.
    mutating func axis(_ section: YamlSection, rest: AxisSource.Rest = .centre) throws(FileError) -> AxisSource {
        let code = try axisCode(section.required("axis"))
        let rest = try section["rest"]?.word(["min": .minimum, "centre": .centre, "max": .maximum]) ?? rest
        if let centre = section["centre"], rest != .centre {
            throw centre.error("`\(centre.name)` is where an axis rests that has a centre; this one rests at an end")
        }
        let span = Int(Int32.min)...Int(Int32.max)
        let centre = try section["centre"].map { (value) throws(FileError) in Int32(try value.integer(in: span)) }
        return AxisSource(code, rest: rest, centre: centre, invert: try section["invert"]?.flag() ?? false)
    }

    private mutating func axisCode(_ value: YamlValue) throws(FileError) -> UInt16 {
        try code(value, isAxis: true, expected: "an axis by its kernel name, such as `ABS_RX`")
    }

    /// Whether a value names an axis: a section does, and so does a name that begins with `ABS_`, or an axis's number.
    static func isAxis(_ value: YamlValue) -> Bool {
        value.isMapping || value.text.map { $0.hasPrefix("ABS_") || EvdevNames.axis(named: $0) != nil } ?? false
    }

    /// Names of codes that serve nothing, the last ones of the kernel's: a file names others as a rule.
    private func free(_ names: [String]) -> FaultCause.Fix {
        let used = served.map { $0.isAxis ? EvdevNames.axis($0.code) : EvdevNames.key($0.code) }
        let free = names.reversed().filter { !used.contains($0) }.prefix(2)
        return .value(free.first ?? "", free.last ?? "")
    }

    private mutating func serve(
        _ value: YamlValue, _ name: String, isAxis: Bool, _ code: UInt16
    ) throws(FileError) {
        if let other = served.first(where: { $0.isAxis == isAxis && $0.code == code && $0.profiles & profiles != 0 }) {
            throw value.error("\(name) serves `\(value.name)` and `\(other.by)` too; give one of them another")
        }
        served.append((isAxis, code, value.name, profiles))
    }
}
