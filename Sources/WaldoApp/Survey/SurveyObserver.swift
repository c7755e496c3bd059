internal import WaldoCore
internal import WaldoLoop
internal import WaldoTime

/// Shows or reports a survey: it gets the results of the state machine when they are final.
@LoopActor
protocol SurveyObserver: AnyObject {
    /// A stream begins.
    func stream(_ number: Int, _ description: StreamDescription)
    /// A message was decoded.
    func message(_ message: SensorMessage)
    /// A sample is final.
    func sample(_ sample: Sample)
    /// An alarm was raised or has cleared.
    func alarm(_ change: AlarmChange)
    /// A gap has ended.
    func gap(_ gap: Gap)
    /// Bytes were rejected.
    func reject(_ reject: Reject)
    /// A source other than the sensor has given a place.
    func fix(_ fix: Fix)
    /// The link to the sensor has changed.
    func link(_ state: LinkShown)
    /// A sentence for the operator.
    func note(_ text: String)
    /// The state of the survey's stream to others has changed.
    func streamed(_ state: StreamShown)
    /// The graph takes none of the sensor's streams, or takes one after that was reported.
    func match(_ change: GraphMatch.Change)
}

extension SurveyObserver {
    /// Ignores it.
    func streamed(_ state: StreamShown) {}
    /// Ignores it.
    func match(_ change: GraphMatch.Change) {}
}
