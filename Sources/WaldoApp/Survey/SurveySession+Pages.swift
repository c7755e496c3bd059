import WaldoCore
import WaldoLoop
import WaldoPanel

/// What the panel's pages ask of the survey.
extension SurveySession: SurveyPagesDelegate {
    func handle(_ order: ViewMessage.Session) {
        switch order {
        case .end: run?.end(status: .success)
        case .start, .pause:
            survey?.pause(order == .pause, at: Monotonic.now())
            pages?.session(is: order == .pause ? .paused : .running)
        }
    }

    func pagesChanged() { dashboard?.code = pages?.code ?? [] }
}
