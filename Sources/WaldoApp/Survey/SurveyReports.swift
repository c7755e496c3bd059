import WaldoCore
import WaldoSurvey
import WaldoTime

/// The results of one step of the survey's state machine, in order. Its storage is used again.
struct SurveyReports: SurveySink {
    private(set) var entries: [SurveyReport] = []

    init() { entries.reserveCapacity(256) }

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func stream(_ number: Int, _ description: StreamDescription) {
        entries.append(.stream(number, description))
    }
    mutating func message(_ message: borrowing SensorMessage) { entries.append(.message(copy message)) }
    mutating func sample(_ sample: Sample) { entries.append(.sample(sample)) }
    mutating func alarm(_ change: AlarmChange) { entries.append(.alarm(change)) }
    mutating func gap(_ gap: Gap) { entries.append(.gap(gap)) }
    mutating func forbidsUpload(at time: Instant) { entries.append(.forbidsUpload(at: time)) }
    mutating func reject(_ reject: Reject) { entries.append(.reject(reject)) }
    mutating func match(_ change: GraphMatch.Change) { entries.append(.match(change)) }
}
