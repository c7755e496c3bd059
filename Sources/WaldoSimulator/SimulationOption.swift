import WaldoCore
import WaldoTime

/// One option of a simulation, `key=text`, whose text is read.
struct SimulationOption {
    let key: String
    let text: Substring

    func error(_ sentence: String) -> SimulationOptionError {
        SimulationOptionError("`\(key)` of the simulation \(sentence)")
    }

    private func mismatch(_ expected: String) -> SimulationOptionError {
        error(
            "is \(text.isEmpty ? "empty" : "`\(SafeText.escaped(String(text)))`"); write \(expected)")
    }

    func seed() throws(SimulationOptionError) -> UInt64 {
        let digits = text.utf8
        guard (1...20).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let seed = UInt64(text)
        else { throw mismatch("a whole number such as `\(key)=7`") }
        return seed
    }

    /// uSv/h.
    func doseRate() throws(SimulationOptionError) -> Double {
        guard let rate = Self.number(text), (0...1_000_000).contains(rate) else {
            throw mismatch("uSv/h from 0 to 1,000,000 such as `\(key)=0.1`")
        }
        return rate
    }

    /// Metres from the base, and uSv/h at 1 m.
    func source() throws(SimulationOptionError) -> HiddenField.Source {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map(Self.number)
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let z = numbers[2], let strength = numbers[3]
        else {
            throw mismatch(
                "x, y and z in metres from the base and uSv/h at 1 m, such as `\(key)=0.1:-0.05:0.2:5`")
        }
        guard [x, y, z].allSatisfy({ $0.magnitude <= 1_000 }) else {
            throw mismatch("a place within 1000 m of the base")
        }
        guard strength > 0, strength <= 1_000_000 else {
            throw mismatch("more than 0 and at most 1,000,000 uSv/h at 1 m as its fourth number")
        }
        return HiddenField.Source(at: ArmPoint(x: x, y: y, z: z), strength: strength)
    }

    /// A time from the start and, behind a `+`, how long the fault lasts, both in whole milliseconds.
    func fault(lasting length: TimeSpan) throws(SimulationOptionError) -> SimulatedLinkFault {
        let parts = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        guard let begin = Self.time(parts[0]) else {
            throw mismatch("a time from the start such as `\(key)=5s` or `\(key)=500ms`, 24 h at most")
        }
        guard parts.count == 2 else { return SimulatedLinkFault(at: begin, for: length) }
        guard let length = Self.time(parts[1]) else {
            throw mismatch("how long it lasts behind the `+`, such as `\(key)=5s+500ms`, 24 h at most")
        }
        return SimulatedLinkFault(at: begin, for: length)
    }

    /// A number of seconds or milliseconds with its unit, in whole milliseconds.
    private static func time(_ text: Substring) -> TimeSpan? {
        let unit = text.hasSuffix("ms") ? 2 : text.hasSuffix("s") ? 1 : 0
        let number = unit == 0 ? nil : number(text.dropLast(unit))
        guard let number, number >= 0, case let count = number * (unit == 2 ? 1 : 1_000), count <= 86_400_000 else {
            return nil
        }
        return .milliseconds(Int64(count.rounded()))
    }

    /// A plain decimal number, `-0.25`, of at most 7 digits before the point and 6 behind it.
    private static func number(_ text: Substring) -> Double? {
        var bytes = text.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes = bytes.dropFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...7).contains(parts[0].count),
            parts.allSatisfy({ (1...7).contains($0.count) && $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let decimals = parts.count == 2 ? parts[1].count : 0
        guard decimals <= 6 else { return nil }
        // A quotient of whole numbers is rounded once.
        let units = parts.joined().reduce(0.0) { $0 * 10 + Double($1 - 0x30) }
        return (isNegative ? 0 - units : units) / .ten(to: decimals)
    }
}
