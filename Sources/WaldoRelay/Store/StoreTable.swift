public import WaldoStore

/// A table of the store's schema: its name and columns, in the order in which the store, the wire and the database
/// have them.
public struct StoreTable: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// Its columns.
    public let columns: [StoreColumn]
    /// The columns that name a row of a survey.
    public let key: [String]

    private init(_ rules: TableRules) {
        name = rules.table
        key = rules.primary.isEmpty ? ["id"] : rules.primary
        columns = rules.columns.map { StoreColumn($0) }
    }

    /// The table of a name; nil: there is none.
    public static func of(_ name: String) -> StoreTable? { all.first { $0.name == name } }

    private static let all = TableRules.all.map { StoreTable($0) }

    /// The tables whose rows are only ever added, raw ones first.
    public static let appended = RelayStream.Table.allCases.compactMap { of($0.rawValue) }

    /// The small tables whose rows may change, each behind those that its rows refer to.
    public static let meta = [
        "survey", "session", "device", "channel", "tag", "note", "run", "stream", "account", "account_reason",
        "account_lost",
    ].compactMap { of($0) }
}
