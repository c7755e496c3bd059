extension MeasureUnit {
    /// A known unit by its name, with or without an SI prefix; nil: it is not known.
    static func known(_ name: String) -> MeasureUnit? {
        if let unit = named(name) { return unit.unit }
        for (prefix, numerator, denominator) in prefixes where name.hasPrefix(prefix) {
            guard let (unit, allowsPrefix) = named(String(name.dropFirst(prefix.count))), allowsPrefix else { continue }
            return MeasureUnit(
                text: name, powers: unit.powers, numerator: unit.numerator * numerator,
                denominator: unit.denominator * denominator, isKnown: true)
        }
        return nil
    }

    /// The prefixes of the International System of Units that sensors use; `µ` in both of its code points.
    private static let prefixes: [(String, numerator: Double, denominator: Double)] = [
        ("da", 10, 1), ("T", 1e12, 1), ("G", 1e9, 1), ("M", 1e6, 1), ("k", 1000, 1), ("h", 100, 1), ("d", 1, 10),
        ("c", 1, 100), ("m", 1, 1000), ("u", 1, 1e6), ("\u{b5}", 1, 1e6), ("\u{3bc}", 1, 1e6), ("n", 1, 1e9),
        ("p", 1, 1e12),
    ]

    /// The names that are known, equal ones together, and whether they allow prefixes. The documentation of graph files
    /// lists them.
    static var knownNames: [(names: [String], allowsPrefix: Bool)] {
        table.map { ($0.names, $0.allowsPrefix) } + words.map { ($0.names, false) }
    }
    /// The prefixes, which are listed there as well.
    static var knownPrefixes: [String] { prefixes.map(\.0) }

    private static func named(_ name: String) -> (unit: MeasureUnit, allowsPrefix: Bool)? {
        guard let row = table.first(where: { $0.names.contains(name) }) else { return nil }
        let powers = row.powers.map { Power(base: $0.0, exponent: $0.1) }
        return (
            MeasureUnit(
                text: name, powers: sum(powers, []), numerator: row.numerator, denominator: row.denominator,
                isKnown: true), row.allowsPrefix
        )
    }

    private typealias Row = (
        names: [String], numerator: Double, denominator: Double, powers: [(String, Int)], allowsPrefix: Bool
    )

    /// Sievert, gray and becquerel are kept apart as base units: a dose is no energy, a rate of decays no frequency.
    /// So are degrees of temperature and angle, and levels in decibel.
    private static let table: [Row] = [
        (["count", "counts"], 1, 1, [("count", 1)], false),
        (["cps", "CPS"], 1, 1, [("count", 1), ("s", -1)], true),
        (["cpm", "CPM"], 1, 60, [("count", 1), ("s", -1)], true),
        (["s", "sec"], 1, 1, [("s", 1)], true),
        (["min"], 60, 1, [("s", 1)], false),
        (["h"], 3600, 1, [("s", 1)], false),
        (["d"], 86400, 1, [("s", 1)], false),
        (["Hz"], 1, 1, [("s", -1)], true),
        (["m"], 1, 1, [("m", 1)], true),
        (["g"], 1, 1, [("g", 1)], true),
        (["l", "L"], 1, 1000, [("m", 3)], true),
        (["Sv"], 1, 1, [("Sv", 1)], true),
        (["rem"], 1, 100, [("Sv", 1)], true),
        (["Gy"], 1, 1, [("Gy", 1)], true),
        (["R"], 1, 1, [("R", 1)], true),
        (["Bq"], 1, 1, [("Bq", 1)], true),
        (["Ci"], 37e9, 1, [("Bq", 1)], true),
        (["V"], 1, 1, [("V", 1)], true),
        (["A"], 1, 1, [("A", 1)], true),
        (["Ohm", "Ω"], 1, 1, [("A", -1), ("V", 1)], true),
        (["W"], 1, 1, [("A", 1), ("V", 1)], true),
        (["Pa"], 1, 1, [("Pa", 1)], true),
        (["bar"], 100_000, 1, [("Pa", 1)], true),
        (["K"], 1, 1, [("K", 1)], true),
        (["degC", "Cel", "°C"], 1, 1, [("degC", 1)], false),
        (["degF", "°F"], 1, 1, [("degF", 1)], false),
        (["deg", "°"], 1, 1, [("deg", 1)], false),
        (["dB"], 1, 1, [("dB", 1)], false),
        (["lx"], 1, 1, [("lx", 1)], true),
        (["T"], 1, 1, [("T", 1)], true),
        (["eV"], 1, 1, [("eV", 1)], true),
        (["%"], 1, 100, [], false),
        (["ppm"], 1, 1e6, [], false),
        (["ppb"], 1, 1e9, [], false),
    ]

    /// The symbol of a unit that is written in words, in any case; nil: it is none of these.
    static func symbol(ofWords text: String) -> String? {
        text.utf8.count < fewestOfWords ? nil : symbols[text.lowercased()]
    }

    private static let symbols = Dictionary(
        uniqueKeysWithValues: words.flatMap { row in row.names.map { ($0.lowercased(), row.symbol) } })
    private static let fewestOfWords = 6

    /// Units in words, as AirCasting names them, with their symbols.
    private static let words: [(names: [String], symbol: String)] = [
        (["micrograms per cubic meter", "microgram per cubic meter"], "ug/m3"),
        (["milligrams per cubic meter"], "mg/m3"),
        (["percent"], "%"),
        (["degrees Fahrenheit", "Fahrenheit"], "degF"),
        (["degrees Celsius", "Celsius"], "degC"),
        (["kelvin"], "K"),
        (["decibels"], "dB"),
        (["parts per million"], "ppm"),
        (["parts per billion"], "ppb"),
        (["counts per minute"], "cpm"),
        (["counts per second"], "cps"),
        (["microsieverts per hour"], "uSv/h"),
    ]
}
