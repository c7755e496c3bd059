import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTeleop
import WaldoTime

/// What the link of a drive reports.
enum DriveLinkReport {
    /// What has changed, and when: the event for the state machine, and the state that screens show; nil: none.
    case changed(LinkEvent? = nil, LinkStatus? = nil, Instant)
    /// The arm has sent bytes by itself.
    case notified(Notification)
    /// The scanning adapter's name, and the shields that it hears.
    case heard(adapter: String, [Peripheral])
    /// It has failed for good.
    case failed(Failure)
}

/// Gets what the link of a drive reports.
@LoopActor
protocol DriveLinkDelegate: AnyObject {
    func link(didReport report: DriveLinkReport)
}

/// What carries the commands of a drive: a link to a shield or to a serial port, a simulated arm, or nothing under
/// override.
@LoopActor
protocol DriveLink: AnyObject {
    /// Gets what it reports; not retained.
    var delegate: (any DriveLinkDelegate)? { get set }
    /// What carries the frames.
    var frameLink: any Link { get }
    /// Starts to look for the shield or the port; a simulated arm is connected at once, and so is none under override.
    func start(_ drive: Drive)
    /// Connects to the shield that the operator has chosen, by its address.
    func choose(_ address: String)
    /// The simulated arm at a time; nil: the arm is not simulated.
    func arm(at time: Instant) -> SimulatedArm?
}

extension DriveLink {
    func choose(_ address: String) {}
    func arm(at time: Instant) -> SimulatedArm? { nil }
}

extension DriveLink where Self: Link {
    var frameLink: any Link { self }
}

extension DrivePlan {
    /// The link that carries the drive's commands.
    /// - Parameter start: when the drive began.
    @LoopActor func makeLink(start: Instant) -> any DriveLink {
        switch transport {
        case .arm:
            switch arm.link {
            case .bluetooth(let profile): ShieldLink(self, profile)
            case .serial(let profile): PortLink(self, profile)
            }
        case .override: OverrideLink()
        case .simulation(let options): SimulatedDriveLink(self, options, start: start)
        }
    }
}
