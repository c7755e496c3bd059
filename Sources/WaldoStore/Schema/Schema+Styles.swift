extension Schema {
    /// QGIS's table of styles (its data provider for GeoPackage reads it when a layer is opened), with the default
    /// style of each layer.
    static let styles =
        """
        CREATE TABLE layer_styles (
            id INTEGER PRIMARY KEY NOT NULL, f_table_catalog TEXT, f_table_schema TEXT, f_table_name TEXT,
            f_geometry_column TEXT, styleName TEXT, styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN,
            description TEXT, owner TEXT, ui TEXT,
            update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')));
        INSERT INTO gpkg_contents (table_name, data_type, identifier, description)
        VALUES ('layer_styles', 'attributes', 'layer_styles', 'how the layers are drawn');

        """ + FeatureLayer.allCases.map(style).joined(separator: "\n")

    private static func style(of layer: FeatureLayer) -> String {
        let columns = "f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML, styleSLD"
        return """
            INSERT INTO layer_styles (\(columns), useAsDefault, description, owner)
            VALUES ('', '', '\(layer.table)', 'geom', 'by value', '\(quoted(FeatureStyle.qml))',
                '\(quoted(FeatureStyle.sld(layer.table, low: 0, high: 1)))', 1, 'coloured by value', '');
            """
    }

    private static func quoted(_ text: String) -> String { text.replacing("'", with: "''") }
}
