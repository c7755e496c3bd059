public import WaldoCore
public import WaldoTime

/// An arm that does with the bytes of each write what its file's model states. It is stepped by the times that it is
/// handed, asks no clock, and gives the same numbers whenever they are asked for. Once warm it does not allocate.
public struct SimulatedArm: Sendable {
    /// The arm.
    public let arm: Arm
    /// How it behaves.
    public let model: ArmModel
    /// What became of the bytes.
    public internal(set) var account = SimulationAccount()
    /// What it has to answer to what it has read, and whether it answers anything.
    var answers: [FrameTemplate] = []
    let hasAnswers: Bool
    /// What it answers to each frame of a channel.
    private(set) var answerToEach: [FrameTemplate] = []
    /// What it acted on in the latest call of `receive` or `advance`, in order.
    public internal(set) var acts: [SimulatedAct] = []

    var decoder: FrameDecoder
    /// Of an arm with several characteristics, what reads the values of each; empty for any other.
    var valueDecoders: [FrameDecoder] = []
    var sketch: SketchParser?
    var buffer: ByteQueue
    var segments: PerChannel<Segment>
    var states: PerChannel<ChannelState>
    var base: BaseState
    /// The part of each joint's unit in that of the first joint which its channel moves.
    let ratios: [Double]
    /// Its channels without actions.
    let moved: Channels
    /// Of each channel the action that brings its way to 0.
    let homes: [Channel?]
    /// The latest time that was handed in.
    var latest: Instant
    /// When the firmware is free for the next byte, and until when it receives nothing.
    var free: Instant, deafUntil: Instant
    /// When the last byte was read, and when the watchdog stops a velocity.
    var read: Instant, watchdogDue: Instant
    /// When the board acts on silence.
    var silenceDue = Instant.never
    /// The sketch: whether it is in a pass of its loop, and how many bytes it has fetched for it.
    /// and whether it has acted on a frame in it.
    var isInPass = false, seen = 0, hasActed = false
    /// Half a frame that is as old as this belongs to no byte that follows.
    let stale: TimeSpan
    var nextSequence: UInt8?

    /// How long after its last digit a number without an end mark is whole.
    static let openEnd: TimeSpan = .milliseconds(10)

    /// An arm that is switched on.
    /// - Parameters:
    ///   - arm: what it is; without a `model`, the standard one of its channels.
    ///   - time: now.
    public init(_ arm: Arm, at time: Instant) {
        let model = arm.model ?? .standard(of: arm)
        self.arm = arm
        self.model = model
        hasAnswers = arm.reports.ask != nil || arm.reports.answers != nil || !arm.steps.expected.isEmpty
        answerToEach = arm.reports.answers.map { [$0.each.template] } ?? []
        decoder = FrameDecoder(arm)
        if let link = arm.link.bluetooth, !link.others.isEmpty {
            valueDecoders = link.writes.indices.map { FrameDecoder(arm, at: UInt8($0)) }
        }
        sketch = model.parser == .sketch ? SketchParser(arm) : nil
        buffer = ByteQueue(capacity: model.buffer)
        states = PerChannel(repeating: ChannelState(), for: arm.channels)
        segments = PerChannel(model.behaviours.map { Segment(resting: $0.start) })
        base = BaseState(arm, at: time)
        ratios = Self.ratios(arm)
        moved = arm.movingChannels
        homes = arm.channels.map { channel in
            arm.pose?.joints.lazy.compactMap { $0.motion.home(of: channel) }.first
        }
        (latest, free, deafUntil, read, watchdogDue) = (time, time, time, time, .never)
        stale = model.behaviours.compactMap(\.watchdog).min() ?? .milliseconds(300)
        acts.reserveCapacity(256)
        for channel in arm.channels {
            if arm.profiles[channel].mode == .velocity { states[channel].number = arm.profiles[channel].range.zero }
            guard let home = model.behaviours[channel.index].home else { continue }
            move(channel, to: home, at: time)
        }
    }

    private static func ratios(_ arm: Arm) -> [Double] {
        guard let pose = arm.pose else { return [] }
        return pose.joints.map { joint in
            switch joint.motion {
            case .frames(let channel, let unit, _, _), .rate(let channel, let unit, _, _, _):
                unit / (pose.unit(of: channel) ?? unit)
            case .fixed, .position: 1
            }
        }
    }

    /// The number of a position in units of 10^-decimals, or a velocity's way, at a time that is not before the latest
    /// call.
    public func number(_ channel: Channel, at time: Instant) -> Double { segments[channel].value(at: time) }

    /// How much the number changes in a second.
    public func velocity(_ channel: Channel, at time: Instant) -> Double { segments[channel].velocity(at: time) }

    /// Whether anything moves.
    public func isMoving(at time: Instant) -> Bool {
        arm.channels.contains { segments[$0].isMoving(at: time) }
    }

    /// Until when the firmware receives nothing; nil: it receives.
    public func deaf(at time: Instant) -> Instant? { time < deafUntil ? deafUntil : nil }

    /// Bytes that wait in the buffer.
    public var waitingBytes: Int { buffer.count }
}

extension ArmPose.Motion {
    /// The action that brings the way of this channel to 0.
    fileprivate func home(of channel: Channel) -> Channel? {
        switch self {
        case .frames(channel, _, _, let home), .rate(channel, _, _, _, let home): home
        case .fixed, .position, .frames, .rate: nil
        }
    }
}
