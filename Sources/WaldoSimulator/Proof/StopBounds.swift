public import WaldoCore
public import WaldoTime

/// How long the velocities of an arm may move on after a fault.
public struct StopBounds: Equatable, Sendable {
    /// A time that has to be kept.
    public struct Bound: Equatable, Sendable {
        /// From the moment at which the firmware has read all that has arrived.
        public let usual: TimeSpan
        /// From the fault, whatever the firmware has not read yet.
        public let longest: TimeSpan
    }

    /// When nothing is sent, or nothing arrives: the watchdog's time, or one of the short moves that its frames are.
    public let unsent: Bound
    /// When the controls are released or stopped: the zero's way, behind a call in flight and one that the link
    /// refused.
    public let released: Bound
    /// The longest until the halt when the board stops answering: the next motion is a heartbeat away at most, held
    /// back by a frame or a call under way, and its answer is missing then.
    public let unanswered: TimeSpan

    /// The bounds of an arm that behaves by this model.
    public init(_ arm: Arm, _ model: ArmModel) {
        let silence = arm.silence?.after ?? .zero
        let watchdog = model.behaviours.map { $0.watchdog ?? silence }.max() ?? silence
        let tick: TimeSpan = .milliseconds(3), buffer = model.byteTime * model.buffer + UnreliableLink.latency
        var move = TimeSpan.zero, deaf = TimeSpan.zero
        for (channel, behaviour) in zip(arm.channels, model.behaviours) {
            if case .frames(let steps, _, let takes) = behaviour.motion {
                move = max(move, takes * Int(steps.max() ?? 0))
            }
            if case .position(let takes, let delay) = behaviour.motion, behaviour.deaf == .moving {
                let range = arm.profiles[channel].range
                let whole = Double(range.high) - Double(range.low)
                deaf += delay + .microseconds(Int64(takes * whole.magnitude))
            }
        }
        let heartbeat = arm.profiles.list.compactMap(\.heartbeat).max() ?? .zero
        unanswered =
            heartbeat + arm.pacing.interval + UnreliableLink.latency * 2 + (arm.reports.answers?.within ?? .zero)
        let zero = UnreliableLink.latency + .milliseconds(60)
        // A deaf firmware reads what its buffer has after the moves under way: a move for each byte at most.
        let behind = buffer + deaf + move * model.buffer
        unsent = Bound(usual: watchdog + move + buffer + tick, longest: watchdog + behind + tick)
        released = Bound(usual: zero + move + buffer + tick, longest: zero + behind + tick)
    }
}
