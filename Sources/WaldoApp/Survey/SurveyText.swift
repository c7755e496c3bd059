import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSurvey
import WaldoTime

/// Shows a survey as lines of text, for a dumb terminal: each stream's newest number once a second, and what happens.
@LoopActor
final class SurveyText: SurveyObserver {
    private let start = Monotonic.now()
    /// What each line of a simulation begins with.
    private let mark: String
    private let renderer: SurveyRenderer
    private var shownAt: Instant?

    init(_ plan: SurveyPlan) {
        mark = plan.simulation == nil ? "" : "simulated: "
        renderer = SurveyRenderer(plan, start: start)
    }

    func report(_ report: SurveyReport, _ status: SurveyStatus) {
        switch report {
        case .sample: show(status)
        case .gap(let gap):
            line(
                "gap of \(SurveyNumber.seconds(gap.to - gap.from)) (\(gap.cause.rawValue))"
                    + (gap.missing.map { ", \(SurveyNumber.count($0, "message")) missing" } ?? ""))
        case .reject(let reject):
            line(
                "rejected \(SurveyNumber.count(reject.bytes.count, "byte")): \(reject.reason.text)"
                    + (reject.field.map { " of \($0)" } ?? ""))
        case .link(let link): line("sensor \(link.phase.name) \(link.name) \(link.address) \(link.detail)")
        case .alarm, .note, .paused, .forbidsUpload, .match: if let text = renderer.line(report) { line(text) }
        case .stream, .message, .fix, .relay, .store: break
        }
    }

    private func show(_ status: SurveyStatus) {
        let now = Monotonic.now()
        if let shownAt, now - shownAt < .seconds(1) { return }
        shownAt = now
        let parts = status.streams.compactMap { stream in stream.newest.map { text(stream.description, $0) } }
        let counts =
            SurveyNumber.count(status.messages, "message")
            + (status.gaps > 0 ? ", " + SurveyNumber.count(status.gaps, "gap") : "")
            + (status.rejects > 0 ? ", " + SurveyNumber.count(status.rejects, "reject") : "")
        line(parts.joined(separator: "   ") + "   " + counts)
    }

    private func text(_ stream: StreamDescription, _ sample: Sample) -> String {
        SafeText.escaped(stream.name) + " " + SurveyNumber.text(sample)
            + (stream.unit.isEmpty ? "" : " " + SafeText.escaped(stream.unit))
    }

    private func line(_ text: String) {
        StandardStreams.writeOutput("\(ClockText.text(Monotonic.now() - start))  \(mark)\(text)")
    }
}
