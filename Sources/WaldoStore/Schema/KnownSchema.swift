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

        /// What a column that somebody has added does not have.
        private static let refused: Set<String> = [
            "AS", "GENERATED", "CHECK", "DEFAULT", "REFERENCES", "COLLATE", "UNIQUE", "PRIMARY", "CONSTRAINT", "NOT",
        ]

        init(_ statement: String) {
            self.statement = String(statement.hasSuffix(";") ? statement.dropLast() : statement[...])
        }

        /// Whether an object was created by it. Nearly all have been to the letter.
        func created(_ object: SchemaObject) -> Bool {
            object.statement == statement || object.text == SchemaText(statement)
        }

        /// Whether an object was created by it, and columns were added that are stored and may be missing.
        func createdBeginning(of object: SchemaObject) -> Bool {
            if created(object) { return true }
            guard object.kind == .table, let added = object.text.addition(to: SchemaText(statement)) else {
                return false
            }
            return added.first?.isKey(",") == true
                && !added.contains { !$0.isQuoted && Self.refused.contains($0.text.uppercased()) }
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

    /// Whether a virtual table is a spatial index as the standard has them.
    static func isSpatialIndex(_ object: SchemaObject) -> Bool {
        guard object.kind == .virtualTable, let words = object.text.words else { return false }
        let rest = words.dropFirst(4).map { $0.text.lowercased() }
        return rest == ["using", "rtree", "(", "id", ",", "minx", ",", "maxx", ",", "miny", ",", "maxy", ")"]
    }
}
