import Glibc
import WaldoStore

/// Holds lines of COPY text against the rules of a table: what comes over a network must neither break the transaction
/// that it is stored in, nor store what a file could not hold.
public struct CopyRules: Sendable {
    /// The table.
    public let table: StoreTable
    /// Inserts a row into the table of a store.
    let insertion: String
    private let rules: [ColumnRule]
    private let kinds: [StoreColumn.Kind]
    private let key: RowKey

    /// The rules of a table; nil: there is none of this name.
    public init?(_ name: String) {
        guard let rules = TableRules.of(name), let table = StoreTable.of(name) else { return nil }
        self.table = table
        insertion = rules.insertion()
        self.rules = rules.columns
        kinds = table.columns.map(\.kind)
        key = rules.key
    }

    /// What is wrong with a row; nil: nothing.
    /// - Parameters:
    ///   - line: the row, without the end of its line.
    ///   - id: set to the row's first number, which is its id in every table but those of accounts.
    public func fault(_ line: UnsafeRawBufferPointer, id: inout Int64) -> String? {
        var start = 0, column = 0
        // The four numbers that ids are formed from are among the first columns.
        var numbers: (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
        while true {
            guard column < rules.count else { return "it has more than \(rules.count) fields" }
            let end = Self.end(of: line, from: start)
            let field = UnsafeRawBufferPointer(rebasing: line[start..<end])
            var number: Int64 = 0
            if let fault = fault(field, column, &number) { return fault }
            switch column {
            case 0: (numbers.0, id) = (number, number)
            case 1: numbers.1 = number
            case 2: numbers.2 = number
            case 3: numbers.3 = number
            default: break
            }
            column += 1
            if end == line.count { break }
            start = end + 1
        }
        guard column == rules.count else { return "it has \(column) fields in place of \(rules.count)" }
        return key.holds(numbers) ? nil : "its number does not fit its place"
    }

    private static func end(of line: UnsafeRawBufferPointer, from start: Int) -> Int {
        guard start < line.count, let base = line.baseAddress,
            let tab = memchr(base + start, 9, line.count - start)
        else { return line.count }
        return UnsafeRawPointer(tab) - base
    }

    private func fault(_ field: UnsafeRawBufferPointer, _ column: Int, _ number: inout Int64) -> String? {
        let rule = rules[column]
        if field.count == 2, field[0] == UInt8(ascii: "\\"), field[1] == UInt8(ascii: "N") {
            return rule.isOptional ? nil : "\(rule.name) is missing"
        }
        let isRight: Bool
        switch kinds[column] {
        case .boolean: isRight = field.count == 1 && (field[0] == UInt8(ascii: "t") || field[0] == UInt8(ascii: "f"))
        case .integer:
            guard let value = CopyText.integer(field) else { return "\(rule.name) is not a whole number" }
            number = value
            isRight = rule.accepts(value)
        case .double:
            isRight =
                CopyText.isDouble(field) && (!rule.isCoordinate || CopyText.double(field).map(rule.accepts) == true)
        case .bytes: isRight = CopyText.isBytes(field)
        case .text, .dateTime: isRight = CopyText.isText(field) && rule.accepts(word: field)
        }
        return isRight ? nil : "\(rule.name) is not what it may be"
    }
}
