/// Rules of the state machine that were different when older recordings were made. Those are proved under their own.
public struct DriveRules: Equatable, Sendable {
    /// Whether an emergency stop that is held down refuses a resume.
    public var stopsHold: Bool
    /// Whether a stick that stands beside its nominal rest, within the dead zone and too far to be learned, keeps the
    /// nominal rest; else it is dead until it has been nearer.
    public var keepsNominalRest: Bool

    /// Today's.
    public static let present = DriveRules(stopsHold: true, keepsNominalRest: true)
    /// Those of recordings of format 1.
    public static let first = DriveRules(stopsHold: false, keepsNominalRest: false)
}
