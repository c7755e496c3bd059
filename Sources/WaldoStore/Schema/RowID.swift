/// How the ids of rows are formed, so that they are the same however rows are grouped into transactions.
///
/// A session, run or stream whose number is out of range has no rows: its ids would be others'.
package enum RowID {
    /// The numbers that sessions and runs can have.
    static let sessions: Range<Int64> = 1..<1 << 23 - 1, runs: Range<Int64> = 1..<1 << 21 - 1
    /// The positions in the order of a session's events, and of a run's alarms, gaps or rejects.
    static let ordinals: Range<Int64> = 0..<1 << 40
    /// The numbers of a run's streams, and of a stream's samples.
    static let numbers: Range<Int64> = 0..<1 << 10, sequences: Range<Int64> = 0..<1 << 32

    /// The raw row at a position in the order of a session's events.
    static func raw(session: Int64, _ ordinal: Int64) -> Int64 { session << 40 | ordinal }

    /// The ids of all raw rows of a session.
    package static func raws(of session: Int64) -> Range<Int64> { ids(of: session, in: sessions, bits: 40) }

    /// A run's stream.
    static func stream(run: Int64, _ number: Int) -> Int64 { run << 10 | Int64(number) }

    /// The ids of all streams of a run.
    package static func streams(of run: Int64) -> Range<Int64> { ids(of: run, in: runs, bits: 10) }

    /// A stream's sample.
    static func sample(stream: Int64, _ sequence: Int64) -> Int64 { stream << 32 | sequence }

    /// The ids of all samples of a stream.
    package static func samples(of stream: Int64) -> Range<Int64> {
        ids(of: stream, in: 1 << 10..<1 << 31 - 1, bits: 32)
    }

    /// The ids of all samples of a run.
    static func samples(ofRun run: Int64) -> Range<Int64> { ids(of: run, in: runs, bits: 42) }

    /// A run's alarm, gap or reject.
    static func derived(run: Int64, _ ordinal: Int64) -> Int64 { run << 32 | ordinal }

    /// The ids of all alarms, gaps or rejects of a run.
    package static func derived(of run: Int64) -> Range<Int64> { ids(of: run, in: runs, bits: 32) }

    /// The number of a new session or run.
    /// - Throws: `StoreError` for one that is out of range, as after a row that was given an extreme number.
    static func require(
        _ number: Int64, in range: Range<Int64>, _ what: String, of path: String
    ) throws(StoreError) -> Int64 {
        guard !range.contains(number) else { return number }
        throw StoreError(
            .damaged, path, "a new \(what) would get the number \(number), which is out of range; start a new file")
    }

    private static func ids(of owner: Int64, in owners: Range<Int64>, bits: Int64) -> Range<Int64> {
        owners.contains(owner) ? owner << bits..<(owner + 1) << bits : 0..<0
    }
}
