/// How the ids of rows are formed, so that they are the same however rows are grouped into transactions.
enum RowID {
    /// The raw row at a place in the order of a session's events.
    static func raw(session: Int64, _ ordinal: Int64) -> Int64 { session << 40 | ordinal }

    /// The ids of all raw rows of a session.
    static func raws(of session: Int64) -> Range<Int64> { session << 40..<(session + 1) << 40 }

    /// A run's stream.
    static func stream(run: Int64, _ number: Int) -> Int64 { run << 10 | Int64(number) }

    /// The ids of all streams of a run.
    static func streams(of run: Int64) -> Range<Int64> { run << 10..<(run + 1) << 10 }

    /// A stream's sample.
    static func sample(stream: Int64, _ sequence: Int64) -> Int64 { stream << 32 | sequence }

    /// The ids of all samples of a stream.
    static func samples(of stream: Int64) -> Range<Int64> { stream << 32..<(stream + 1) << 32 }

    /// The ids of all samples of a run.
    static func samples(ofRun run: Int64) -> Range<Int64> { run << 42..<(run + 1) << 42 }

    /// A run's alarm, gap or reject.
    static func derived(run: Int64, _ ordinal: Int64) -> Int64 { run << 32 | ordinal }

    /// The ids of all alarms, gaps or rejects of a run.
    static func derived(of run: Int64) -> Range<Int64> { run << 32..<(run + 1) << 32 }
}
