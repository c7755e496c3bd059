import WaldoCore
import WaldoStore
import WaldoSurvey
import WaldoTime

/// Hands results on to a store, and counts its rows.
struct CountingSink: ProcessingSink {
    private let writer: RunWriter
    /// The lines of an imported log; nil: bytes of a sensor.
    private var lines: LineCount?
    private(set) var rows = 0

    /// - Parameter isLog: whether the session is an imported log, whose rejects have line numbers.
    init(_ writer: RunWriter, isLog: Bool) {
        self.writer = writer
        lines = isLog ? LineCount() : nil
    }

    mutating func willProcess(_ event: SurveyEvent) {
        if case .bytes(_, let bytes) = event { lines?.add(bytes) }
    }

    mutating func stream(_ number: Int, _ description: StreamDescription) { writer.stream(number, description) }
    mutating func message(_ message: borrowing SensorMessage) {}
    mutating func sample(_ sample: Sample) {
        rows += 1
        writer.sample(sample)
    }
    mutating func alarm(_ change: AlarmChange) {
        rows += 1
        writer.alarm(change)
    }
    mutating func gap(_ gap: Gap) {
        rows += 1
        writer.gap(gap)
    }
    mutating func forbidsUpload(at time: Instant) {}
    mutating func reject(_ reject: Reject) {
        rows += 1
        writer.reject(reject, line: lines?.number)
    }
}
