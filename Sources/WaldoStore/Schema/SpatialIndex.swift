/// The standard's spatial index (OGC 12-128r18, annex F.3): an R*-tree for each layer, built when a survey has ended.
///
/// A live file has none: its triggers call functions that only programs with a geometry library have.
enum SpatialIndex {
    /// Builds the index of a layer; the transaction is the caller's.
    static func build(_ layer: FeatureLayer, in connection: Connection) throws(StoreError) {
        let (table, index) = (layer.table, layer.index)
        try connection.execute("CREATE VIRTUAL TABLE \(index) USING rtree(id, minx, maxx, miny, maxy)")
        try connection.withoutDefence { () throws(StoreError) in
            try SpatialIndexBuilder(layer, in: connection).build()
        }
        try connection.execute(
            """
            INSERT INTO gpkg_extensions VALUES ('\(table)', 'geom', 'gpkg_rtree_index',
                'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
            """)
        for trigger in triggers(layer) { try connection.execute(trigger) }
    }

    /// Removes the index of a layer, if there is one, also one that GDAL has built; the transaction is the caller's.
    static func drop(_ layer: FeatureLayer, in connection: Connection) throws(StoreError) {
        for name in triggerNames(layer) { try connection.execute("DROP TRIGGER IF EXISTS \(name)") }
        let removal = "DROP TABLE IF EXISTS \(layer.index)"
        do throws(StoreError) { try connection.execute(removal) } catch {
            guard error.kind == .damaged else { throw error }
            // SQLite opens an index before it drops it, which a damaged root prevents. All of it is derived.
            try connection.withoutDefence { () throws(StoreError) in
                try connection.execute(
                    "INSERT OR REPLACE INTO \(layer.index)_node (nodeno, data) VALUES (1, zeroblob(3980))")
            }
            try connection.execute(removal)
        }
        try connection.execute(
            """
            DELETE FROM gpkg_extensions WHERE extension_name = 'gpkg_rtree_index' AND table_name = '\(layer.table)';
            """)
    }

    /// The names of its triggers in all versions of the standard.
    static func triggerNames(_ layer: FeatureLayer) -> [String] {
        (["insert", "delete"] + (1...7).map { "update\($0)" }).map { "\(layer.index)_\($0)" }
    }

    private static func triggers(_ layer: FeatureLayer) -> [String] {
        let (table, index) = (layer.table, layer.index)
        let filled = "(NEW.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom))"
        let empty = "(NEW.geom IS NULL OR ST_IsEmpty(NEW.geom))"
        let add = """
            INSERT OR REPLACE INTO \(index) VALUES (NEW.id, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), \
            ST_MinY(NEW.geom), ST_MaxY(NEW.geom));
            """
        func trigger(_ name: String, _ event: String, _ condition: String, _ action: String) -> String {
            "CREATE TRIGGER \(index)_\(name) AFTER \(event) ON \(table) WHEN \(condition) BEGIN \(action) END"
        }
        return [
            trigger("insert", "INSERT", filled, add),
            trigger("update1", "UPDATE OF geom", "OLD.id = NEW.id AND \(filled)", add),
            trigger(
                "update2", "UPDATE OF geom", "OLD.id = NEW.id AND \(empty)", "DELETE FROM \(index) WHERE id = OLD.id;"),
            trigger(
                "update3", "UPDATE", "OLD.id != NEW.id AND \(filled)",
                "DELETE FROM \(index) WHERE id = OLD.id; \(add)"),
            trigger(
                "update4", "UPDATE", "OLD.id != NEW.id AND \(empty)",
                "DELETE FROM \(index) WHERE id IN (OLD.id, NEW.id);"),
            trigger("delete", "DELETE", "OLD.geom NOT NULL", "DELETE FROM \(index) WHERE id = OLD.id;"),
        ]
    }
}
