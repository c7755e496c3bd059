extension MeasureUnit {
    /// The unit that a text states: names with SI prefixes and whole exponents (`m3`, `m^3`, `m³`, `s-1`), joined by
    /// `.` or `*` and `/`, which divides by the one name after it, or words such as `micrograms per cubic meter`. Any
    /// other text is a unit of its own.
    public init(_ text: String) {
        let text = Self.trimmed(text)
        self = Self.spelledOut(text) ?? Self.product(text) ?? Self.own(text)
    }

    /// The unit as a symbol: `ug/m3` for one that is written in words, else the text.
    public var symbol: String { Self.symbol(ofWords: text) ?? text }

    /// A unit that is written in words; nil: it is not.
    private static func spelledOut(_ text: String) -> MeasureUnit? {
        guard let symbol = symbol(ofWords: text), let unit = product(symbol) else { return nil }
        return MeasureUnit(
            text: text, powers: unit.powers, numerator: unit.numerator, denominator: unit.denominator,
            isKnown: true)
    }

    /// A unit of its own.
    private static func own(_ text: String) -> MeasureUnit {
        MeasureUnit(
            text: text, powers: [Power(base: text, exponent: 1)], numerator: 1, denominator: 1, isKnown: false)
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    /// The product of the names in a text; nil where it is none.
    private static func product(_ text: String) -> MeasureUnit? {
        guard text.utf8.count <= 40 else { return nil }
        var unit = MeasureUnit(text: text, powers: [], numerator: 1, denominator: 1, isKnown: true)
        guard !text.isEmpty else { return unit }
        var name = ""
        var divides = false
        for character in text + "." {
            guard "./*·".contains(character) else {
                name.append(character)
                continue
            }
            guard let factor = term(name, inverse: divides) else { return nil }
            unit = MeasureUnit(
                text: text, powers: sum(unit.powers, factor.powers), numerator: unit.numerator * factor.numerator,
                denominator: unit.denominator * factor.denominator, isKnown: unit.isKnown && factor.isKnown)
            (name, divides) = ("", character == "/")
        }
        return unit.numerator.isFinite && unit.denominator.isFinite ? unit : nil
    }

    /// One name with its exponent.
    private static func term(_ text: String, inverse: Bool) -> MeasureUnit? {
        if text == "1" { return MeasureUnit(text: "", powers: [], numerator: 1, denominator: 1, isKnown: true) }
        guard let (name, exponent) = split(text), isName(name) else { return nil }
        let atom = known(name)
        let powers = (atom?.powers ?? [Power(base: name, exponent: 1)]).map {
            Power(base: $0.base, exponent: $0.exponent * (inverse ? -exponent : exponent))
        }
        var (numerator, denominator) = (1.0, 1.0)
        for _ in 0..<abs(exponent) {
            numerator *= atom?.numerator ?? 1
            denominator *= atom?.denominator ?? 1
        }
        if (exponent < 0) != inverse { swap(&numerator, &denominator) }
        return MeasureUnit(
            text: text, powers: powers, numerator: numerator, denominator: denominator, isKnown: atom != nil)
    }

    /// Separates an exponent of one digit, 1 to 9 with a sign, from the name before it.
    private static func split(_ text: String) -> (name: String, exponent: Int)? {
        var name = text
        guard let last = name.popLast() else { return nil }
        let superscripts: [Character] = ["¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        let digit: Int
        if let index = superscripts.firstIndex(of: last) {
            digit = index + 1
        } else if let number = last.isASCII ? last.wholeNumberValue : nil, number > 0 {
            digit = number
        } else {
            return (text, 1)
        }
        let isNegative = name.last == "-" || name.last == "⁻"
        if isNegative { name.removeLast() }
        if name.last == "^" { name.removeLast() }
        return (name, isNegative ? -digit : digit)
    }

    /// Whether a text can be a unit's name: it has no space, digit or sign.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetter || "%°'\"_$€".contains($0) }
    }
}
