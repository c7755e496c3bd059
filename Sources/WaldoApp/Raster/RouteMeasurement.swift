import WaldoCore
import WaldoLoop
import WaldoSurvey
import WaldoTime

/// Hears what was measured on a route, and compares it with what was expected.
@LoopActor
final class RouteMeasurement: SurveyObserver {
    private let expected: RouteExpectation
    private var stream: Int?
    private var newest: Sample?
    /// How long has been measured since the departure.
    var time = TimeSpan.zero

    init(_ expected: RouteExpectation, of survey: LiveSurvey) {
        self.expected = expected
        survey.add(self)
    }

    /// What is to be read at the end.
    /// - Parameter duration: how long the route took; nil: it was interrupted.
    func conclusion(_ duration: TimeSpan?) -> [String] {
        guard let duration else { return ["the route was interrupted, so that nothing was measured on it as a whole"] }
        guard let newest else { return ["the graph has no result “\(expected.routeStream)” to compare with"] }
        return expected.lines(measured: newest, in: time, driven: duration)
    }

    // MARK: results

    func report(_ report: SurveyReport, _ status: SurveyStatus) {
        switch report {
        case .stream(let number, let description): if description.name == expected.routeStream { stream = number }
        case .sample(let sample): if sample.stream == stream { newest = sample }
        case .message, .alarm, .gap, .reject, .forbidsUpload, .match, .fix, .link, .paused, .relay, .store, .note: break
        }
    }
}
