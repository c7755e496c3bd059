import CSQLite
import WaldoCore
import WaldoSurvey

/// What the values of a column may be. A store's file can come from anywhere, so each row is held against these rules
/// before its numbers are computed with.
package struct ColumnRule: Sendable {
    /// What a value may be, beside missing.
    package enum Kind: Sendable {
        case integer(ClosedRange<Int64>, String)
        case code([Int64], String)
        /// Any number, also an infinite one.
        case number
        /// Degrees or metres.
        case coordinate
        case text
        /// The GeoPackage standard's DATETIME, a text.
        case dateTime
        case word([String])
        case bytes
    }

    package let name: String
    package let kind: Kind
    package let isOptional: Bool
    /// The table whose rows a value names; nil: it names none.
    let parent: String?

    init(_ name: String, _ kind: Kind, of parent: String? = nil, isOptional: Bool = false) {
        self.name = name
        self.kind = kind
        self.parent = parent
        self.isOptional = isOptional
    }

    /// The rule of a column whose values may be missing.
    static func optional(_ name: String, _ kind: Kind) -> ColumnRule { ColumnRule(name, kind, isOptional: true) }

    /// The integers that are right, where any are.
    var integers: ClosedRange<Int64> {
        if case .integer(let range, _) = kind { return range }
        return .min ... .max
    }

    /// The storage classes of which each value is right, integers within `integers`.
    var acceptedTypes: [CInt] {
        let missing = isOptional ? [SQLITE_NULL] : []
        return switch kind {
        case .integer: missing + [SQLITE_INTEGER]
        case .number: missing + [SQLITE_INTEGER, SQLITE_FLOAT]
        case .text, .dateTime: missing + [SQLITE_TEXT]
        case .bytes: missing + [SQLITE_BLOB]
        case .code, .coordinate, .word: missing
        }
    }

    /// What is wrong with a value; nil: nothing.
    func fault(_ row: PreparedStatement, _ column: Int) -> String? {
        let type = row.type(column)
        if type == SQLITE_NULL { return isOptional ? nil : "\(name) is missing" }
        switch kind {
        case .integer(let range, let meaning):
            if type == SQLITE_INTEGER, range.contains(row.int(column)) { return nil }
            return "\(name) is \(Self.shown(row, column, type)), which is not \(meaning)"
        case .code(let codes, let meaning):
            if type == SQLITE_INTEGER, codes.contains(row.int(column)) { return nil }
            return "\(name) is \(Self.shown(row, column, type)), which is not \(meaning)"
        case .number:
            return isNumber(type) ? nil : "\(name) is \(Self.shown(row, column, type)), which is not a number"
        case .coordinate:
            if isNumber(type), Place.coordinates.contains(row.double(column)) { return nil }
            return "\(name) is \(Self.shown(row, column, type)), which is not a coordinate"
        case .text, .dateTime:
            return type == SQLITE_TEXT ? nil : "\(name) is \(Self.shown(row, column, type)), which is not a text"
        case .word(let words):
            if type == SQLITE_TEXT, words.contains(where: { row.isEqual(column, $0) }) { return nil }
            return "\(name) is \(Self.shown(row, column, type)), which is none of \(words.joined(separator: ", "))"
        case .bytes:
            // An empty blob may have been copied as an empty text.
            if type == SQLITE_BLOB || row.raw(column).isEmpty { return nil }
            return "\(name) is \(Self.shown(row, column, type)), which are not bytes"
        }
    }

    private func isNumber(_ type: CInt) -> Bool { type == SQLITE_FLOAT || type == SQLITE_INTEGER }

    private static func shown(_ row: PreparedStatement, _ column: Int, _ type: CInt) -> String {
        switch type {
        case SQLITE_INTEGER: "\(row.int(column))"
        case SQLITE_FLOAT: "\(row.double(column))"
        case SQLITE_TEXT: "“\(SafeText.escaped(row.text(column), upTo: 40))”"
        default: "a blob of \(row.raw(column).count) bytes"
        }
    }
}
