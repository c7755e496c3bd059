extension Schema {
    /// The standard's own tables (OGC 12-128r18, clauses 1.1 and 2.1), with the rows for this schema.
    static let geoPackage = """
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(userVersion);
        CREATE TABLE gpkg_spatial_ref_sys (
            srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY NOT NULL, organization TEXT NOT NULL,
            organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
        INSERT INTO gpkg_spatial_ref_sys VALUES
            ('WGS 84 geodetic', 4326, 'EPSG', 4326, '\(wgs84)', 'longitude and latitude in degrees'),
            ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'the arm''s workspace: metres from its base'),
            ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate system');
        CREATE TABLE gpkg_contents (
            table_name TEXT PRIMARY KEY NOT NULL, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
            description TEXT DEFAULT '',
            last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
            min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
            CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_geometry_columns (
            table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
            srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
            CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
            CONSTRAINT uk_gc_table_name UNIQUE (table_name),
            CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
            CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_extensions (
            table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
            scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
        """

    private static let wgs84 = """
        GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],\
        AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
        UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]
        """

    /// The feature layers, and all tables that a geographic information system may show.
    static let features = (FeatureLayer.allCases.map(\.definition) + attributes).joined(separator: "\n")

    private static let attributes = [
        ("survey", "surveys: title, times, and the files of arm, sensor and graph in full"),
        ("session", "each time that a survey was running"),
        ("device", "the devices that were heard"), ("channel", "their characteristics"),
        ("tag", "tags of surveys"), ("note", "notes of surveys"),
        ("clock", "the wall clock beside the clock of the session"), ("reading", "every byte as it came"),
        ("command", "what the arm was commanded"), ("fix", "places as their sources gave them"),
        ("event", "link, deadlines and end of each session"),
        ("run", "each computation: which files it used"), ("stream", "what the numbers of each run are"),
        ("sample", "every number, with its error, time and place"), ("alarm", "alarms raised and cleared"),
        ("gap", "times without measurement"), ("reject", "bytes that became no message, and why"),
    ]
    .map { table, description in
        """
        INSERT INTO gpkg_contents (table_name, data_type, identifier, description)
        VALUES ('\(table)', 'attributes', '\(table)', '\(description)');
        """
    }
}
