public import WaldoCore

/// Who of the viewers drives, and whether the fingers on that page are still heard of. Pure; the time is handed in.
///
/// The first viewer drives, the others watch. Stop is everybody's.
public struct PanelDesk: Equatable, Sendable {
    /// A page that is touched and silent for so long is a loss.
    public static let patience: Microseconds = .milliseconds(300)

    /// The viewer that drives.
    public private(set) var driver: Int?
    private var sliderIsHeld = false
    private var joystickIsHeld = false
    private var heard: Microseconds = 0
    private var isSilent = false

    /// A desk without viewers.
    public init() {}

    /// Whether the driver's fingers are on the controls, so that nobody takes over.
    public var isHeld: Bool { isTouched && !isSilent }

    private var isTouched: Bool { sliderIsHeld || joystickIsHeld }

    /// When the silence of the driver's page becomes a loss; nil while nothing is touched.
    public var deadline: Microseconds? { isHeld ? heard + Self.patience : nil }

    /// Somebody has opened the page.
    public mutating func joined(_ viewer: Int) -> [RoadEvent] {
        guard driver == nil else { return [] }
        driver = viewer
        return [.finger(.there)]
    }

    /// A page was closed, or its socket lost.
    public mutating func left(_ viewer: Int) -> [RoadEvent] {
        guard viewer == driver else { return [] }
        driver = nil
        forgetFingers()
        return [.finger(.gone)]
    }

    /// The time has come to look whether the driver's page is still heard of. Its fingers count as down until it says
    /// otherwise: a page that comes back to itself must not find its slider live under a finger that was never lifted.
    public mutating func lapse(at now: Microseconds) -> [RoadEvent] {
        guard let deadline, now >= deadline else { return [] }
        isSilent = true
        return [.operator(.halt(.panelLost))]
    }

    /// A viewer's page says something; gives what that means to the road.
    public mutating func take(_ message: PanelMessage, from viewer: Int, at now: Microseconds) -> [RoadEvent] {
        if message == .stop { return [.operator(.stop)] }
        if message == .drive { return handOver(to: viewer) }
        guard viewer == driver else { return [] }
        // What was silent for too long is lost, whoever of the loop's sources is served first.
        let lapsed = lapse(at: now)
        heard = now
        isSilent = false
        return lapsed + (event(message).map { [$0] } ?? [])
    }

    private mutating func event(_ message: PanelMessage) -> RoadEvent? {
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

    /// Only hands that are off the controls, or not heard of, give them away.
    private mutating func handOver(to viewer: Int) -> [RoadEvent] {
        guard viewer != driver, !isHeld else { return [] }
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
