import WaldoTime

/// Takes the records out of the ring and writes them: what the store's thread does, turn by turn, at times that are
/// handed in.
final class StoreEngine {
    /// What the thread does before the next turn.
    enum Next: Equatable {
        /// Waits for a record, at most for so long; nil: however long it takes.
        case waitForAny(TimeSpan?)
        /// Lets records accumulate for so long, or until there are many.
        case waitForMuch(TimeSpan)
        /// Ends: the ring is closed and everything is written.
        case end
    }

    /// How long records accumulate before they are committed. With the work of a commit that stays below 100 ms.
    static let commitInterval = TimeSpan.milliseconds(80)
    /// How often commits are made durable against a power cut. With the commit before it, that stays below 5 s.
    static let syncInterval = TimeSpan.seconds(2)

    private let file: StoreFile
    private let ring: RecordRing
    private var rows: SessionWriter?
    private let logSync: LogSync
    private let outcome: StoreOutcome
    private let buildsLayers: Bool
    /// Whether the writer has created the file. Set before the thread starts.
    var isOfNewFile = false
    /// Whether the session holds nothing of worth. Set before the ring is closed, and read by the thread after that.
    var isUnused = false
    var discardsFile: Bool { isOfNewFile && isUnused }
    /// When the thread has first seen the records that are in the ring.
    private var firstSeen: Instant?

    init(file: StoreFile, rows: SessionWriter, ring: RecordRing, outcome: StoreOutcome, buildsLayers: Bool = true) {
        self.buildsLayers = buildsLayers
        self.file = file
        self.rows = rows
        self.ring = ring
        self.outcome = outcome
        logSync = LogSync(path: file.path, every: Self.syncInterval)
    }

    /// Writes the records if they have waited long enough, or are many; closes the file at the end.
    func turn(at now: Instant) throws(StoreError) -> Next {
        if ring.isEmpty {
            firstSeen = nil
            if ring.isClosing {
                try finish()
                return .end
            }
            return .waitForAny(try sync(at: now).map { max(.zero, $0 - now) })
        }
        let first = firstSeen ?? now
        firstSeen = first
        let due = first + Self.commitInterval
        if now < due && !ring.hasMuch { return .waitForMuch(due - now) }
        try commit()
        firstSeen = nil
        logSync.noteCommit(at: now)
        _ = try sync(at: now)
        return .waitForAny(.zero)
    }

    /// - Returns: when the next sync is due.
    private func sync(at now: Instant) throws(StoreError) -> Instant? {
        if logSync.syncIfDue(at: now) { try file.checkpoint() }
        return logSync.due
    }

    private func commit() throws(StoreError) {
        guard let rows else { return }
        try file.checkItIsThere()
        var count = 0
        try file.connection.transaction { () throws(StoreError) in
            try ring.drain(spare: rows.spare) { (record) throws(StoreError) in
                let record = RecordReader(record)
                try rows.write(record)
                if record.kind.isRow { count += 1 }
            }
            try rows.writeAccount()
        }
        outcome.addCommitted(count)
    }

    /// Ends the session cleanly. The session is whole before the indexes are built, which may take a while.
    private func finish() throws(StoreError) {
        guard let rows else { return }
        try file.checkItIsThere()
        try file.connection.transaction { () throws(StoreError) in try rows.end() }
        // Statements hold the file; they end before its journal changes.
        self.rows = nil
        guard !discardsFile else { return file.discard() }
        if buildsLayers {
            try file.connection.transaction { () throws(StoreError) in try Layers.finish(in: file.connection) }
        }
        try file.endWriting()
        file.close()
    }

    /// Gives the file up after a failure.
    func abandon() {
        rows = nil
        file.close()
    }
}
