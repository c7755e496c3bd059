internal import WaldoCore
internal import WaldoStore
internal import WaldoTime

/// Hands results on to a store, and counts its rows.
struct CountingSink: SurveySink {
    private let writer: RunWriter
    private(set) var rows = 0

    init(_ writer: RunWriter) { self.writer = writer }

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
        writer.reject(reject)
    }
}
