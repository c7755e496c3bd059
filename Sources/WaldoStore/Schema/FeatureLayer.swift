import WaldoCore
import WaldoSurvey

/// A layer of samples with a place, as geographic information systems show it.
enum FeatureLayer: String, CaseIterable {
    /// Longitude, latitude and height.
    case world = "sample_world"
    /// The arm's workspace.
    case arm = "sample_arm"

    init(_ system: Place.System) {
        switch system {
        case .world: self = .world
        case .arm: self = .arm
        }
    }

    var table: String { rawValue }

    var system: Place.System {
        switch self {
        case .world: .world
        case .arm: .arm
        }
    }

    /// Creates its table.
    var creation: String { "CREATE TABLE \(table) (\(Self.columns.joined(separator: ", ")));" }

    /// Its table and its rows in the standard's tables. `z` is 2, "optional": a place without a height has none.
    var definition: String {
        """
        \(creation)
        INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id)
        VALUES ('\(table)', 'features', '\(table)', '\(purpose)', \(system.rawValue));
        INSERT INTO gpkg_geometry_columns VALUES ('\(table)', 'geom', 'POINT', \(system.rawValue), 2, 0);
        """
    }

    /// Inserts a row whose values are bound in the order of the columns. People add columns of their own in QGIS.
    var insertion: String {
        let names = Self.columns.map { $0.prefix { $0 != " " } }.joined(separator: ", ")
        let values = Array(repeating: "?", count: Self.columns.count).joined(separator: ", ")
        return "INSERT INTO \(table) (\(names)) VALUES (\(values))"
    }

    private static let columns = [
        "id INTEGER PRIMARY KEY NOT NULL", "geom POINT NOT NULL", "time DATETIME", "stream TEXT NOT NULL",
        "value DOUBLE", "sigma DOUBLE", "unit TEXT NOT NULL", "flags INTEGER NOT NULL", "flag_names TEXT NOT NULL",
        "accuracy DOUBLE", "run INTEGER NOT NULL",
    ]

    private var purpose: String {
        switch self {
        case .world: "samples with a place on the earth"
        case .arm: "samples with a place in the workspace of the arm"
        }
    }

    /// The name of its spatial index.
    var index: String { "rtree_\(table)_geom" }
}
