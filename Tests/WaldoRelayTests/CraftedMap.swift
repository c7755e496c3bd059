import Testing
import WaldoTestSupport

@testable import WaldoRelay

/// The map of a database of its own, and the ingest of a collector.
struct CraftedMap {
    let server: RealPostgres
    let name: String
    let ingest: Ingest

    init(_ name: String) async throws {
        server = try await RealPostgres.common()
        try server.database(name)
        (self.name, ingest) = (name, Ingest(try server.plan(name, user: "collector").open()))
    }

    /// The cells of about 150 m, with all stations together.
    static let cells: SQL = """
        SELECT stations, n, round(mean::numeric, 3), round(median::numeric, 3), round(trimmed::numeric, 3)
        FROM waldo.common_cells WHERE level = 18
        """

    /// The rows of a query as lines.
    @discardableResult func rows(_ sql: SQL) throws -> [String] { try server.rows(sql, in: name) }

    /// Stores a group, and has the sums brought up to date behind it.
    func take(_ group: IngestGroup, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try rows("UPDATE waldo.cell_refresh SET at = '-infinity'")
        let outcome = try ingest.store(group)
        #expect(
            outcome.refused.isEmpty && outcome.mapFault == nil, "\(outcome.refused) \(outcome.mapFault ?? "")",
            sourceLocation: sourceLocation)
        #expect(
            outcome.streams.allSatisfy { !$0.followsGap && $0.inserted > 0 }, sourceLocation: sourceLocation)
    }

    /// Looks at all views and at tiles over a place as a reader does.
    func look(x: Double = 144.96, y: Double = -37.81, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let reader = try server.plan(name, user: "reader").open()
        defer { reader.close() }
        let views = try reader.query("SELECT viewname FROM pg_views WHERE schemaname = 'waldo'").compactMap { $0[0] }
        #expect(views.count >= 8, sourceLocation: sourceLocation)
        for statement in views.map({ "SELECT count(v::text) FROM waldo.\($0) v" }) + [
            "SELECT waldo.tile(0, 0, 0)",
            """
            SELECT waldo.tile(
                18, waldo.cell_column(\(x)::float8, 18)::integer, waldo.cell_row(\(y)::float8, 18)::integer)
            """,
        ] {
            #expect(throws: Never.self, "\(statement)", sourceLocation: sourceLocation) {
                try reader.query(SQL(test: statement))
            }
        }
    }
}
