public import WaldoCore
public import WaldoTime

/// What is between a drive and a simulated arm: frames that are under way for some milliseconds, a window of
/// unconfirmed ones whose reads the arm answers, or a call a frame; and faults.
public struct UnreliableLink: Sendable {
    /// The longest that a frame is under way on a link without a fault.
    public static let latency: TimeSpan = .milliseconds(45)

    /// What the radio does.
    public private(set) var condition = SimulatedLinkFaults.Condition.up
    /// Whether the drive knows of a connection.
    public private(set) var isConnected = false
    /// Whether the shield is still connected though the drive's end is closed, and may still get a frame of it.
    public private(set) var outlives = false
    private var window = WriteWindow()
    private var reported = LinkFlow.flowing
    /// Each write is a call, which is answered when the frame has arrived.
    private var isCalled = false
    private var callAnswered: Instant?, isCallOpen = false
    private var readAnswered: Instant?, isReadOpen = false
    private var underWay: [(at: Instant, frame: Frame)] = []
    private var last = Instant.distantPast
    private var random: SimulationRandom

    /// A link that is not connected; the seed determines its delays.
    public init(seed: UInt64) {
        random = SimulationRandom(seed: seed)
        underWay.reserveCapacity(256)
    }

    /// The radio changes; a loss takes what is under way.
    public mutating func become(_ condition: SimulatedLinkFaults.Condition) {
        self.condition = condition
        if condition == .down { breakUp() }
    }

    /// The shield is not connected any more.
    private mutating func breakUp() {
        underWay.removeAll(keepingCapacity: true)
        outlives = false
    }

    /// A connection begins.
    public mutating func connect() {
        isConnected = true
        outlives = false
        window = WriteWindow()
        reported = .flowing
        isCalled = Int.random(in: 0..<3, using: &random) == 0
        (callAnswered, isCallOpen, readAnswered, isReadOpen) = (nil, false, nil, false)
    }

    /// The drive's end closes. What is under way may still arrive, if the link has it.
    public mutating func disconnect() {
        isConnected = false
        outlives = true
        if Bool.random(using: &random) { breakUp() }
    }

    /// A frame of the drive.
    public mutating func write(_ frame: Frame, at now: Instant) -> WriteOutcome {
        guard isConnected else { return .gone }
        if condition == .down, Bool.random(using: &random) { return .gone }
        if Int.random(in: 0..<200, using: &random) == 0 {
            // It is ready again at once.
            (isCallOpen, callAnswered) = (true, now + .milliseconds(20))
            window.frameWaits(at: now)
            return .refused
        }
        send(frame, at: now)
        if isCalled {
            (isCallOpen, callAnswered) = (true, last)
            window.called(at: now)
            window.wroteWithReply(at: now)
            return .inFlight
        }
        window.wrote(at: now)
        window.wasAccepted(at: now)
        if window.flow != .flowing, reported == .flowing {
            reported = .full
            return .writtenLast
        }
        return .written
    }

    /// Puts a frame under way, of the drive or of its failsafe frames.
    public mutating func send(_ frame: Frame, at now: Instant) {
        guard condition != .down else { return }
        last = max(last, now + .milliseconds(.random(in: 1...Self.latency.microseconds / 1_000, using: &random)))
        underWay.append((last, frame))
    }

    /// The next frame that arrives by now.
    public mutating func arrival(by now: Instant) -> Frame? {
        guard condition == .up, let first = underWay.first, first.at <= now else { return nil }
        return underWay.removeFirst().frame
    }

    /// The next thing that the link reports by now; nil: nothing.
    public mutating func report(by now: Instant) -> LinkEvent? {
        guard isConnected else { return nil }
        if condition == .up {
            if isCallOpen, let due = callAnswered, due <= now {
                isCallOpen = false
                window.wasAccepted(at: now)
                if isCalled { window.wasAnswered(at: now) }
                return .ready
            }
            if isReadOpen, let due = readAnswered, due <= now {
                isReadOpen = false
                window.wasAnswered(at: now)
            }
        }
        if !isCalled, window.beginReadIfDue(at: now) {
            (isReadOpen, readAnswered) = (true, max(now, last) + .milliseconds(1))
        }
        if let due = window.deadline, due <= now { window.deadlinePassed(at: now) }
        guard window.flow != reported else { return nil }
        reported = window.flow
        switch reported {
        case .flowing: return .flowing
        case .stalled: return .stalled
        case .full, .opening: return .windowFull
        }
    }
}
