import WaldoCore
import WaldoLoop
import WaldoTerminal
import WaldoTime

/// The screen of a `SurveyViewObserver`.
@LoopActor
protocol SurveyViewDelegate: AnyObject {
    /// The view may have changed.
    func surveyChanged()
    /// Something has happened that the operator is to read: a line for the log.
    func surveyHappened(_ line: String)
}

/// Keeps a screen's view of a survey up to date, and the age of the last message with it.
@LoopActor
final class SurveyViewObserver: SurveyObserver {
    private let renderer: SurveyRenderer
    private weak var survey: LiveSurvey?
    /// Whether the link's changes are lines of the log.
    private let logsLink: Bool
    private weak var delegate: (any SurveyViewDelegate)?
    private var timer: LoopTimer?
    private var phase: LinkStatus.Phase?

    /// Begins to observe a survey.
    init(
        _ renderer: SurveyRenderer, of survey: LiveSurvey, logsLink: Bool, delegate: any SurveyViewDelegate
    ) {
        self.renderer = renderer
        self.survey = survey
        self.logsLink = logsLink
        self.delegate = delegate
        timer = LoopTimer(of: self) { owner, _ in if let survey = owner.survey { owner.touch(survey.status) } }
        survey.add(self)
        touch(survey.status)
    }

    /// Ends it; the delegate hears no more.
    func close() {
        timer?.cancel()
        timer = nil
    }

    /// What is to be shown at a time.
    func view(at now: Instant) -> SurveyView {
        survey.map { renderer.view(of: $0.status, at: now) } ?? SurveyView()
    }

    func report(_ report: SurveyReport, _ status: SurveyStatus) {
        if case .link(let link) = report {
            if logsLink, link.phase != phase {
                delegate?.surveyHappened(
                    "sensor \(link.phase.name)" + (link.summary.isEmpty ? "" : ": \(link.summary)"))
            }
            phase = link.phase
        } else if let line = renderer.line(report) {
            delegate?.surveyHappened(line)
        }
        touch(status)
    }

    /// The view may have changed; without news it does so at the next second.
    private func touch(_ status: SurveyStatus) {
        guard let timer else { return }
        if timer.deadline == nil { timer.arm(at: renderer.nextChange(of: status, after: Monotonic.now())) }
        delegate?.surveyChanged()
    }
}
