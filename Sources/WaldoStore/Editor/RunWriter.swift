import WaldoCore
public import WaldoSurvey
public import WaldoTime

/// Takes the results of processing a session again, and writes them as a run.
public final class RunWriter: SurveySink {
    private let rows: DerivedRows
    private let progress: (Int) -> Void
    private var written = 0
    /// The first failure; later results are dropped, and the run is not kept.
    public private(set) var failure: StoreError?

    init(_ rows: DerivedRows, _ progress: @escaping (Int) -> Void) {
        self.rows = rows
        self.progress = progress
    }

    private func write(_ insert: (DerivedRows) throws(StoreError) -> Void) {
        guard failure == nil else { return }
        do throws(StoreError) { try insert(rows) } catch { failure = error }
        written += 1
        if written % 10_000 == 0 { progress(written) }
    }

    /// Writes what a stream is.
    public func stream(_ number: Int, _ description: StreamDescription) {
        write { (rows) throws(StoreError) in try rows.insert(number, description) }
    }

    /// A message is not stored: it follows from its bytes.
    public func message(_ message: borrowing SensorMessage) {}

    /// Writes a sample.
    public func sample(_ sample: Sample) { write { (rows) throws(StoreError) in try rows.insert(sample) } }

    /// Writes an alarm.
    public func alarm(_ change: AlarmChange) { write { (rows) throws(StoreError) in try rows.insert(change) } }

    /// Writes a gap.
    public func gap(_ gap: Gap) { write { (rows) throws(StoreError) in try rows.insert(gap) } }

    /// The mark belongs to the survey, not to a run.
    public func forbidsUpload(at time: Instant) {}

    /// Writes rejected bytes.
    public func reject(_ reject: Reject) { self.reject(reject, line: nil) }

    /// Writes a rejected line of an imported file.
    /// - Parameter line: its number, from 1.
    public func reject(_ reject: Reject, line: Int?) {
        write { (rows) throws(StoreError) in try rows.insert(RejectRow(reject: reject, line: line)) }
    }
}
