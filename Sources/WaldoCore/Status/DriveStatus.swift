/// The state of a drive, which every screen shows: folded from the reports.
public struct DriveStatus: Equatable, Sendable {
    /// The arm's name.
    public var arm: String
    /// Where the commands go.
    public var transport: Transport
    /// Whether the arm is halted.
    public var halt = HaltState.none
    /// Whether the emergency stop is latched.
    public var isStopped: Bool { halt == .stopped }
    /// Whether a held position moves, so that screens have to be drawn again.
    public private(set) var isMoving = false
    /// Whether the arm is being parked, after which the drive ends.
    public var isParking = false
    /// The number of halts so far.
    public var halts = 0
    /// The link as it was reported last; while the arm's answer to a motion is missing, it is stalled.
    public var link = LinkStatus()
    /// The link as it was reported last, while an answer is missing; nil: none is.
    private var unansweredLink: LinkStatus?
    /// The shield that was found last: its name and signal stay while it is looked for again; nil: none was found.
    public var shield: LinkStatus?
    /// Whether the link was up before: then it is lost while the shield is looked for, too.
    public var hasBeenConnected = false
    /// The input.
    public var input = InputStatus()
    /// Where the arm itself reports that it is; nil: it has not yet.
    public var positions: PerChannel<Int32?>?
    /// What the raster does; nil: there is none.
    public var raster: RasterStatus?
    /// The part of what the hand's controls ask that is done; nil: nothing is asked of them.
    public var handShare: Double?
    /// The names of the joints that are at their ends and would have to go on, and of the fence's regions that hold.
    public var jointsAtEnd: [String] = [], heldFences: [String] = []
    /// The name of the file that the drive is recorded into; empty: none.
    public var recording = ""
    /// How many pages of the panel are open, and whether one of them drives.
    public var pages = 0, isDrivenByPage = false
    /// The exit status with which the drive has ended; nil: it is running.
    public var exitStatus: Int32?

    /// A drive at its beginning: no link, no input.
    public init(arm: String = "", transport: Transport = .shield) {
        self.arm = arm
        self.transport = transport
    }

    /// Updates the state with a report.
    public mutating func apply(_ report: DriveReport) {
        switch report {
        case .noticed(let notice, _): apply(notice)
        case .link(let next):
            show(next, missesAnswer: unansweredLink != nil)
            if next.phase.isUp { hasBeenConnected = true }
            if next.hasPeripheral { shield = next }
        case .input(let report): input.apply(report)
        case .battery(let battery, _): input.battery = battery
        case .positions(let newer): positions = positions.map { $0.updated(by: newer) } ?? newer
        case .raster(let next): raster = next
        case .recording(let name): recording = name
        case .audience(let pages, let isDriven): (self.pages, isDrivenByPage) = (pages, isDriven)
        case .ended(let status): exitStatus = status
        case .heard, .note, .notified, .spot: break
        }
    }

    private mutating func apply(_ notice: DriveNotice) {
        halt = halt.after(notice)
        switch notice {
        case .halt: halts += 1
        case .parking(let phase): isParking = phase.isUnderWay
        case .answer(let isMissing): show(unansweredLink ?? link, missesAnswer: isMissing)
        case .moving(let isMoving): self.isMoving = isMoving
        case .stop, .dropped, .resume, .profile, .precision, .resumeRefused, .profileRefused, .gate, .position, .motion,
            .fence, .joints:
            break
        }
    }

    /// A link that is not up waits for no answer, and one that stalls by itself shows that.
    private mutating func show(_ next: LinkStatus, missesAnswer: Bool) {
        unansweredLink = missesAnswer && next.phase.isUp ? next : nil
        link = unansweredLink != nil && next.phase == .connected ? next.unanswered : next
    }
}
