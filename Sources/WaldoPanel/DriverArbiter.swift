public import WaldoCore
public import WaldoTime

/// Decides which viewer of the panel drives, and whether that viewer's page still reports its fingers. Pure; the time
/// is passed in.
///
/// The first viewer drives, the others watch. Any viewer may trigger the emergency stop, and holds it until it lets
/// go of it or leaves.
public struct DriverArbiter: Equatable, Sendable {
    /// A page with a finger down, or that has the arm parked, and that sends nothing for this long counts as lost.
    public static let patience: TimeSpan = .milliseconds(300)

    /// The shortest time between two changes of the driver: each change is a halt.
    public static let pause: TimeSpan = .milliseconds(500)
    /// Emergency stops of a drive that is already stopped count as one within this time.
    public static let stopPause: TimeSpan = .milliseconds(100)
    /// The viewer that drives; nil: none.
    public private(set) var driver: Int?
    /// The controls that a page may move, buttons among the sliders; a message for any other control, or of the wrong
    /// kind, is ignored.
    public var sliders: ControlSet, joysticks: ControlSet
    private var touched = ControlSet()
    private var heard: Instant?
    private var isSilent = false
    /// Whether the arm is being parked by order of the driver's page.
    private var isParking = false
    /// When the driver may next change, nil at once, and the viewer that waits for it.
    private var mayChangeAt: Instant?
    private var waiting: Int?
    private var stopHolders = StopHolders()

    /// An arbiter without viewers, whose pages move these controls.
    public init(sliders: [Control] = [], joysticks: [Control] = []) {
        self.sliders = ControlSet(sliders)
        self.joysticks = ControlSet(joysticks)
    }

    /// Whether the driver's fingers are on the controls, so that no other viewer can take over.
    public var isHeld: Bool { isTouched && !isSilent }

    private var isTouched: Bool { !touched.isEmpty }

    /// Whether the silence of the driver's page is a loss.
    private var mustBeHeard: Bool { (isTouched || isParking) && !isSilent }

    /// Whether any viewer holds STOP.
    public var isStopHeld: Bool { stopHolders.isHeld }

    /// The viewers without whose pages the drive is another: who drives, and who holds STOP.
    public var needed: Set<Int> { stopHolders.viewers.union(driver.map { [$0] } ?? []) }

    /// When `lapse` must be called: the silence of the driver's page becomes a loss, the waiting viewer becomes the
    /// driver, or the release of STOP is reported. Nil: nothing is pending.
    public var deadline: Instant? {
        let drive: Instant? = .earlier(
            mustBeHeard ? heard.map { $0 + Self.patience } : nil, waiting == nil ? nil : mayChangeAt)
        return .earlier(drive, stopHolders.deadline)
    }

    /// Handles a viewer that has opened the page.
    /// - Returns: events for the state machine.
    public mutating func joined(_ viewer: Int, at now: Instant) -> [DriveEvent] {
        driver == nil && waiting == nil ? changeDriver(to: viewer, at: now) : []
    }

    /// Handles a viewer whose page was closed or whose socket was lost.
    /// - Returns: events for the state machine.
    public mutating func left(_ viewer: Int) -> [DriveEvent] {
        if waiting == viewer { waiting = nil }
        let events = stopHolders.release(viewer, at: nil)
        guard viewer == driver else { return events }
        driver = nil
        forgetFingers()
        return events + [.finger(.gone)]
    }

    /// Handles the deadline.
    ///
    /// The fingers of a silent page still count as down until the page reports otherwise: when it resumes, no control
    /// may become live under a finger that was never lifted.
    /// - Returns: events for the state machine.
    public mutating func lapse(at now: Instant) -> [DriveEvent] {
        var events: [DriveEvent] = []
        if mustBeHeard, let heard, now >= heard + Self.patience {
            (isSilent, isParking) = (true, false)
            events.append(.halt(.panelLost))
        }
        if let viewer = waiting, mayChangeDriver(at: now) {
            waiting = nil
            events += changeDriver(to: viewer, at: now)
        }
        return events + stopHolders.lapse(at: now)
    }

    /// The arm is parked, or was halted on its way, or did not begin to park.
    public mutating func parkingHasEnded() { isParking = false }

    /// Handles a message from a viewer's page.
    /// - Parameter isStopped: whether the drive is stopped already, so that a stop soon after another one changes
    ///   nothing.
    /// - Returns: events for the state machine.
    public mutating func handle(
        _ message: PanelMessage, from viewer: Int, at now: Instant, isStopped: Bool = false
    ) -> [DriveEvent] {
        if message == .stop {
            // A page that was refused holds nothing: it cannot let go.
            let holder = viewer == PanelServer.nobody ? nil : viewer
            return stopHolders.press(holder, at: now, pause: Self.stopPause, isStopped: isStopped)
        }
        if message == .stopReleased { return stopHolders.release(viewer, at: now) }
        if message == .drive { return changeDriver(to: viewer, at: now) }
        guard viewer == driver else { return [] }
        // A page that was silent for too long is lost, even if the loop serves its message before the deadline.
        let lapsed = lapse(at: now)
        heard = now
        isSilent = false
        return lapsed + (event(message).map { [$0] } ?? [])
    }

    private mutating func event(_ message: PanelMessage) -> DriveEvent? {
        switch message {
        case .slider(let control, let deflection):
            guard sliders.contains(control) else { return nil }
            touched.insert(control)
            return .finger(.deflected(control, deflection))
        case .joystick(let control, let x, let y):
            guard joysticks.contains(control) else { return nil }
            touched.insert(control)
            return .finger(.moved(control, x: x, y: y))
        case .released(let control):
            guard sliders.contains(control) || joysticks.contains(control) else { return nil }
            touched.remove(control)
            return .finger(.released(control))
        case .recentre(let control): return joysticks.contains(control) ? .finger(.recentred(control)) : nil
        case .lost:
            forgetFingers()
            return .finger(.lost)
        case .precise(let isOn): return .operator(.precise(isOn))
        case .nextProfile: return .operator(.nextProfile)
        case .park:
            isParking = true
            return .operator(.park)
        case .resume: return .operator(.resume)
        case .stop, .stopReleased, .beat, .drive, .connect, .view, .wizard: return nil
        }
    }

    /// The driver changes only while its fingers are off the controls or its page is silent; otherwise the request is
    /// dropped, and one that waits goes on waiting. A request that comes too soon waits; the latest of those wins.
    private mutating func changeDriver(to viewer: Int, at now: Instant) -> [DriveEvent] {
        guard viewer != driver, !isHeld else { return [] }
        guard mayChangeDriver(at: now) else {
            waiting = viewer
            return []
        }
        waiting = nil
        mayChangeAt = now + Self.pause
        forgetFingers()
        let wasDriven = driver != nil
        driver = viewer
        return (wasDriven ? [.finger(.gone)] : []) + [.finger(.there)]
    }

    private func mayChangeDriver(at now: Instant) -> Bool { mayChangeAt.map { now >= $0 } ?? true }

    private mutating func forgetFingers() {
        touched.removeAll()
        isSilent = false
        isParking = false
    }
}
