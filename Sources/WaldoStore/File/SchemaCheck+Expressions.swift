/// What SQLite's own checks of a file would compute: expressions of tables and indexes. One function of such an
/// expression can take days, within which no deadline is asked.
extension SchemaCheck {
    /// The keys of the tables that other programs have given expressions, also by an index, or made virtual.
    var computing: Set<String> {
        Set(
            objects.compactMap { object -> String? in
                switch object.kind {
                case .table: Self.computes(object) ? object.key : nil
                case .virtualTable: KnownSchema.isSpatialIndex(object) ? nil : object.key
                case .index: Self.isOfColumns(object) ? nil : SchemaObject.key(object.table ?? "")
                case .view, .trigger: nil
                }
            })
    }

    /// The tables of a survey without any, by which a file is checked where others have some. A table of another
    /// program can have a number as its name, which a check of SQLite takes for that of the whole file.
    var checkable: [SchemaObject] {
        let computing = computing
        return objects.filter {
            $0.kind == .table && KnownSchema.names.contains($0.key) && !computing.contains($0.key)
        }
    }

    private static func computes(_ table: SchemaObject) -> Bool {
        if KnownSchema.tables.contains(where: { $0.name == table.key && $0.creations.contains { $0.created(table) } })
            || KnownSchema.layers.contains(where: { $0.name == table.key && $0.creation.created(table) })
        {
            return false
        }
        guard let words = table.text.words else { return true }
        return words.contains { $0.isKey("CHECK") || $0.isKey("AS") || $0.isKey("GENERATED") }
    }

    /// Whether an index is of columns alone, and of all rows.
    private static func isOfColumns(_ index: SchemaObject) -> Bool {
        guard let words = index.text.words else { return false }
        return words.count { $0.isKey("(") } == 1 && !words.contains { $0.isKey("WHERE") }
    }
}
