/// A trigger by which the GeoPackage standard keeps a spatial index (OGC 12-128r18, annex F.3), as Waldo and the
/// versions of GDAL write them. It changes the index of its own table alone, and reads nothing but the row that has
/// changed.
struct IndexTrigger {
    /// The table whose rows it follows.
    let table: String
    /// The index that it keeps.
    let index: String

    private static let conditions: Set<String> = [
        "AND", "OR", "NOT", "NULL", "NOTNULL", "ISNULL", "IS", "NEW", "OLD", "ST_ISEMPTY", "(", ")", ".", "=", "!", "<",
        ">",
    ]
    private static let values: Set<String> = [
        "VALUES", "SET", "WHERE", "AND", "IN", "ID", "MINX", "MAXX", "MINY", "MAXY", "NEW", "OLD", "ST_MINX", "ST_MAXX",
        "ST_MINY", "ST_MAXY", "(", ")", ",", ".", "=",
    ]
    /// How a statement of it begins, up to the name of the index.
    private static let changes = [
        ["INSERT", "OR", "REPLACE", "INTO"], ["INSERT", "INTO"], ["DELETE", "FROM"], ["UPDATE"],
    ]

    /// Nil: the trigger is another one.
    init?(_ object: SchemaObject) {
        guard object.kind == .trigger, let words = object.text.words, words.last?.isKey("END") == true,
            let when = words.firstIndex(where: { $0.isKey("WHEN") }), let head = Self.table(words[..<when]),
            let begin = words[when...].firstIndex(where: { $0.isKey("BEGIN") })
        else { return nil }
        guard Self.consist(words[(when + 1)..<begin], of: Self.conditions) else { return nil }
        var index: SchemaWord?
        for statement in words[(begin + 1)...].dropLast().split(whereSeparator: { $0.isKey(";") }) {
            guard let change = Self.changes.first(where: { Self.begins(statement, with: $0) }),
                let target = statement.dropFirst(change.count).first, index.map({ target.names($0.text) }) ?? true,
                Self.consist(statement.dropFirst(change.count + 1), of: Self.values)
            else { return nil }
            index = target
        }
        guard let index, SchemaObject.key(index.text).hasPrefix(SchemaObject.key("rtree_\(head)_")),
            SchemaObject.key(object.name).hasPrefix(SchemaObject.key(index.text) + "_")
        else { return nil }
        (table, self.index) = (head, index.text)
    }

    /// The table of `CREATE TRIGGER NAME AFTER INSERT ON TABLE`; nil: it begins otherwise.
    private static func table(_ head: ArraySlice<SchemaWord>) -> String? {
        guard head.count >= 7, head[3].isKey("AFTER"), head[head.count - 2].isKey("ON") else { return nil }
        let event = head[4..<(head.count - 2)]
        let isUpdateOf = event.count == 3 && event[4].isKey("UPDATE") && event[5].isKey("OF")
        guard isUpdateOf || event.count == 1 else { return nil }
        return head[head.count - 1].text
    }

    private static func begins(_ statement: ArraySlice<SchemaWord>, with keys: [String]) -> Bool {
        statement.count >= keys.count && zip(statement, keys).allSatisfy { $0.isKey($1) }
    }

    /// Whether there are only these words, and columns of the row that has changed.
    private static func consist(_ words: ArraySlice<SchemaWord>, of known: Set<String>) -> Bool {
        words.indices.allSatisfy { index in
            let isColumn = index - 2 >= words.startIndex && words[index - 1].isKey(".") && isRow(words[index - 2])
            return isColumn || words[index].isKey(of: known)
        }
    }

    private static func isRow(_ word: SchemaWord) -> Bool { word.isKey("NEW") || word.isKey("OLD") }
}
