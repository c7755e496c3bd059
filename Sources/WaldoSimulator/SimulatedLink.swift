public import WaldoCore
public import WaldoSurvey
public import WaldoTime

/// A link to a simulated arm, with the losses and stalls that its options ask for.
///
/// It asks no clock: what is written, and when, determines all that it reports, so that a recording of the writes gives
/// the same notifications again.
public struct SimulatedLink: Sendable {
    /// What the link reports.
    public enum Event: Equatable, Sendable {
        /// It is lost, with all that was on its way.
        case down
        /// It is connected, and takes what is written.
        case up
        /// What is written does not leave.
        case stalled
        /// What was written during a stall has left.
        case flowing
        /// The arm answered, or the sensor on its hand sent a message.
        case notified(Frame, by: Simulation.Sender)
    }

    /// Takes an event at its time.
    public typealias Handler = (Instant, Event) -> Void

    /// How many writes wait during a stall; the link takes no more.
    public static let maxWaiting = 64

    /// What is at the other end.
    public private(set) var simulation: Simulation
    private var faults: SimulatedLinkFaults
    private var waiting: [Frame] = []

    /// A link that is up.
    /// - Parameters:
    ///   - arm: the arm at its end.
    ///   - sensor: what is on its hand; nil: nothing.
    ///   - options: the seed, the field and the faults.
    ///   - time: now, which the times of the faults count from.
    public init(_ arm: Arm, sensor: Sensor? = nil, _ options: SimulationOptions, at time: Instant) {
        simulation = Simulation(arm, sensor: sensor, options, at: time)
        faults = SimulatedLinkFaults(options, at: time)
        waiting.reserveCapacity(Self.maxWaiting)
    }

    /// When `advance` is needed for an event that does not follow from a write at once; nil: never. An answer follows
    /// the last byte of its question, which a slow firmware reads later.
    public var deadline: Instant? {
        Instant.earlier(faults.deadline, Instant.earlier(simulation.sensor?.deadline, simulation.arm.questionEnd))
    }

    /// Whether what was written has left.
    public var isEmpty: Bool { waiting.isEmpty }

    /// One write.
    /// - Parameters:
    ///   - time: when it is written; one before the latest call counts as written with it.
    ///   - handle: takes what is due until then.
    /// - Returns: what became of it.
    public mutating func write(_ frame: Frame, at time: Instant, handle: Handler) -> WriteOutcome {
        advance(to: time, handle: handle)
        switch faults.condition {
        case .down: return .gone
        case .stalled:
            guard waiting.count < Self.maxWaiting else { return .refused }
            waiting.append(frame)
        case .up: simulation.receive(frame, at: time) { handle($0, .notified($1, by: $2)) }
        }
        return .written
    }

    /// Time passes.
    /// - Parameter handle: takes what becomes due, in order.
    public mutating func advance(to time: Instant, handle: Handler) {
        var condition = faults.condition
        while let change = faults.next(by: time) {
            advanceSimulation(to: change.at, isUp: condition != .down, handle)
            turn(from: condition, to: change.condition, at: change.at, handle)
            condition = change.condition
        }
        advanceSimulation(to: time, isUp: condition != .down, handle)
    }

    private mutating func advanceSimulation(to time: Instant, isUp: Bool, _ handle: Handler) {
        // What is sent while nobody is connected is lost.
        simulation.advance(to: time) { if isUp { handle($0, .notified($1, by: $2)) } }
    }

    private mutating func turn(
        from old: SimulatedLinkFaults.Condition, to new: SimulatedLinkFaults.Condition, at time: Instant,
        _ handle: Handler
    ) {
        guard new != .down else {
            waiting.removeAll(keepingCapacity: true)
            return handle(time, .down)
        }
        if old == .down { handle(time, .up) }
        guard new == .up else { return handle(time, .stalled) }
        for frame in waiting { simulation.receive(frame, at: time) { handle($0, .notified($1, by: $2)) } }
        waiting.removeAll(keepingCapacity: true)
        if old == .stalled { handle(time, .flowing) }
    }
}
