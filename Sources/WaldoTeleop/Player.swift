public import WaldoCore
public import WaldoLoop

/// Plays the commands of a recording in the operator's place, on the loop.
///
/// It tells the road what each channel's number is; the road makes the frames, with the arm's own pacing, heartbeats and
/// stops. A pause lets go of every velocity.
@LoopActor
public final class Player {
    /// A channel has come to another number.
    public struct Moment: Equatable, Sendable {
        /// The time since the recording began.
        public var at: Microseconds
        /// The channel.
        public var channel: Channel
        /// Its number, in units of 10^-decimals.
        public var number: Int32

        /// A moment of these parts.
        public init(at: Microseconds, channel: Channel, number: Int32) {
            self.at = at
            self.channel = channel
            self.number = number
        }
    }

    /// How long a velocity is held that is played as a single step.
    public static let nudge: Microseconds = .milliseconds(120)

    /// How far the recording has been played, in its own time.
    public private(set) var position: Microseconds
    /// Whether it is paused.
    public private(set) var isPaused = false

    private let arm: Arm
    private let rate: Double
    private let read: @LoopActor () -> Moment?
    private let onEvent: @LoopActor (RoadEvent, Microseconds) -> Void
    private let onEnd: @LoopActor () -> Void
    private let clock: @LoopActor () -> Microseconds
    private var timer: LoopTimer?
    private var next: Moment?
    private var numbers = PerChannel<Int32?>(repeating: nil)
    /// The clock's time at which the recording's `origin` is played.
    private var start: Microseconds?
    private var origin: Microseconds
    private var nudgeEnds: Microseconds?

    /// A player that stands at a time of the recording.
    /// - Parameters:
    ///   - from: where it begins; what the channels came to before is told to the road at once.
    ///   - rate: 2 is twice as fast as it was recorded.
    ///   - read: gives the moments in order, and nil at the end.
    public init(
        _ arm: Arm, from: Microseconds, rate: Double, read: @escaping @LoopActor () -> Moment?,
        onEvent: @escaping @LoopActor (RoadEvent, Microseconds) -> Void, onEnd: @escaping @LoopActor () -> Void,
        clock: @escaping @LoopActor () -> Microseconds = { Monotonic.now() }
    ) {
        self.arm = arm
        self.rate = rate
        self.read = read
        self.onEvent = onEvent
        self.onEnd = onEnd
        self.clock = clock
        position = from
        origin = from
        next = read()
        timer = LoopTimer { [weak self] _ in self?.fired() }
    }

    /// Tells the road where the channels stand at the beginning, so that its gates wait for what is still held there.
    public func prime() {
        let now = clock()
        while let moment = next, moment.at < origin {
            numbers[moment.channel] = moment.number
            next = read()
        }
        for channel in Channel.allCases {
            if let number = numbers[channel] { onEvent(.played(channel, number), now) }
        }
    }

    /// Begins to play at a time of the clock.
    public func begin(at time: Microseconds) {
        start = time
        timer?.arm(at: time)
    }

    /// Lets go of the velocities and waits.
    public func pause() {
        guard !isPaused, start != nil else { return }
        isPaused = true
        let now = clock()
        position = recorded(at: now)
        letGo(at: now)
        timer?.disarm()
    }

    /// Goes on after a pause, with the velocities that were held then.
    public func resume() {
        guard isPaused else { return }
        isPaused = false
        let now = clock()
        endNudge(at: now)
        (start, origin) = (now, position)
        for channel in velocities {
            if let number = numbers[channel] { onEvent(.played(channel, number), now) }
        }
        timer?.arm(at: now)
    }

    /// Plays the next moment alone; a velocity is held for a nudge.
    public func step() {
        pause()
        guard isPaused else { return }
        let now = clock()
        endNudge(at: now)
        guard let moment = next else { return finish() }
        position = moment.at
        next = read()
        numbers[moment.channel] = moment.number
        onEvent(.played(moment.channel, moment.number), now)
        guard velocities.contains(moment.channel) else { return }
        nudgeEnds = now + Self.nudge
        timer?.arm(at: now + Self.nudge)
    }

    /// Takes the player off the loop.
    public func close() {
        timer?.cancel()
        timer = nil
    }

    private var velocities: [Channel] { Channel.allCases.filter { arm.channels[$0]?.means == .velocity } }

    /// Where in the recording a time of the clock falls.
    private func recorded(at time: Microseconds) -> Microseconds {
        guard let start, time > start else { return origin }
        return origin + Microseconds(Double(time - start) * rate)
    }

    /// When a time of the recording is due.
    private func due(_ at: Microseconds) -> Microseconds {
        (start ?? clock()) + Microseconds(Double(max(0, at - origin)) / rate)
    }

    /// Lets go of every velocity, as the end of a drive does by itself.
    public func letGo() { letGo(at: clock()) }

    private func letGo(at now: Microseconds) {
        for channel in velocities where numbers[channel] != nil {
            if let zero = arm.channels[channel]?.range.zero { onEvent(.played(channel, zero), now) }
        }
    }

    private func endNudge(at now: Microseconds) {
        guard nudgeEnds != nil else { return }
        nudgeEnds = nil
        timer?.disarm()
        letGo(at: now)
    }

    /// When it wants to be fired; the timer does that.
    var deadline: Microseconds? { timer?.deadline }

    func fired() {
        let now = clock()
        if isPaused { return endNudge(at: now) }
        while let moment = next, due(moment.at) <= now {
            position = moment.at
            next = read()
            numbers[moment.channel] = moment.number
            onEvent(.played(moment.channel, moment.number), due(moment.at))
            // Whoever was told may have closed or paused the player.
            if timer == nil || isPaused { return }
        }
        if let next { timer?.arm(at: due(next.at)) } else { finish() }
    }

    private func finish() {
        guard timer != nil else { return }
        close()
        onEnd()
    }
}
