/// The row of a run.
enum RunRows {
    /// Adds a run; the transaction is the caller's.
    /// - Parameter made: when, in microseconds since 1970.
    /// - Returns: its id.
    static func insert(
        _ run: RunDescription, session: Int64, live: Bool, made: Int64, in connection: Connection
    ) throws(StoreError) -> Int64 {
        try connection.execute(
            """
            INSERT INTO run (session, hash, version, live, made, arm, sensor, graph_name, graph, location,
                start_position)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) {
            $0.bind(session)
            $0.bind(run.hash)
            $0.bind(run.version)
            $0.bind(live)
            $0.bind(made)
            $0.bind(run.arm)
            $0.bind(run.sensor)
            $0.bind(run.graph?.name)
            $0.bind(run.graph?.text)
            $0.bind(run.location)
            $0.bind(run.startPosition)
        }
        return try RowID.require(connection.lastInserted, in: RowID.runs, "run", of: connection.path)
    }
}
