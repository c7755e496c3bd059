public import WaldoTime

/// What receives the results of a survey's state machine, in the order in which they are final.
public protocol SurveySink {
    /// A stream begins: its number, which its samples carry, and what it is.
    mutating func stream(_ number: Int, _ description: StreamDescription)
    /// A message was decoded; valid during the call only.
    mutating func message(_ message: borrowing SensorMessage)
    /// A sample is final.
    mutating func sample(_ sample: Sample)
    /// An alarm was raised or has cleared.
    mutating func alarm(_ change: AlarmChange)
    /// A gap has ended.
    mutating func gap(_ gap: Gap)
    /// A message forbids publishing the survey; called once.
    mutating func forbidsUpload(at time: Instant)
    /// Bytes were rejected.
    mutating func reject(_ reject: Reject)
    /// The graph takes none of the sensor's streams, or takes one after that was reported.
    mutating func match(_ change: GraphMatch.Change)
}

extension SurveySink {
    /// Ignores it: it is no result that is stored.
    public mutating func match(_ change: GraphMatch.Change) {}
}
