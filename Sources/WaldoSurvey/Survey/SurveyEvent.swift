public import WaldoCore

/// Every input of the survey's state machine. Each comes with its time on the session's clock, and nothing else
/// influences a sample, so that a survey can be processed again from what its store holds of them.
public enum SurveyEvent: Equatable, Sendable {
    /// Bytes that the sensor sent on a characteristic: its index in the sensor's list.
    case bytes(channel: Int, [UInt8])
    /// A place that a source other than the sensor's messages has given.
    case fix(Fix)
    /// The arm was commanded to set a channel to a number, in units of 10^-decimals.
    case command(Channel, Int32)
    /// What the wall clock shows: microseconds since 1970.
    case clock(utc: Int64)
    /// The date is not known from here on: what states it stands still, runs back or cannot be true. The next `clock`
    /// ends that.
    case undated
    /// The link to the sensor is up.
    case linkUp
    /// The link to the sensor was lost.
    case linkDown
    /// The operator pauses the survey; the next change of the link ends the pause.
    case paused
    /// The operator has confirmed that the arm stands at its start position.
    case placed
    /// A measurement at a point of a raster, or on a route, begins or ends.
    case spot(SpotChange)
    /// The deadline that the state machine gave has passed.
    case deadline
    /// The session ends.
    case end
}
