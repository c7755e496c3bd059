import WaldoCore

/// Compares a file's schema, object by object, with what Waldo makes and with what other programs are known to add,
/// before a row is read.
struct SchemaCheck {
    /// The most objects: a file of Waldo's has some 70.
    static let maxObjects = 10_000

    let objects: [SchemaObject]

    private static let remedy = "restore the file from a copy"

    /// Creates a check of a schema's objects.
    init(_ objects: [SchemaObject]) { self.objects = objects }

    // MARK: tables

    /// Whether a file says of itself that it is a store of Waldo's.
    var isStore: Bool { relation(Schema.ownTable.name) != nil }

    /// Whether a file that is no store has a layer of one, as a copy has that GDAL or QGIS has made.
    var isCopyOfLayers: Bool { FeatureLayer.allCases.contains { relation($0.table) != nil } }

    /// Why the table that states the schema's version cannot be read; nil: it can.
    var versionRefusal: String? { Self.refusal(KnownSchema.tables[0], relation(Schema.ownTable.name)) }

    private func relation(_ name: String) -> SchemaObject? { objects.first { $0.isRelation && $0.key == name } }

    /// Why even reading is refused: something stands for a table of Waldo's; nil: it can be read.
    var refusal: String? {
        var relations: [String: SchemaObject] = [:]
        for object in objects where object.isRelation { relations[object.key] = object }
        for table in KnownSchema.tables {
            if let sentence = Self.refusal(table, relations[table.name]) { return sentence }
        }
        for (name, creation) in KnownSchema.layers {
            if let sentence = Self.refusal(name, relations[name], creation.createdBeginning) { return sentence }
        }
        for name in KnownSchema.standard {
            if let sentence = Self.refusal(name, relations[name], \.isPlainTable) { return sentence }
        }
        if let styles = relations[KnownSchema.styles] {
            if let sentence = Self.refusal(styles.name, styles, \.isPlainTable) { return sentence }
        }
        for layer in FeatureLayer.allCases {
            guard let index = relations[layer.index] else { continue }
            if let sentence = Self.refusal(index.name, index, KnownSchema.isSpatialIndex) { return sentence }
            for part in ["rowid", "node", "parent"] {
                let name = "\(layer.index)_\(part)"
                if let sentence = Self.refusal(name, relations[name], \.isPlainTable) { return sentence }
            }
        }
        return nil
    }

    private static func refusal(_ table: KnownSchema.Table, _ found: SchemaObject?) -> String? {
        refusal(table.name, found) { object in table.creations.contains { $0.created(object) } }
    }

    private static func refusal(
        _ name: String, _ found: SchemaObject?, _ isRight: (SchemaObject) -> Bool
    ) -> String? {
        guard let found else { return "its table `\(name)` is missing; \(remedy)" }
        guard !isRight(found) else { return nil }
        return found.kind == .view
            ? "`\(name)` is a view, and Waldo needs a table; \(remedy)"
            : "its table `\(name)` is not the one that Waldo makes; \(remedy)"
    }

    // MARK: what writing would meet

    /// Triggers, indexes and virtual tables that are not Waldo's, and columns that decide what can be written, one
    /// sentence each.
    var foreign: [String] {
        objects.compactMap { object in
            switch object.kind {
            case .trigger
            where !KnownSchema.isGuard(object) && !KnownSchema.isIndexTrigger(object)
                && !KnownSchema.isElsewhere(object):
                Self.sentence("trigger", object, "would run with what is written")
            case .index where Self.isOnKnownTable(object) && !KnownSchema.isAttributeIndex(object):
                Self.sentence("index", object, "decides what can be written")
            case .virtualTable where !KnownSchema.isSpatialIndex(object):
                "the virtual table \(Self.name(object)) is not one of a GeoPackage: remove it by "
                    + "`DROP TABLE \(Self.quoted(object))` in sqlite3, or take a copy without it"
            case .table: Self.limit(object) ?? Self.expression(object)
            default: nil
            }
        }
    }

    /// Whether an index is on a table of Waldo's, as far as it can be told.
    private static func isOnKnownTable(_ index: SchemaObject) -> Bool {
        index.table.map { KnownSchema.names.contains(SchemaObject.key($0)) } ?? true
    }

    /// The column that decides what can be written to a layer; nil: there is none.
    private static func limit(_ table: SchemaObject) -> String? {
        guard let (layer, creation) = KnownSchema.layers.first(where: { $0.name == table.key }),
            let column = creation.limitingColumn(of: table)
        else { return nil }
        return
            "the column “\(SafeText.escaped(column.name, upTo: 80))” of `\(layer)` has \(column.keyword), which decides "
            + "what can be written: remove the column in QGIS, or take a copy without it"
    }

    /// Creates the triggers that are missing, which keep raw rows as they came.
    var missingGuards: [(name: String, creation: String)] {
        let triggers = Set(objects.filter { $0.kind == .trigger }.map(\.key))
        return Schema.guards.filter { !triggers.contains($0.name) }
    }

    /// What `waldo survey check` finds.
    var findings: [String] {
        let missing = missingGuards
        guard let first = missing.first else { return foreign }
        return foreign + [
            "of the triggers that keep raw rows as they came \(missing.count) are missing, as `\(first.name)`; the next "
                + "command that changes the file restores them"
        ]
    }

    /// The expression of a table of the standard's that would be computed; nil: there is none.
    private static func expression(_ table: SchemaObject) -> String? {
        guard KnownSchema.standard.contains(table.key) || table.key == KnownSchema.styles,
            let keyword = KnownSchema.expression(of: table)
        else { return nil }
        return "the table `\(table.key)` has \(keyword), which would run with what is written; \(remedy)"
    }

    private static func sentence(_ kind: String, _ object: SchemaObject, _ effect: String) -> String {
        let table = SafeText.escaped(object.table ?? "", upTo: 80)
        return "the \(kind) \(name(object)) on `\(table)` is not Waldo's, and \(effect): remove it by "
            + "`DROP \(kind.uppercased()) \(quoted(object))` in sqlite3 or QGIS, or take a copy without it"
    }

    private static func name(_ object: SchemaObject) -> String { "“\(SafeText.escaped(object.name, upTo: 80))”" }

    private static func quoted(_ object: SchemaObject) -> String { SafeText.escaped(object.quotedName, upTo: 80) }
}
