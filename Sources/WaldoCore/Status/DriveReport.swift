public import WaldoTime

/// What happens in a drive, for screens: they get it beside each step and command. `DriveStatus` is folded from it.
public enum DriveReport: Equatable, Sendable {
    /// A step of the state machine changed something, at a time of the drive.
    case noticed(DriveNotice, at: Instant)
    /// The link has changed. Screens get it as the drive's status has it: stalled, while an answer is missing.
    case link(LinkStatus)
    /// The input has changed.
    case input(InputReport)
    /// The state of the input's battery, with the warning to say now; nil: none.
    case battery(Battery, warning: Battery.Warning?)
    /// A warning that the operator needs before the first motion.
    case note(String)
    /// The arm sent bytes by itself.
    case notified(Notification)
    /// The arm reports where it stands, in units of 10^-decimals; nil: not for this channel.
    case positions(PerChannel<Int32?>)
    /// The measurement at a point of a raster begins or ends, at a time of the drive.
    case spot(SpotChange, at: Instant)
    /// The raster goes on, waits or has ended.
    case raster(RasterStatus)
    /// The drive is recorded into a file of this name.
    case recording(String)
    /// How many pages of the panel are open, and whether one of them drives.
    case audience(pages: Int, isDriven: Bool)
    /// The drive has ended with this exit status.
    case ended(status: Int32)
}
