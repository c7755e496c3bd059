import WaldoCore
import WaldoTime

/// Whether a raster may go on: there is a link that takes motion, somebody can stop it, and no halt has just been.
struct RasterWatch {
    /// A change of the link.
    enum LinkChange { case begins, ends }

    /// The delay from the link's start, and from Enter, to the next command: the gates open after 250 ms of rest.
    static let startDelay: TimeSpan = .milliseconds(300)
    /// Two taps within this time are one.
    private static let doubleTap: TimeSpan = .milliseconds(500)

    /// Whether only a page that drives can stop it.
    let needsPage: Bool
    /// Whether a page drives.
    var hasPage = false
    /// Whether there is a link that takes motion.
    private(set) var isUp = false
    /// Whether there has been one: before, nothing interrupts what has not begun.
    private(set) var hasBeenUp = false
    /// When the drive was halted last, when a link that was lost or stalled took motion again, and when a page has
    /// paused the raster.
    private var halted: Instant?, returned: Instant?, pausedByPage: Instant?

    init(needsPage: Bool) { self.needsPage = needsPage }

    /// Whether somebody can stop it.
    var isWatched: Bool { !needsPage || hasPage }

    /// Follows the link; nil: it takes motion, or takes none, as before.
    mutating func link(_ event: LinkEvent, at time: Instant) -> LinkChange? {
        switch event {
        // A new connection reports `flowing` a little after `opened`; one that was held flows again.
        case .up, .flowing:
            guard !isUp else { return nil }
            if hasBeenUp { returned = time }
            (isUp, hasBeenUp) = (true, true)
            return .begins
        case .down, .stalled:
            isUp = false
            return .ends
        case .opened, .ready, .busy, .refused, .windowFull, .failsafe: return nil
        }
    }

    /// The drive was halted.
    /// - Returns: how that pauses the raster; nil: not at all.
    mutating func halt(_ reason: HaltReason, at time: Instant) -> RasterPause? {
        halted = time
        // A link that is taken over begins with a halt.
        guard hasBeenUp else { return nil }
        switch reason {
        case .linkLost, .linkBack, .stalled: return .link
        case .inputLost, .silent, .panelLost, .enable: return .input
        case .ending, .rewound: return nil
        case .stop, .late, .suspended, .fault, .unreported, .alarm, .failure, .limit, .touched, .overdue: return .halt
        }
    }

    /// What came so lately that Enter may have been pressed before it, and does not count; nil: nothing. A key that is
    /// pressed in a stall may be read after it.
    func cause(against time: Instant) -> String? {
        func isRecent(_ then: Instant?) -> Bool { then.map { time - $0 < Self.startDelay } ?? false }
        if isRecent(halted) { return "the arm was halted just now" }
        return isRecent(returned) ? "the link has only just come back" : nil
    }

    /// A page pauses the raster.
    mutating func pagePauses(at time: Instant) { pausedByPage = time }

    /// Whether a tap of a page is the second of two, after one that has paused the raster.
    func isDoubleTap(at time: Instant) -> Bool { pausedByPage.map { time - $0 < Self.doubleTap } ?? false }
}
