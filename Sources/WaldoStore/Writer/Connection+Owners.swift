/// New sessions and runs. The ids of their rows follow from their numbers, so none may have rows already: in a store
/// that another program has changed, a row can outlive the run that it belongs to.
extension Connection {
    /// Adds a session and returns its number.
    /// - Throws: `StoreError`, `damaged` where its rows would have the ids of others.
    func insertSession(_ row: SessionRow) throws(StoreError) -> Int64 {
        let session = try RowID.require(insert(row), in: RowID.sessions, "session", of: path)
        try requireFree("session \(session)") { if case .raw = $0 { RowID.raws(of: session) } else { nil } }
        return session
    }

    /// Adds a run and returns its number.
    /// - Throws: `StoreError`, `damaged` where its rows would have the ids of others.
    func insertRun(_ row: RunRow) throws(StoreError) -> Int64 {
        let run = try RowID.require(insert(row), in: RowID.runs, "run", of: path)
        try requireFree("run \(run)") { key in
            switch key {
            case .stream: RowID.streams(of: run)
            case .sample: RowID.samples(ofRun: run)
            case .derived: RowID.derived(of: run)
            case .raw, .chosen, .none: nil
            }
        }
        return run
    }

    private func requireFree(_ owner: String, _ ids: (RowKey) -> Range<Int64>?) throws(StoreError) {
        for rules in TableRules.all {
            guard let ids = ids(rules.key) else { continue }
            let row = try number(
                "SELECT id FROM \(rules.table) WHERE id >= \(ids.lowerBound) AND id < \(ids.upperBound) LIMIT 1")
            guard row == nil else {
                throw StoreError(
                    .damaged, path,
                    "the table \(rules.table) has rows of \(owner) already, which is new; start a new file")
            }
        }
    }
}
