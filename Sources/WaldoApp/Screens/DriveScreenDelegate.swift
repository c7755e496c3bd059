import WaldoCore
import WaldoLoop
import WaldoPanel
import WaldoTime

/// What the screens of a drive ask of it, and what their operators want.
@LoopActor
protocol DriveScreenDelegate: AnyObject {
    /// The arm as it is drawn at a time; nil: nothing is known of where it is.
    func arm(at time: Instant) -> ArmShown?
    /// How far a recording has been played at a time; nil: none is.
    func progress(at time: Instant) -> ReplayProgress?
    /// The operator of the raster wants something.
    func handle(_ order: ViewMessage.Raster)
    /// The operator has chosen a shield among those in reach.
    func choose(shield: String)
    /// The number of pages has changed, or whether one of them drives.
    func audienceChanged(pages: Int, isDriven: Bool)
}
