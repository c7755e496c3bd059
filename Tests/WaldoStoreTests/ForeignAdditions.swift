/// What other programs add to a survey's file, in their own statements.
enum ForeignAdditions {
    /// All of it.
    static let all = [layer, indexAgain, column, view, metadata, project, style].joined(separator: ";\n")

    /// Another layer with a spatial index, by GDAL 3.6.2; its functions are GDAL's, so the point comes before the
    /// triggers.
    static let layer = """
        CREATE TABLE "my notes" ( "fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" POINT, "t" TEXT);
        INSERT INTO "my notes" VALUES (1, x'4750', 'here');
        INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('my notes', 'features', 'my notes', 4326);
        INSERT INTO gpkg_geometry_columns VALUES ('my notes', 'geom', 'POINT', 4326, 0, 0);
        CREATE VIRTUAL TABLE "rtree_my notes_geom" USING rtree(id, minx, maxx, miny, maxy);
        INSERT INTO "rtree_my notes_geom" VALUES (1, 1, 1, 2, 2);
        INSERT INTO gpkg_extensions VALUES ('my notes', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org', 'write-only');
        \(indexTriggers("my notes", "fid"))
        """

    /// The index of the layer of Waldo's, as `CreateSpatialIndex` of GDAL builds it again.
    static let indexAgain = """
        \((["insert", "delete"] + (1...4).map { "update\($0)" }).map { "DROP TRIGGER rtree_sample_world_geom_\($0);" }.joined())
        DROP TABLE rtree_sample_world_geom;
        CREATE VIRTUAL TABLE "rtree_sample_world_geom" USING rtree(id, minx, maxx, miny, maxy);
        INSERT INTO "rtree_sample_world_geom" SELECT id, x, x, y, y FROM sample WHERE srs = 4326;
        \(indexTriggers("sample_world", "id"))
        """

    /// The triggers of a spatial index as GDAL 3.6.2 writes them, and one of those that later versions write.
    private static func indexTriggers(_ table: String, _ id: String) -> String {
        let index = "\"rtree_\(table)_geom\""
        let add = """
            INSERT OR REPLACE INTO \(index) VALUES (NEW."\(id)",ST_MinX(NEW."geom"), ST_MaxX(NEW."geom"),\
            ST_MinY(NEW."geom"), ST_MaxY(NEW."geom"));
            """
        func trigger(_ name: String, _ event: String, _ condition: String, _ body: String) -> String {
            "CREATE TRIGGER \"rtree_\(table)_geom_\(name)\" AFTER \(event) ON \"\(table)\" WHEN \(condition) BEGIN \(body) END"
        }
        let isSame = "OLD.\"\(id)\" = NEW.\"\(id)\"", isOther = "OLD.\"\(id)\" != NEW.\"\(id)\""
        let isFilled = "(NEW.\"geom\" NOTNULL AND NOT ST_IsEmpty(NEW.\"geom\"))"
        let isEmpty = "(NEW.\"geom\" ISNULL OR ST_IsEmpty(NEW.\"geom\"))"
        let remove = "DELETE FROM \(index) WHERE id = OLD.\"\(id)\";"
        return [
            trigger("insert", "INSERT", "(new.\"geom\" NOT NULL AND NOT ST_IsEmpty(NEW.\"geom\"))", add),
            trigger(
                "update6", "UPDATE OF \"geom\"", "\(isSame) AND \(isFilled)",
                """
                UPDATE \(index) SET minx = ST_MinX(NEW."geom"), maxx = ST_MaxX(NEW."geom"),miny = ST_MinY(NEW."geom"), \
                maxy = ST_MaxY(NEW."geom") WHERE id = NEW."\(id)";
                """),
            trigger("update2", "UPDATE OF \"geom\"", "\(isSame) AND \(isEmpty)", remove),
            trigger("update3", "UPDATE", "\(isOther) AND \(isFilled)", remove + " " + add),
            trigger(
                "update4", "UPDATE", "\(isOther) AND \(isEmpty)",
                "DELETE FROM \(index) WHERE id IN (OLD.\"\(id)\", NEW.\"\(id)\");"),
            trigger("delete", "DELETE", "old.\"geom\" NOT NULL", remove),
        ].joined(separator: ";\n")
    }

    /// A field that somebody has added to a layer in QGIS.
    static let column = "ALTER TABLE \"sample_world\" ADD COLUMN \"remark\" TEXT(50)"

    /// A view, registered as a layer, as QGIS's DB Manager creates it.
    static let view = """
        CREATE VIEW "high" AS SELECT * FROM sample_world WHERE value > 1;
        INSERT INTO gpkg_contents (table_name, identifier, data_type, srs_id) VALUES ('high', 'high', 'features', 4326);
        INSERT INTO gpkg_geometry_columns VALUES ('high', 'geom', 'POINT', 4326, 2, 0)
        """

    /// The extension of metadata, by GDAL 3.6.2.
    static let metadata = """
        CREATE TABLE gpkg_metadata (id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL,md_scope TEXT NOT NULL \
        DEFAULT 'dataset',md_standard_uri TEXT NOT NULL,mime_type TEXT NOT NULL DEFAULT 'text/xml',metadata TEXT NOT \
        NULL DEFAULT '');
        INSERT INTO gpkg_extensions VALUES ('gpkg_metadata', NULL, 'gpkg_metadata', 'http://www.geopackage.org', 'read-write')
        """

    /// A project that QGIS has saved in the file, larger than a row of Waldo's may be.
    static let project = """
        CREATE TABLE qgis_projects(name TEXT PRIMARY KEY, metadata BLOB, content BLOB);
        INSERT INTO qgis_projects SELECT 'walk', x'7b7d', hex(zeroblob(1000000))
        """

    /// A style that somebody has saved for a layer.
    static let style = """
        INSERT INTO layer_styles (f_table_name, f_geometry_column, styleName, styleQML, useAsDefault)
        VALUES ('sample_world', 'geom', 'mine', '<qgis/>', 0)
        """
}
