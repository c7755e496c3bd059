import CSQLite

/// The part of a column's rule that accepts nearly every value, without a reference: a row has 19 of them.
struct QuickRule {
    let column: Int
    /// The storage classes that can be right, by bits.
    private let types: UInt8
    /// What an integer has to be.
    private let least: Int64, greatest: Int64

    init(_ rule: ColumnRule, column: Int) {
        self.column = column
        (least, greatest) = (rule.integers.lowerBound, rule.integers.upperBound)
        types = rule.acceptedTypes.reduce(0) { $0 | 1 << UInt8($1) }
    }

    /// Whether a value is right; false: the rule itself decides.
    func accepts(_ row: PreparedStatement) -> Bool {
        let type = row.type(column)
        guard types & 1 << UInt8(truncatingIfNeeded: type) != 0 else { return false }
        guard type == SQLITE_INTEGER else { return true }
        let value = row.int(column)
        return value >= least && value <= greatest
    }
}
