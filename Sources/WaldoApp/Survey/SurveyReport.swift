import WaldoCore
import WaldoSurvey
import WaldoTime

/// What happens in a survey: the results of its state machine when they are final, and what is around it.
enum SurveyReport: Equatable {
    /// A stream begins.
    case stream(Int, StreamDescription)
    /// A message was decoded.
    case message(SensorMessage)
    /// A sample is final.
    case sample(Sample)
    /// An alarm was raised or has cleared.
    case alarm(AlarmChange)
    /// A gap has ended.
    case gap(Gap)
    /// Bytes were rejected.
    case reject(Reject)
    /// A message forbids publishing the survey.
    case forbidsUpload(at: Instant)
    /// The graph takes none of the sensor's streams, or takes one after that was reported.
    case match(GraphMatch.Change)
    /// A source other than the sensor has given a place.
    case fix(Fix)
    /// The link to the sensor has changed.
    case link(LinkStatus)
    /// The operator has paused the survey, or has started it again.
    case paused(Bool)
    /// The state of the survey's stream to others has changed.
    case relay(RelayStatus)
    /// Rows have been lost, so many in all, or nothing more is stored.
    case store(lostRows: Int, hasFailed: Bool)
    /// A sentence for the operator.
    case note(String)
}
