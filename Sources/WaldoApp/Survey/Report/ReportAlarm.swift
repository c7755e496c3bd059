import WaldoCore
import WaldoStore
import WaldoSurvey
import WaldoTime

/// An alarm of a report: raised, and perhaps cleared.
struct ReportAlarm {
    /// How it was raised.
    var raised: AlarmChange
    /// When, in microseconds since 1970; nil: the wall clock is not known.
    var raisedUTC: Int64?
    /// When it cleared, or was raised by another cause; nil: neither.
    var cleared: (at: Instant, utc: Int64?)?
    /// When its session began.
    var began: Instant
    /// Whether a drive was halted.
    var hasHalted: Bool

    /// The alarms of a session's newest run, in the order in which they were raised.
    /// - Throws: `StoreError`.
    static func alarms(
        of run: RunSummary, in session: SessionSummary, _ reader: StoreReader
    ) throws(StoreError) -> [ReportAlarm] {
        let changes = try reader.alarms(ofRun: run.id)
        guard !changes.isEmpty else { return [] }
        let clock = try clock(of: session, reader), began = session.start ?? changes[0].at
        let halts = try halts(of: session, reader)
        var alarms: [ReportAlarm] = []
        for change in changes {
            let utc = utc(of: change.at, clock)
            if let index = alarms.lastIndex(where: { $0.raised.node == change.node && $0.cleared == nil }) {
                alarms[index].cleared = (change.at, utc)
            }
            guard change.cause != nil else { continue }
            alarms.append(
                ReportAlarm(raised: change, raisedUTC: utc, began: began, hasHalted: halts.contains(change)))
        }
        return alarms
    }

    /// What the wall clock showed, the oldest row first.
    private static func clock(
        of session: SessionSummary, _ reader: StoreReader
    ) throws(StoreError) -> [(at: Instant, utc: Int64)] {
        var rows: [(Instant, Int64)] = []
        try reader.events(of: session.id) { event, at in
            if case .clock(let utc) = event { rows.append((at, utc)) }
            return true
        }
        return rows
    }

    private static func utc(of time: Instant, _ clock: [(at: Instant, utc: Int64)]) -> Int64? {
        guard let row = clock.last(where: { $0.at <= time }) ?? clock.first else { return nil }
        let (utc, isBeyond) = row.utc.addingReportingOverflow((time - row.at).microseconds)
        return isBeyond ? nil : utc
    }

    /// The alarms that have halted a drive: those of the run that was computed while it was driven.
    private static func halts(of session: SessionSummary, _ reader: StoreReader) throws(StoreError) -> [AlarmChange] {
        guard !session.isImported, let run = session.runs.first(where: \.isLive), run.description.arm != nil
        else { return [] }
        return try reader.alarms(ofRun: run.id).filter { $0.halts && $0.cause != nil }
    }
}
