/// A line that reports the arm's position or a fault, as its file describes it.
public struct LinePattern: Equatable, Sendable {
    /// A part of the line.
    public enum Part: Equatable, Sendable {
        /// These bytes.
        case literal([UInt8])
        /// A channel's number in decimal.
        case number(Channel)
        /// Anything up to the end of the line.
        case rest
    }

    /// The parts in order; no number follows directly on another.
    public var parts: [Part]

    /// Creates a pattern from its parts.
    public init(_ parts: [Part]) { self.parts = parts }

    /// What a whole line says by this pattern.
    struct Match: Equatable {
        var numbers: [(channel: Channel, value: Int32)] = []
        var rest: [UInt8] = []

        static func == (a: Match, b: Match) -> Bool {
            a.rest == b.rest && a.numbers.elementsEqual(b.numbers, by: ==)
        }
    }

    /// Reads a line; nil if it has another form.
    /// - Parameter decimals: each channel's digits after the point.
    func match(_ line: ArraySlice<UInt8>, decimals: PerChannel<Int>) -> Match? {
        var match = Match(), line = line
        for part in parts {
            switch part {
            case .literal(let bytes):
                guard line.starts(with: bytes) else { return nil }
                line = line.dropFirst(bytes.count)
            case .number(let channel):
                guard let value = Self.takeNumber(&line, decimals: decimals[channel]) else { return nil }
                match.numbers.append((channel, value))
            case .rest:
                match.rest = Array(line)
                line = []
            }
        }
        return line.isEmpty ? match : nil
    }

    /// Takes a decimal number off the line, in units of 10^-decimals; digits beyond those are cut off.
    private static func takeNumber(_ line: inout ArraySlice<UInt8>, decimals: Int) -> Int32? {
        let isNegative = line.first == UInt8(ascii: "-")
        if isNegative { line = line.dropFirst() }
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let whole = line.prefix(while: isDigit)
        guard (1...10).contains(whole.count) else { return nil }
        line = line.dropFirst(whole.count)
        var digits: ArraySlice<UInt8> = []
        if line.first == UInt8(ascii: "."), line.dropFirst().first.map(isDigit) == true {
            digits = line.dropFirst().prefix(while: isDigit)
            line = line.dropFirst(digits.count + 1)
        }
        var units: Int64 = 0
        for byte in whole + digits.prefix(decimals) { units = units * 10 + Int64(byte - UInt8(ascii: "0")) }
        units *= .ten(to: decimals - digits.count)
        return Int32(exactly: isNegative ? -units : units)
    }
}
