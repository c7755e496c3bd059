public import WaldoCore

/// Who of the viewers drives, and whether the fingers on that page are still heard of. Pure; the time is handed in.
///
/// The first viewer drives, the others watch. Stop is everybody's.
public struct DriverArbiter: Equatable, Sendable {
    /// A page that is touched and silent for so long is a loss.
    public static let patience: Microseconds = .milliseconds(300)

    /// The drive changes hands no more often than this: each time is a halt.
    public static let pause: Microseconds = .milliseconds(500)
    /// Stops of a drive that is stopped are one within this time.
    public static let stopPause: Microseconds = .milliseconds(100)
    /// The viewer that drives.
    public private(set) var driver: Int?
    private var sliderIsHeld = false
    private var joystickIsHeld = false
    private var heard: Microseconds = 0
    private var isSilent = false
    /// When the drive may change hands, and who waits for that.
    private var handOver: Microseconds = .min
    private var waiting: Int?
    /// When a stop of a drive that is stopped is another one.
    private var stopsAgain: Microseconds = .min

    /// A desk without viewers.
    public init() {}

    /// Whether the driver's fingers are on the controls, so that nobody takes over.
    public var isHeld: Bool { isTouched && !isSilent }

    private var isTouched: Bool { sliderIsHeld || joystickIsHeld }

    /// When there is something to look at: the silence of the driver's page becomes a loss, or whoever has asked to
    /// drive gets its turn.
    public var deadline: Microseconds? {
        let times = [isHeld ? heard + Self.patience : nil, waiting == nil ? nil : handOver]
        return times.compactMap { $0 }.min()
    }

    /// Somebody has opened the page.
    public mutating func joined(_ viewer: Int, at now: Microseconds) -> [DriveEvent] {
        driver == nil && waiting == nil ? handOver(to: viewer, at: now) : []
    }

    /// A page was closed, or its socket lost.
    public mutating func left(_ viewer: Int) -> [DriveEvent] {
        if waiting == viewer { waiting = nil }
        guard viewer == driver else { return [] }
        driver = nil
        forgetFingers()
        return [.finger(.gone)]
    }

    /// The deadline has come. A silent page's fingers count as down until it says otherwise: a page that comes back to
    /// itself must not find its slider live under a finger that was never lifted.
    public mutating func lapse(at now: Microseconds) -> [DriveEvent] {
        var events: [DriveEvent] = []
        if isHeld, now >= heard + Self.patience {
            isSilent = true
            events.append(.operator(.halt(.panelLost)))
        }
        if let viewer = waiting, now >= handOver { events += handOver(to: viewer, at: now) }
        return events
    }

    /// A viewer's page says something; gives what that means to the state machine.
    /// - Parameter isStopped: the drive is stopped already: a stop so soon after another one says nothing new.
    public mutating func take(
        _ message: PanelMessage, from viewer: Int, at now: Microseconds, isStopped: Bool = false
    ) -> [DriveEvent] {
        if message == .stop {
            if isStopped, now < stopsAgain { return [] }
            stopsAgain = now + Self.stopPause
            return [.operator(.stop)]
        }
        if message == .drive { return handOver(to: viewer, at: now) }
        guard viewer == driver else { return [] }
        // What was silent for too long is lost, whoever of the loop's sources is served first.
        let lapsed = lapse(at: now)
        heard = now
        isSilent = false
        return lapsed + (event(message).map { [$0] } ?? [])
    }

    private mutating func event(_ message: PanelMessage) -> DriveEvent? {
        switch message {
        case .slider(let place):
            sliderIsHeld = true
            return .finger(.slider(place))
        case .joystick(let x, let y):
            joystickIsHeld = true
            return .finger(.joystick(x: x, y: y))
        case .letGo(let isSlider):
            if isSlider { sliderIsHeld = false } else { joystickIsHeld = false }
            return .finger(.letGo(isSlider ? .slider : .joystick))
        case .lost:
            forgetFingers()
            return .finger(.lost)
        case .recentre: return .finger(.recentre)
        case .resume: return .operator(.resume)
        case .stop, .beat, .drive, .connect: return nil
        }
    }

    /// Only hands that are off the controls, or not heard of, give them away. Whoever asks too soon waits; the last one
    /// gets it.
    private mutating func handOver(to viewer: Int, at now: Microseconds) -> [DriveEvent] {
        waiting = nil
        guard viewer != driver, !isHeld else { return [] }
        guard now >= handOver else {
            waiting = viewer
            return []
        }
        handOver = now + Self.pause
        forgetFingers()
        let wasDriven = driver != nil
        driver = viewer
        return (wasDriven ? [.finger(.gone)] : []) + [.finger(.there)]
    }

    private mutating func forgetFingers() {
        sliderIsHeld = false
        joystickIsHeld = false
        isSilent = false
    }
}
