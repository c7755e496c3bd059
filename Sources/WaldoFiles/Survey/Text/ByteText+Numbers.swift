/// Numbers of samples as text.
extension [UInt8] {
    private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
    /// Whole numbers below this are exact in a `Double`, and their quotient by a power of ten is rounded correctly.
    private static let exact = 9_007_199_254_740_992.0

    /// The shortest decimal number that reads back as exactly this one, without a point if it is whole; nothing where
    /// it is not finite.
    mutating func add(shortest number: Double) {
        guard number.isFinite else { return }
        // Most numbers of sensors have few decimals; this is ten times as fast as the general way.
        let units = (number * Self.powers[9]).rounded()
        if units.magnitude < Self.exact {
            guard units / Self.powers[9] == number else { return add("\(number)") }
            guard units != 0 else { return add(number.sign == .minus ? "-0" as StaticString : "0") }
            return add(trimmed: Int64(units), decimals: 9)
        }
        guard number.magnitude < Self.exact, number.rounded() == number else { return add("\(number)") }
        add(digits: Int64(number), decimals: 0)
    }

    /// A number rounded to so many decimals, at most 9, without zeros at its end; nothing where it is not finite.
    mutating func add(_ number: Double, upTo decimals: Int) {
        guard number.isFinite else { return }
        let scaled = (number * Self.powers[decimals]).rounded()
        guard scaled.magnitude < Self.exact else { return add("\(number)") }
        add(trimmed: Int64(scaled), decimals: decimals)
    }

    private mutating func add(trimmed units: Int64, decimals: Int) {
        var units = units, places = decimals
        while places > 0 {
            let (quotient, digit) = units.quotientAndRemainder(dividingBy: 10)
            if digit != 0 { break }
            (units, places) = (quotient, places - 1)
        }
        add(digits: units, decimals: places)
    }

    /// A number rounded to exactly so many decimals, at most 9. Its scaled value must fit in 53 bits.
    mutating func add(_ number: Double, decimals: Int) {
        let scaled = (number * Self.powers[decimals]).rounded()
        guard scaled.magnitude < Self.exact else { return add("0" as StaticString) }
        add(digits: Int64(scaled), decimals: decimals)
    }

    /// A number in units of 10^-decimals.
    mutating func add(digits units: Int64, decimals: Int) {
        if units < 0 { append(UInt8(ascii: "-")) }
        let start = count
        var rest = units.magnitude, places = 0
        repeat {
            if places == decimals, places > 0 { append(UInt8(ascii: ".")) }
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            (rest, places) = (quotient, places + 1)
        } while rest > 0 || places <= decimals
        turn(from: start)
    }

    /// A whole number with zeros in front up to a width.
    mutating func add(_ number: Int, width: Int) {
        let start = count
        var rest = number
        for _ in 0..<width {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        turn(from: start)
    }

    /// Reverses the bytes from an offset on. `reverse` of a slice would copy it to the heap.
    private mutating func turn(from start: Int) {
        var (low, high) = (start, count - 1)
        while low < high {
            swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
    }
}
