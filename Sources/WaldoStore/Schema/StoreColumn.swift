/// A column of the store's schema, as whatever else holds its rows needs it.
public struct StoreColumn: Equatable, Sendable {
    /// What its values are.
    public enum Kind: Equatable, Sendable {
        /// A 64-bit number.
        case integer
        /// A double-precision number; it may be infinite, but is never NaN.
        case double
        /// Text.
        case text
        /// Bytes.
        case bytes
        /// 0 or 1 in the store.
        case boolean
        /// The GeoPackage standard's DATETIME, a text.
        case dateTime
    }

    /// Its name.
    public let name: String
    /// What its values are.
    public let kind: Kind
    /// Whether values may be missing.
    public let isOptional: Bool

    package init(_ rule: ColumnRule) {
        name = rule.name
        isOptional = rule.isOptional
        kind =
            switch rule.kind {
            case .integer(0...1, _): .boolean
            case .integer, .code: .integer
            case .number, .coordinate: .double
            case .dateTime: .dateTime
            case .text, .word: .text
            case .bytes: .bytes
            }
    }
}
