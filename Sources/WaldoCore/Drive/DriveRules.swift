/// Rules of the state machine that have changed. A recording is verified under the rules of its format.
public struct DriveRules: Equatable, Sendable {
    /// Whether a resume is refused while an emergency stop is held down.
    public var stopsHold: Bool
    /// Whether a stick that is off its nominal rest, within the dead zone but too far off to be learned, keeps the
    /// nominal rest; otherwise it is dead until it has come nearer.
    public var keepsNominalRest: Bool

    /// The current rules.
    public static let present = DriveRules(stopsHold: true, keepsNominalRest: true)
    /// The rules of recordings of format 1.
    public static let first = DriveRules(stopsHold: false, keepsNominalRest: false)
}
