/// The objects that a store consists of, and those that other programs may add.
enum KnownSchema {
    /// A table, and the statements that create it in the versions of Waldo, the newest first.
    typealias Table = (name: String, creations: [Form])

    /// The tables, the one that states the schema's version first.
    static let tables: [Table] =
        [(Schema.ownTable.name, [Form(Schema.ownTable.creation)])]
        + TableRules.all.map { rules in
            (rules.table, [Form(rules.creation)] + [rules.earlierCreation].compactMap(\.self).map(Form.init))
        }

    /// The feature layers, to which people add columns of their own.
    static let layers: [(name: String, creation: Form)] = FeatureLayer.allCases.map { ($0.table, Form($0.creation)) }

    /// The GeoPackage standard's own tables. Programs create them in ways of their own, and extend them.
    static let standard = ["gpkg_spatial_ref_sys", "gpkg_contents", "gpkg_geometry_columns", "gpkg_extensions"]

    /// QGIS's table of styles, which people may have removed.
    static let styles = "layer_styles"

    /// The triggers that keep raw rows as they came.
    static let guards: [(name: String, creation: Form)] = Schema.guards.map { ($0.name, Form($0.creation)) }

    /// The names of tables that nothing else may have, or have a trigger or an index on.
    static let names = Set(tables.map(\.name) + layers.map(\.name) + standard + [styles])

    /// A statement that creates an object, as a file keeps it.
    struct Form {
        private let statement: String

        /// Keywords of a column that is computed when it is read.
        private static let computed: Set<String> = ["AS", "GENERATED"]
        /// Keywords of a column that decides what can be written.
        private static let limiting: Set<String> = [
            "CHECK", "DEFAULT", "REFERENCES", "COLLATE", "UNIQUE", "PRIMARY", "CONSTRAINT", "NOT", "FOREIGN",
        ]

        /// Keywords that consist of two words.
        private static let pairs = ["NOT": "NOT NULL", "PRIMARY": "PRIMARY KEY", "FOREIGN": "FOREIGN KEY"]

        init(_ statement: String) {
            self.statement = String(statement.hasSuffix(";") ? statement.dropLast() : statement[...])
        }

        /// Whether an object was created by it. Nearly all have been to the letter.
        func created(_ object: SchemaObject) -> Bool {
            object.statement.utf8.elementsEqual(statement.utf8) || object.text == SchemaText(statement)
        }

        /// Whether an object was created by it, and columns were added that are stored.
        func createdBeginning(of object: SchemaObject) -> Bool {
            if created(object) { return true }
            return added(to: object).map { !$0.contains { $0.isKey(of: Self.computed) } } ?? false
        }

        /// The first column that was added and decides what can be written, and the keyword by which it does; nil:
        /// there is none.
        func limitingColumn(of object: SchemaObject) -> (name: String, keyword: String)? {
            guard !created(object), let words = added(to: object) else { return nil }
            var depth = 0, column = ""
            for (index, word) in words.enumerated() {
                if depth == 0, word.isKey(",") { column = index + 1 < words.count ? words[index + 1].text : "" }
                depth += word.isKey("(") ? 1 : word.isKey(")") ? -1 : 0
                if let keyword = word.keyword, Self.limiting.contains(keyword) {
                    return (column, Self.pairs[keyword] ?? keyword)
                }
            }
            return nil
        }

        /// The words of what was added to its columns; nil: the object begins otherwise.
        private func added(to object: SchemaObject) -> [SchemaWord]? {
            guard object.kind == .table, let added = object.text.addition(to: SchemaText(statement)),
                added.first?.isKey(",") == true
            else { return nil }
            return added
        }
    }

    /// Whether a trigger is one that keeps raw rows as they came.
    static func isGuard(_ object: SchemaObject) -> Bool {
        guards.contains { $0.name == object.name && $0.creation.created(object) }
    }

    /// Whether a trigger keeps a spatial index of a layer, or of a table of another program.
    static func isIndexTrigger(_ object: SchemaObject) -> Bool {
        guard let trigger = IndexTrigger(object) else { return false }
        let table = SchemaObject.key(trigger.table)
        guard let layer = FeatureLayer.allCases.first(where: { $0.table == table }) else {
            return !names.contains(table)
        }
        return SpatialIndex.triggerNames(layer).contains(object.key) && SchemaObject.key(trigger.index) == layer.index
    }

    /// Whether a trigger waits for writes to a table that Waldo never writes. SQLite runs a trigger for a write to its
    /// own table alone, and keys, which would pass changes on to other tables, are off (`Hardening`).
    static func isElsewhere(_ trigger: SchemaObject) -> Bool {
        guard trigger.kind == .trigger, let words = trigger.text.words,
            let on = words.firstIndex(where: { $0.isKey("ON") }), words.indices.contains(on + 2),
            // A table's name behind that of its database.
            !words[on + 2].isKey(".")
        else { return false }
        let table = SchemaObject.key(words[on + 1].text)
        // SQLite writes the tables behind an index as any other, and Waldo's triggers need their names.
        return !names.contains(table) && !guards.contains { $0.name == trigger.key }
            && !FeatureLayer.allCases.contains { layer in
                table.hasPrefix(layer.index) || SpatialIndex.triggerNames(layer).contains(trigger.key)
            }
    }

    /// Whether an index orders the rows of a layer by its columns, and does nothing else, as those that QGIS creates.
    static func isAttributeIndex(_ object: SchemaObject) -> Bool {
        guard object.kind == .index, let words = object.text.words, words.count >= 8, words[1].isKey("INDEX"),
            words[3].isKey("ON"), FeatureLayer.allCases.contains(where: { words[4].names($0.table) }),
            words[5].isKey("("), words[words.count - 1].isKey(")")
        else { return false }
        // The tables of a spatial index are created again, and need their names.
        guard !SchemaObject.key(object.name).hasPrefix("rtree_") else { return false }
        return words[6..<(words.count - 1)].split(omittingEmptySubsequences: false) { $0.isKey(",") }
            .allSatisfy { $0.count == 1 && $0.first?.isKey(of: ["(", ")"]) == false }
    }

    /// The keyword by which a table has an expression of its own that is computed as its rows are written; nil: it has
    /// none but the time, which the standard's tables have.
    static func expression(of table: SchemaObject) -> String? {
        guard let words = table.text.words else { return "a comment" }
        for (index, word) in words.enumerated() {
            if word.isKey("CHECK") { return "CHECK" }
            guard word.isKey("DEFAULT"), index + 1 < words.count, words[index + 1].isKey("(") else { continue }
            let rest = words[(index + 2)...].prefix(7)
            let isTime =
                rest.count == 7 && rest.first?.isKey("STRFTIME") == true
                && rest.dropFirst().map(\.text).elementsEqual(["(", timeFormat, ",", "now", ")", ")"])
            if !isTime { return "DEFAULT" }
        }
        return nil
    }

    private static let timeFormat = "%Y-%m-%dT%H:%M:%fZ"

    /// Whether a virtual table is a spatial index as the standard has them.
    static func isSpatialIndex(_ object: SchemaObject) -> Bool {
        guard object.kind == .virtualTable, let words = object.text.words else { return false }
        let rest = words.dropFirst(4).map { SchemaObject.key($0.text) }
        return rest == ["using", "rtree", "(", "id", ",", "minx", ",", "maxx", ",", "miny", ",", "maxy", ")"]
    }
}
