public import WaldoCore
public import WaldoSurvey
public import WaldoTime

/// A simulated arm with the sensor on its hand, in step with each other: what is behind a simulated link.
public struct Simulation: Sendable {
    /// Who has sent a frame. On one line both share, a receiver does not see it.
    public enum Sender: Sendable {
        case arm, sensor
    }

    /// Takes a frame with its time and its sender.
    public typealias Receiver = (Instant, Frame, Sender) -> Void

    /// The arm. Its acts are those of the latest call.
    public private(set) var arm: SimulatedArm
    /// The sensor; nil: there is none.
    public private(set) var sensor: SimulatedSensor?

    /// An arm that is switched on.
    /// - Parameters:
    ///   - arm: the arm.
    ///   - sensor: what is on its hand; nil, and one whose messages cannot be simulated: nothing;
    ///     `SimulatedSensor.init` states why.
    ///   - options: the seed and the field.
    ///   - time: now.
    public init(_ arm: Arm, sensor: Sensor? = nil, _ options: SimulationOptions, at time: Instant) {
        self.arm = SimulatedArm(arm, at: time)
        self.sensor = sensor.flatMap { try? SimulatedSensor($0, in: options.field, seed: options.seed, at: time) }
    }

    /// When `advance` is needed next; nil: not before the next write.
    public var deadline: Instant? { Instant.earlier(arm.deadline, sensor?.deadline) }

    /// One write has come over the link.
    /// - Parameter notify: takes the messages that were due before it, and the arm's answers, each with its time.
    public mutating func receive(_ frame: Frame, at time: Instant, notify: Receiver) {
        advance(to: time, notify: notify)
        arm.process(frame, at: time)
        answer(at: time, notify)
    }

    /// Time passes.
    /// - Parameter notify: takes the messages that became due, each with its time.
    public mutating func advance(to time: Instant, notify: Receiver) {
        arm.acts.removeAll(keepingCapacity: true)
        while let due = Instant.earlier(sensor?.deadline, arm.questionDue), due <= time {
            arm.run(to: due)
            answer(at: due, notify)
            if sensor?.deadline == due { sensor?.next(at: arm.hand(at: due)) { notify(due, $0, .sensor) } }
        }
        arm.run(to: time)
        answer(at: time, notify)
    }

    /// Gives the answers to what the arm has read since the last time.
    private mutating func answer(at time: Instant, _ notify: Receiver) {
        guard !arm.answers.isEmpty else { return }
        arm.eachAnswer(at: time) { notify(time, $0, .arm) }
        arm.answers.removeAll(keepingCapacity: true)
    }
}
