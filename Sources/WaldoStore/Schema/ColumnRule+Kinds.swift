import WaldoCore
import WaldoSurvey

extension ColumnRule.Kind {
    /// Microseconds since 1970. Recorded times are those of 1970 to 2199; what is computed from them may lie a little
    /// outside. 1969-01-01 and 2300-01-01 by `date -u -d`.
    static let time = Self.integer(-31_536_000_000_000...10_413_791_999_999_999, "a time of the years 1969 to 2299")

    /// Microseconds on the clock of a session. An import's clock runs on through the dates of its lines, and an
    /// exposure may begin before the clock does.
    static let instant = Self.integer(
        -100 * year...10_000 * year, "a time on a session's clock, of at most 10,000 years")

    /// A length of time in microseconds.
    static let span = Self.integer(0...100 * year, "a length of time of at most 100 years")

    private static let year: Int64 = 31_557_600_000_000

    /// Rows, bytes, lines.
    static let count = Self.integer(0...1 << 40, "a count of at most \(1 << 40 as Int64)")

    static let flag = Self.integer(0...1, "0 or 1")

    static func id(_ range: Range<Int64>) -> Self {
        .integer(
            range.lowerBound...range.upperBound - 1, "a number from \(range.lowerBound) to \(range.upperBound - 1)")
    }

    static let row = id(1..<Int64.max)
    static let key = Self.integer(0...Int64.max, "a row's number")
    static let session = id(RowID.sessions)
    static let run = id(RowID.runs)
    static let ordinal = id(RowID.ordinals)
    static let channel = id(0..<1 << 16)
    static let system = Self.code(
        FeatureLayer.allCases.map { Int64($0.system.rawValue) }, "a coordinate system of the layers")
}
