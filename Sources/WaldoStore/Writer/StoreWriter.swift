import Glibc
import WaldoCore
import WaldoLoop
public import WaldoTime

/// Writes a survey into its store, without the loop ever waiting for a disk.
///
/// Records are encoded into a ring of fixed size, and a thread, `waldo-store`, writes them in transactions. A record
/// that does not fit is dropped and counted, and the counts are stored as soon as there is room. Readings may fill
/// three quarters of the ring only: what is computed from them always finds room unless the thread is stuck. Places may
/// fill half of it, so that no flood of them displaces a reading. Nothing is allocated per record.
///
/// One thread at a time uses it: the loop's. When the store fails, `failure` is set and nothing more is stored; the
/// survey itself goes on.
public final class StoreWriter {
    /// What happens to a record that does not fit into the ring.
    public enum WhenFull: Sendable {
        /// It is dropped and counted: live.
        case drop
        /// The caller waits for room: imports, which are not on the loop.
        case wait
    }

    /// The UUID of the survey that the session belongs to: that of an earlier session where it continues its survey.
    public let survey: String
    /// The session's number in its file.
    public let session: Int64
    /// The run of its live results.
    public let run: Int64
    /// Whether the file's last session had not been ended: it was killed, or lost its power.
    public let recovered: Bool

    let ring: RecordRing
    let engine: StoreEngine
    let buffer = RecordBuffer()
    var counts = OverflowCounts()
    private var receivedHandedOver = 0
    private(set) var isFinished = false
    private let whenFull: WhenFull
    private let outcome = StoreOutcome()

    init(
        _ file: StoreFile, _ description: SurveyDescription, _ start: SessionStart, capacity: Int, whenFull: WhenFull
    ) throws(StoreError) {
        recovered = file.wasUnclean
        try file.beginWriting()
        let connection = file.connection
        let rows = try connection.transaction { () throws(StoreError) in
            try SessionRows(description, start, in: connection)
        }
        (survey, session, run) = (rows.uuid, rows.session, rows.run)
        do throws(SystemFailure) {
            ring = try RecordRing(capacity: max(capacity, 4 * RecordBuffer.capacity))
        } catch {
            throw StoreError(
                .failed, file.path, "there is no memory for its buffer (\(error.reason)); end other programs")
        }
        engine = StoreEngine(
            file: file, rows: try SessionWriter(rows, start, in: connection), ring: ring, outcome: outcome,
            buildsLayers: !start.isFollowed)
        self.whenFull = whenFull
    }

    /// Without `finish` the thread still writes what it has, and ends.
    deinit { ring.close() }

    // MARK: the ring

    /// What became of a record.
    enum Pushed {
        case added, full, broken
    }

    /// Adds the record that is in the buffer, behind the counts of what did not fit before it.
    func push(_ kind: RecordKind) -> Pushed {
        if kind.isRow { counts.offeredRows += 1 }
        if ring.isBroken { return .broken }
        guard buffer.isWhole else { return .full }
        let isReading = kind == .reading
        let reserve =
            switch kind {
            case .reading: ring.capacity / 4
            case .fix: ring.capacity / 2
            default: 0
            }
        while !ring.push(buffer.bytes, reserve: reserve, isReading: isReading) {
            if ring.isBroken { return .broken }
            guard whenFull == .wait else { return .full }
            pause()
        }
        return .added
    }

    /// Adds a record of any kind but a reading; one that does not fit is counted.
    @discardableResult
    func pushOrCount(_ kind: RecordKind) -> Bool {
        switch push(kind) {
        case .added: return true
        case .full:
            counts.addRow(kind)
            return false
        case .broken: return true
        }
    }

    /// Hands the counts of what did not fit to the thread, as far as there is room.
    func handOverCounts() {
        for channel in counts.channels.indices where counts.channels[channel].rows > 0 {
            buffer.begin(.overflowedBytes)
            buffer.put(Int32(channel))
            buffer.put(counts.channels[channel].rows)
            buffer.put(counts.channels[channel].bytes)
            guard push(.overflowedBytes) == .added else { return }
            counts.clear(channel: channel)
        }
        for kind in RecordKind.all where counts.rows[Int(kind.rawValue)] > 0 {
            buffer.begin(.overflowedRows)
            buffer.put(kind.rawValue)
            buffer.put(counts.rows[Int(kind.rawValue)])
            guard push(.overflowedRows) == .added else { return }
            counts.clear(kind)
        }
        counts.setHandedOver()
    }

    // MARK: the end

    /// Accepts no more records, and waits until all are written, the session is marked as ended and the indexes are
    /// built, or the time has passed. After that time the thread goes on; a session whose rows are all written is whole
    /// even if the process ends during the indexes.
    /// - Parameter isUnused: whether the session holds nothing of worth. A file that this writer has made is removed.
    /// - Returns: whether the file is complete.
    @discardableResult
    public func finish(within span: TimeSpan, isUnused: Bool = false) -> Bool {
        engine.isUnused = isUnused
        let deadline = Monotonic.now() + span
        while !isFinished && !handOverAccount() {
            guard !ring.isBroken, Monotonic.now() < deadline else { break }
            pause()
        }
        closeRing()
        while !ring.isDone {
            guard Monotonic.now() < deadline else { return false }
            pause()
        }
        return failure == nil
    }

    /// No record follows.
    func closeRing() {
        isFinished = true
        ring.close()
    }

    /// Hands over all counts.
    /// - Returns: whether there was room for them.
    func handOverAccount() -> Bool {
        if counts.isPending { handOverCounts() }
        guard !counts.isPending else { return false }
        while receivedHandedOver < counts.channels.count {
            buffer.begin(.received)
            buffer.put(Int32(receivedHandedOver))
            buffer.put(counts.channels[receivedHandedOver].received)
            guard push(.received) == .added else { return false }
            receivedHandedOver += 1
        }
        return true
    }

    private func pause() { usleep(200) }

    // MARK: the thread

    /// Starts the thread.
    /// - Parameter onFailure: called on the store's thread, once, when the store fails.
    func start(onFailure: @escaping @Sendable (StoreError) -> Void) throws(StoreError) {
        nonisolated(unsafe) let engine = engine
        do throws(SystemFailure) {
            try BackgroundThread.start(name: "waldo-store") { [ring, outcome] in
                StoreThread.run(engine, ring) { error in
                    outcome.set(error)
                    onFailure(error)
                }
            }
        } catch {
            engine.abandon()
            throw StoreError(
                .failed, "the store's thread", "it cannot be started (\(error.reason)); end other programs")
        }
    }

    /// Why nothing more is stored; nil: the store works.
    public var failure: StoreError? { outcome.error }
    /// Whether the file is removed at the end.
    public var isDiscarded: Bool { engine.discardsFile }
    /// How many rows have not been stored: they did not fit, or the store had failed before them.
    public var lostRows: Int {
        failure == nil ? counts.totalRows : counts.offeredRows - outcome.committedRows
    }
}
