import WaldoCore
import WaldoSurvey
import WaldoTime

/// A number with its unit, as files write it: `12 cpm`, `0.5 uSv/h`, `1.8e-6 min`, `10 %`.
struct Quantity: Equatable {
    /// The number.
    let number: Double
    /// The text of the unit; empty for none.
    let unit: String

    /// Parses a decimal number, with an exponent or without, and a unit after it; nil where it is none or too large.
    init?(_ text: String) {
        var rest = text[...]
        func digits() -> Int {
            var count = 0
            while let character = rest.first, character.isASCII, character.isWholeNumber {
                rest.removeFirst()
                count += 1
            }
            return count
        }
        if rest.first == "-" { rest.removeFirst() }
        guard (1...20).contains(digits()) else { return nil }
        if rest.first == "." {
            rest.removeFirst()
            guard (1...20).contains(digits()) else { return nil }
        }
        let beforeExponent = rest
        if rest.first == "e" {
            rest.removeFirst()
            if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
            // `1 eV` and the like have no digits here.
            if digits() == 0 { rest = beforeExponent }
        }
        guard let number = Double(text[..<rest.startIndex]), abs(number) <= 1e15 else { return nil }
        let unit = TimeText.trimmed(rest)
        guard unit.first.map({ !$0.isNumber && $0 != "." && $0 != "_" }) ?? true else { return nil }
        self.number = number
        self.unit = String(unit)
    }

    /// The number in a unit, which is that of a number without one; nil: it measures something else.
    func number(in wanted: MeasureUnit) -> Double? {
        guard !unit.isEmpty else { return number }
        return MeasureUnit(unit).factor(to: wanted).map { number * $0 }
    }
}
