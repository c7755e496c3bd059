import WaldoTime

extension StoreReader {
    /// Compares the derived rows of a run with freshly computed ones.
    /// - Parameters:
    ///   - run: the run; nil: the newest of the session.
    ///   - body: computes: it reads the session's events and hands its results to the comparer.
    /// - Throws: `StoreError`.
    public func compare(
        session: Int64, run: Int64? = nil, _ body: (RunComparer) throws(StoreError) -> Void
    ) throws(StoreError) -> RunComparison {
        try connection.snapshot { () throws(StoreError) in
            var run = run
            if run == nil { run = try newestRun(of: session) }
            let clean = try connection.number("SELECT clean FROM session WHERE id = \(session)") == 1
            let began = try rawExtent(of: session)?.lowerBound ?? .clockStart
            let comparer = try RunComparer(run: run!, began: began, allowsPrefix: !clean, reader: self)
            try body(comparer)
            return try comparer.finish()
        }
    }
}
