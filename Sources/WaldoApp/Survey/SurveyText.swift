internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTime

/// Shows a survey as lines of text, for a dumb terminal: each stream's newest number once a second, and what happens.
@LoopActor
final class SurveyText: SurveyObserver {
    private let start = Monotonic.now()
    private let sensor: Sensor
    /// What each line of a simulation begins with.
    private let mark: String
    private let alarmText: AlarmText
    private var streams: [StreamDescription] = []
    private var newest: [Sample?] = []
    private var messages = 0, rejected = 0, gaps = 0
    private var shownAt: Instant?

    init(_ plan: SurveyPlan) {
        sensor = plan.sensor
        mark = plan.simulation == nil ? "" : "simulated: "
        alarmText = AlarmText(plan.graph)
    }

    func stream(_ number: Int, _ description: StreamDescription) {
        streams.append(description)
        newest.append(nil)
    }

    func message(_ message: SensorMessage) { messages += 1 }

    func sample(_ sample: Sample) {
        newest[sample.stream] = sample
        let now = Monotonic.now()
        if let shownAt, now - shownAt < .seconds(1) { return }
        shownAt = now
        let parts = zip(streams, newest).compactMap { stream, sample in sample.map { text(stream, $0) } }
        let counts =
            SurveyNumber.count(messages, "message") + (gaps > 0 ? ", " + SurveyNumber.count(gaps, "gap") : "")
            + (rejected > 0 ? ", " + SurveyNumber.count(rejected, "reject") : "")
        line(parts.joined(separator: "   ") + "   " + counts)
    }

    func alarm(_ change: AlarmChange) {
        line("alarm " + alarmText.text(change))
    }

    func gap(_ gap: Gap) {
        gaps += 1
        line(
            "gap of \(SurveyNumber.seconds(gap.to - gap.from)) (\(gap.cause.rawValue))"
                + (gap.missing.map { ", \(SurveyNumber.count($0, "message")) missing" } ?? ""))
    }

    func reject(_ reject: Reject) {
        rejected += 1
        line(
            "rejected \(SurveyNumber.count(reject.bytes.count, "byte")): \(reject.reason.words)"
                + (reject.field.map { " of \($0)" } ?? ""))
    }

    func fix(_ fix: Fix) {}

    func link(_ state: LinkShown) { line("sensor \(state.phase.word) \(state.name) \(state.address) \(state.detail)") }

    func note(_ text: String) { line(text) }

    func match(_ change: GraphMatch.Change) { line(change.sentence) }

    private func text(_ stream: StreamDescription, _ sample: Sample) -> String {
        SafeText.escaped(stream.name) + " " + SurveyNumber.text(sample)
            + (stream.unit.isEmpty ? "" : " " + SafeText.escaped(stream.unit))
    }

    private func line(_ text: String) {
        let seconds = Int((Monotonic.now() - start).microseconds / 1_000_000)
        let clock = "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
        StandardStreams.writeOutput("\(clock)  \(mark)\(text)")
    }
}
