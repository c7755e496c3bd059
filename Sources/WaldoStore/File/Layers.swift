import WaldoCore
import WaldoSurvey

/// The feature layers' indexes, extents and styles, which a live file does not have.
package enum Layers {
    /// Builds them from the rows; the transaction is the caller's.
    package static func finish(in connection: Connection) throws(StoreError) {
        // The tree's rows come in the order of places, not of ids: 32 MB of them are kept at hand.
        try connection.execute("PRAGMA cache_size = -32000")
        for layer in FeatureLayer.allCases {
            try SpatialIndex.drop(layer, in: connection)
            try SpatialIndex.build(layer, in: connection)
            try connection.execute(
                """
                UPDATE gpkg_contents SET (min_x, min_y, max_x, max_y) =
                    (SELECT min(x), min(y), max(x), max(y) FROM sample WHERE srs = \(layer.system.rawValue)),
                    last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now') WHERE table_name = '\(layer.table)'
                """)
            try style(layer, in: connection)
        }
    }

    /// Adapts the style for programs other than QGIS. Who has removed the styles wants none, and one that has become
    /// too large to be read stays as it is.
    private static func style(_ layer: FeatureLayer, in connection: Connection) throws(StoreError) {
        let isThere = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '\(KnownSchema.styles)'"
        guard try connection.number(isThere) == 1 else { return }
        let range = try connection.prepare("SELECT min(value), max(value) FROM \(layer.table)")
        guard try range.step(), let low = range.optionalDouble(0), let high = range.optionalDouble(1) else { return }
        range.reset()
        do throws(StoreError) {
            try connection.execute("UPDATE layer_styles SET styleSLD = ? WHERE f_table_name = '\(layer.table)'") {
                $0.bind(FeatureStyle.sld(layer.table, low: low, high: high))
            }
        } catch  where error.kind == .tooLong {}
    }
}
