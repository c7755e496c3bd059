extension StoreEditor {
    /// Adds a run with what is computed again from a session's raw rows, in one transaction: all of it or nothing.
    /// Other runs stay as they are.
    /// - Parameters:
    ///   - session: whose rows are processed.
    ///   - description: by what.
    ///   - made: when, in microseconds since 1970.
    ///   - progress: called after each 10,000 rows with their number so far.
    ///   - body: computes: it reads by the reader and hands its results to the writer.
    /// - Returns: the run's number.
    /// - Throws: `StoreError`.
    @discardableResult
    public func addRun(
        session: Int64, _ description: RunDescription, made: Int64, progress: @escaping (Int) -> Void = { _ in },
        _ body: (RunWriter, StoreReader) throws(StoreError) -> Void
    ) throws(StoreError) -> Int64 {
        guard try connection.number("SELECT id FROM session WHERE id = \(session)") != nil else {
            throw reader.notFound("session \(session)")
        }
        let row = RunRow(session: session, description, isLive: false, made: made)
        let run = try file.change { () throws(StoreError) in
            for layer in FeatureLayer.allCases { try SpatialIndex.drop(layer, in: connection) }
            let run = try connection.insertRun(row)
            let writer = RunWriter(try DerivedRows(run: run, in: connection), progress)
            do throws(StoreError) {
                try body(writer, reader)
            } catch {
                // A full disk ends the transaction, and with it what is being read.
                throw writer.failure ?? error
            }
            if let failure = writer.failure { throw failure }
            try Layers.finish(in: connection)
            return run
        }
        setComplete()
        return run
    }
}
