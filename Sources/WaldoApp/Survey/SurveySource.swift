internal import WaldoCore
internal import WaldoLoop
internal import WaldoTime

/// What a survey hears besides the arm's own link: the built-in sensor, and gpsd.
@LoopActor
final class SurveySource {
    private let plan: SurveyPlan
    private let survey: LiveSurvey
    private var demo: DemoSensorSource?
    private var gpsd: GPSDClient?

    init(_ plan: SurveyPlan, _ survey: LiveSurvey) {
        self.plan = plan
        self.survey = survey
    }

    /// Begins to hear.
    func start() {
        if plan.isDemo {
            survey.link(LinkShown(phase: .connected, name: plan.sensor.name, detail: "built in"), at: Monotonic.now())
            demo = DemoSensorSource { [survey] bytes, time in survey.heard(bytes, channel: 0, at: time) }
        }
        guard let address = plan.gpsd.flatMap({ GPSDAddress.parse($0) }) else { return }
        gpsd = GPSDClient(
            address,
            .init(
                fix: { [survey] in survey.located($0) },
                changed: { [survey] _, sentence in if let sentence { survey.note(sentence) } }))
    }

    func close() {
        demo?.close()
        gpsd?.close()
    }
}
