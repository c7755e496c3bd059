import WaldoCore
import WaldoSurvey
import WaldoTime

extension YamlValue {
    /// A number in a unit: `12 cpm`, or a plain number, which has this unit already.
    func quantity(in unit: MeasureUnit) throws(FileError) -> Double {
        let shown = unit.text.isEmpty ? "a number such as `0.5`" : "a number such as `0.5` or `0.5 \(unit.text)`"
        guard let quantity = text.flatMap({ Quantity($0) }) else {
            throw mismatch(expected: shown, fix: .value("1", "2"))
        }
        guard let number = quantity.number(in: unit) else {
            throw error(
                "`\(name)` is in `\(SafeText.escaped(quantity.unit))`, and "
                    + (unit.text.isEmpty ? "a plain number was expected" : "`\(unit.text)` was expected")
                    + "; correct the unit")
        }
        return number
    }

    /// A time such as `113 us`, `5 s`, `60 min` or `24 h`, in whole microseconds.
    func span(in range: ClosedRange<TimeSpan>) throws(FileError) -> TimeSpan {
        let expected = "a time such as `500 ms`, `5 s` or `1 min`"
        let bounds = (SpanText.text(range.lowerBound), SpanText.text(range.upperBound))
        let fix = FaultCause.Fix.value(bounds.0, bounds.1)
        guard let quantity = text.flatMap({ Quantity($0) }), !quantity.unit.isEmpty,
            let seconds = quantity.number(in: .second), seconds >= 0, seconds <= 1e9
        else { throw mismatch(expected: expected, fix: fix) }
        let span = TimeSpan.microseconds(Int64((seconds * 1e6).rounded()))
        guard range.contains(span) else {
            throw mismatch(expected: "a time from \(bounds.0) to \(bounds.1)", fix: fix)
        }
        return span
    }

    /// A percentage such as `10 %` as a fraction, above 0 and 100 % at most.
    func share() throws(FileError) -> Double {
        let expected = "a percentage such as `10 %`, 100 % at most"
        guard let quantity = text.flatMap({ Quantity($0) }), quantity.unit == "%",
            quantity.number > 0, quantity.number <= 100
        else { throw mismatch(expected: expected, fix: .value("1 %", "100 %")) }
        return quantity.number / 100
    }

    /// A number above 0, also as a fraction: `1/334`.
    func factor() throws(FileError) -> Double {
        let expected = "a number above 0 such as `0.0029` or `1/334`"
        let parts = try text(expected: expected).split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Quantity(String($0)) }
        guard numbers.count == parts.count, (1...2).contains(parts.count),
            numbers.allSatisfy({ $0.unit.isEmpty && $0.number > 0 })
        else { throw mismatch(expected: expected) }
        let factor = numbers[0].number / (numbers.count == 2 ? numbers[1].number : 1)
        guard (1e-15...1e15).contains(factor) else { throw mismatch(expected: expected) }
        return factor
    }

    /// Two numbers in a unit, the lower one first.
    func range(in unit: MeasureUnit) throws(FileError) -> ClosedRange<Double> {
        let ends = try list(expected: "two numbers, `[0, 85]`", fix: .value("[0, 85]", "[1, 84]"))
        guard ends.count == 2 else {
            throw mismatch(expected: "two numbers, `[0, 85]`", fix: .value("[0, 85]", "[1, 84]"))
        }
        let (low, high) = (try ends[0].quantity(in: unit), try ends[1].quantity(in: unit))
        guard low < high else {
            throw ends[1].error("the range of `\(name)` is inside out; put the lower number first")
        }
        return low...high
    }
}
