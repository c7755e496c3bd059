import WaldoCore
import WaldoSurvey
import WaldoTime

/// Writes the records of one session into its tables; the transactions are the caller's.
final class SessionWriter {
    private let ids: SessionRows
    private let connection: Connection
    private let raw: RawRows
    private let derived: DerivedRows
    private let statements: AccountStatements
    private var account = SessionAccount()
    private var hasStart = false
    /// For records that wrap around the end of the ring.
    let spare = UnsafeMutableRawBufferPointer.allocate(byteCount: RecordBuffer.capacity, alignment: 8)

    init(_ ids: SessionRows, _ start: SessionStart, in connection: Connection) throws(StoreError) {
        self.ids = ids
        self.connection = connection
        raw = try RawRows(session: ids.session, clockSource: start.clockSource, in: connection)
        derived = try DerivedRows(run: ids.run, in: connection)
        statements = try AccountStatements(in: connection)
    }

    deinit { spare.deallocate() }

    /// Writes what is known of the account, and when the session began.
    func writeAccount() throws(StoreError) {
        try account.write(session: ids.session, with: statements)
        guard !hasStart, let first = raw.first else { return }
        hasStart = true
        try connection.execute("UPDATE session SET mono_start = ? WHERE id = ?") { [ids] in
            $0.bind(first)
            $0.bind(ids.session)
        }
    }

    /// Marks the session as ended cleanly.
    func end() throws(StoreError) {
        try connection.execute("UPDATE session SET clean = 1, mono_end = ? WHERE id = ?") { [ids, raw] in
            $0.bind(raw.last)
            $0.bind(ids.session)
        }
        try SurveyEnd.update(session: ids.session, in: connection)
    }

    /// Writes one record.
    func write(_ record: consuming RecordReader) throws(StoreError) {
        var record = record
        switch record.kind {
        case .reading, .command, .fix, .clock, .undated, .link, .placed, .spot, .deadline, .end: try writeRaw(&record)
        case .stream, .sample, .alarm, .gap, .reject: try writeDerived(&record)
        case .surplusFix: break
        case .overflowedBytes:
            let channel = Int(record.int(Int32.self))
            account.addOverflow(rows: record.int(), bytes: record.int(), channel: channel)
        case .overflowedRows:
            guard let kind = RecordKind(rawValue: record.int()) else { return }
            account.addLost(kind, rows: record.int())
        case .accepted:
            let channel = Int(record.int(Int32.self))
            account.setAccepted(record.int(), channel: channel)
        case .received:
            let channel = Int(record.int(Int32.self))
            account.setReceived(record.int(), channel: channel)
        case .measurements:
            let channel = Int(record.int(Int32.self))
            var measured = MeasurementAccount()
            measured.decoded = Int(record.int(Int64.self))
            for reason in Unsampled.allCases { measured[reason] = Int(record.int(Int64.self)) }
            account.setMeasured(measured, channel: channel)
        case .device: try writeDevice(address: record.text(), name: record.text())
        case .forbidsUpload:
            try connection.execute("UPDATE survey SET upload = 0 WHERE id = (SELECT survey FROM session WHERE id = ?)")
            {
                [ids] in $0.bind(ids.session)
            }
        }
    }

    /// Adds a peripheral to the survey if it is a new one, and refers the session's channels to it.
    private func writeDevice(address: String, name: String) throws(StoreError) {
        let mine = "survey = (SELECT survey FROM session WHERE id = ?1) AND address = ?2 AND name = ?3"
        for sql in [
            """
            INSERT INTO device (survey, address, name)
            SELECT survey, ?2, ?3 FROM session WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM device WHERE \(mine))
            """,
            "UPDATE channel SET device = (SELECT id FROM device WHERE \(mine)) WHERE session = ?1",
        ] {
            try connection.execute(sql) { [ids] in
                $0.bind(ids.session)
                $0.bind(address)
                $0.bind(name)
            }
        }
    }

    private func writeRaw(_ record: inout RecordReader) throws(StoreError) {
        let at = record.instant()
        switch record.kind {
        case .reading:
            let row = record.row(as: ReadingRow.self)
            try raw.insert(row, at: at)
            account.addStored(row.bytes.count, channel: row.channel)
        case .command: try raw.insert(record.row(as: CommandRow.self), at: at)
        case .fix: try raw.insert(record.row(as: Fix.self), at: at)
        case .clock: try raw.insertClock(record.int(), at: at)
        default: try raw.insert(record.row(as: EventRow.self), at: at)
        }
    }

    private func writeDerived(_ record: inout RecordReader) throws(StoreError) {
        switch record.kind {
        case .stream:
            let number = Int(record.int(Int32.self))
            try derived.insert(number, record.row())
        case .sample:
            let (stream, sequence) = (Int(record.int(Int32.self)), record.int(Int64.self))
            var sample = record.row(as: Sample.self)
            (sample.stream, sample.sequence) = (stream, sequence)
            try derived.insert(sample)
        case .alarm: try derived.insert(record.row(as: AlarmChange.self))
        case .gap: try derived.insert(record.row(as: Gap.self))
        default:
            let row = record.row(as: RejectRow.self)
            try derived.insert(row)
            account.add(row.reject)
        }
    }
}
