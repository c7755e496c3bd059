public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// Supplies a `Player` with the items of a recording, and receives its events.
@LoopActor
public protocol PlayerDelegate: AnyObject {
    /// The next item to play.
    func next() -> Player.Next
    /// Whether a channel's gate is open.
    func isLive(_ channel: Channel) -> Bool
    /// An event for the state machine, with its time.
    func send(_ event: DriveEvent, at time: Instant)
    /// The recording has been played to its end.
    func reachedEnd()
}

/// Plays a recording's timeline in the operator's place, on the loop.
///
/// It passes each motion frame to the state machine, which sends it again, and the times at which velocities were
/// released. Or it passes each channel's numbers, and the state machine makes the frames, with heartbeats of its own.
/// Zeros are the state machine's either way. A pause releases every velocity.
@LoopActor
public final class Player {
    /// The next item to play.
    public enum Next: Equatable, Sendable {
        /// A moment, to be played when its time has come.
        case moment(PlaybackTimeline.Moment)
        /// Not read yet; `refilled` is called when it is.
        case notYet
        /// The end of the recording.
        case end
    }

    /// How long `step` holds a velocity.
    public static let nudge: TimeSpan = .milliseconds(120)

    /// How far the recording has been played, in its own time.
    public private(set) var position: Instant
    /// Whether it is paused.
    public private(set) var isPaused = false

    /// A moment that is late by no more than this counts as on time; otherwise each delay of the loop would delay what
    /// follows.
    private static let slack: TimeSpan = .milliseconds(2)

    /// A velocity is announced the arm's pacing interval less this before it is due: later than a zero repeat that is
    /// due a whole interval before, which therefore still goes first.
    private static let margin: TimeSpan = .microseconds(500)

    private let velocities: [Channel]
    private let arm: Arm
    private let rate: Double
    private let sendsFrames: Bool
    private weak var delegate: (any PlayerDelegate)?
    private let clock: @LoopActor () -> Instant
    private var timer: LoopTimer?
    private var next: PlaybackTimeline.Moment?
    private var hasEnded = false
    private var isStarving = false
    private var numbers: PerChannel<Int32?>
    /// Velocities whose gate was closed when the player was paused: dead until the recording has released them.
    private var isMuted: PerChannel<Bool>
    /// The clock's time at which the recording's `origin` is played.
    private var start: Instant?
    private var origin: Instant
    private var nudgeEnds: Instant?

    /// Creates a player at a time of the recording.
    /// - Parameters:
    ///   - arm: the arm that is driven.
    ///   - from: where to start, in the recording's time.
    ///   - numbers: the channels' numbers at that time.
    ///   - rate: the speed; 2 is twice as fast as recorded.
    ///   - sendsFrames: whether the recorded frames are sent, and not frames that are made of their numbers.
    ///   - delegate: what is played, and who gets it.
    ///   - clock: returns the time now; tests pass their own.
    public init(
        _ arm: Arm, from: Instant, numbers: PerChannel<Int32?>, rate: Double, sendsFrames: Bool = false,
        delegate: any PlayerDelegate, clock: @escaping @LoopActor () -> Instant = { Monotonic.now() }
    ) {
        self.arm = arm
        // Frames that were sent before the start are not sent again.
        self.numbers = sendsFrames ? PerChannel(repeating: nil, for: arm.channels) : numbers
        // What was given before the start is not given again.
        for channel in arm.channels where arm.profiles[channel].mode == .signal { self.numbers[channel] = nil }
        self.rate = rate
        self.sendsFrames = sendsFrames
        self.delegate = delegate
        self.clock = clock
        velocities = arm.channels.filter { arm.profiles[$0].mode == .velocity }
        isMuted = PerChannel(repeating: false, for: arm.channels)
        position = from
        origin = from
        timer = LoopTimer(of: self) { owner, _ in owner.fired() }
    }

    /// Passes the channels' numbers at the start to the state machine, so that its gates wait for the release of what
    /// is deflected there. Does nothing when frames are sent: none is sent before its time.
    public func prime() { if !sendsFrames { delegate?.send(.played(numbers), at: clock()) } }

    /// Starts to play at a time of the clock.
    public func begin(at time: Instant) {
        start = time
        timer?.arm(at: time)
    }

    /// Call it when there is something to read again.
    public func refilled() {
        if isStarving, !isPaused { fired() }
    }

    /// Releases the velocities and pauses.
    public func pause() {
        guard !isPaused, start != nil else { return }
        isPaused = true
        let now = clock()
        position = recorded(at: now)
        for channel in velocities where numbers[channel] != nil && delegate?.isLive(channel) != true {
            isMuted[channel] = true
        }
        releaseAll(at: now)
        timer?.disarm()
    }

    /// Continues after a pause, with the velocities that the arm followed before it; where frames are sent, with the
    /// next frame.
    public func resume() {
        guard isPaused else { return }
        isPaused = false
        let now = clock()
        endNudge(at: now)
        (start, origin) = (now, position)
        if !sendsFrames {
            var followed = PerChannel<Int32?>(repeating: nil, for: arm.channels)
            for channel in velocities { followed[channel] = numbers[channel] }
            report(followed, at: now)
        }
        timer?.arm(at: now)
    }

    /// Pauses, and plays the next moment alone; a velocity is held for `nudge`.
    public func step() {
        pause()
        guard isPaused else { return }
        let now = clock()
        endNudge(at: now)
        fetch()
        guard let moment = next else {
            if hasEnded { finish() }
            return
        }
        send(moment, due: now, from: now, at: now)
        guard velocities.contains(where: { moment.numbers[$0] != nil }) else { return }
        nudgeEnds = now + Self.nudge
        timer?.arm(at: now + Self.nudge)
    }

    /// Releases every velocity, as the end of a drive does by itself.
    public func releaseAll() { releaseAll(at: clock()) }

    /// Removes the player from the loop.
    public func close() {
        timer?.cancel()
        timer = nil
    }

    // MARK: time

    /// How far the recording has been played at a time of the clock, between its moments too.
    public func position(at time: Instant) -> Instant {
        isPaused || hasEnded || start == nil ? position : max(position, recorded(at: time))
    }

    /// The recording's time at a time of the clock.
    private func recorded(at time: Instant) -> Instant {
        guard let start, time > start else { return origin }
        return origin + .microseconds(Int64(Double((time - start).microseconds) * rate))
    }

    /// The clock's time at which a time of the recording is due.
    private func due(_ at: Instant) -> Instant {
        let span = Double(max(.zero, at - origin).microseconds) / rate
        return (start ?? clock()) + .microseconds(Int64(min(1e15, span)))
    }

    /// The clock's time at which a moment is passed on. A velocity that moves again soon after its release is
    /// announced: in the recorded drive it was known before its frame was sent, and cancelled the zeros that its frame
    /// would have had to wait for.
    private func sendTime(_ moment: PlaybackTimeline.Moment) -> Instant {
        let due = due(moment.at)
        guard sendsFrames, moment.isMotion, start != nil, arm.pacing.interval > Self.margin else { return due }
        let moves = velocities.contains { channel in
            let zero = arm.profiles[channel].range.zero
            return moment.numbers[channel].map { $0 != zero } == true && numbers[channel] == zero
        }
        return moves ? due - (arm.pacing.interval - Self.margin) : due
    }

    /// When the timer fires; nil: never.
    var deadline: Instant? { timer?.deadline }

    func fired() {
        let now = clock()
        if isPaused { return endNudge(at: now) }
        fetch()
        while let moment = next, sendTime(moment) <= now {
            send(moment, due: due(moment.at), from: sendTime(moment), at: now)
            // The receiver may have closed or paused the player.
            if timer == nil || isPaused { return }
            fetch()
        }
        if let next {
            timer?.arm(at: sendTime(next))
        } else if hasEnded {
            finish()
        } else {
            // A velocity must not stay held while the disk does not answer.
            if isStarving { releaseAll(at: now) }
            isStarving = true
            timer?.arm(at: now + DriveStateMachine.maxLateness)
        }
    }

    // MARK: playing

    private func fetch() {
        guard next == nil, !hasEnded else { return }
        switch delegate?.next() ?? .end {
        case .moment(let moment):
            next = moment
            isStarving = false
        case .notYet: break
        case .end: hasEnded = true
        }
    }

    /// - Parameter planned: when it was to be passed on.
    private func send(_ moment: PlaybackTimeline.Moment, due: Instant, from planned: Instant, at now: Instant) {
        next = nil
        position = max(position, moment.at)
        for channel in arm.channels { if let number = moment.numbers[channel] { numbers[channel] = number } }
        guard sendsFrames else { return report(moment.numbers, at: due) }
        let time = now - planned <= Self.slack ? planned : now
        guard moment.isMotion else { return release(moment.numbers, at: time) }
        delegate?.send(.replayed(PlayedMotion(moment.numbers, lateness: time - due)), at: time)
    }

    /// Releases the velocities that are at rest in these numbers. A position is not sent by a zero frame.
    private func release(_ numbers: PerChannel<Int32?>, at time: Instant) {
        var zeros = PerChannel<Int32?>(repeating: nil, for: arm.channels)
        for channel in velocities where numbers[channel] == arm.profiles[channel].range.zero {
            zeros[channel] = numbers[channel]
        }
        delegate?.send(.played(zeros), at: time)
    }

    private func report(_ numbers: PerChannel<Int32?>, at time: Instant) {
        var reported = numbers
        for channel in velocities {
            guard let number = numbers[channel] else { continue }
            let zero = arm.profiles[channel].range.zero
            if number == zero { isMuted[channel] = false }
            if isMuted[channel] { reported[channel] = zero }
        }
        delegate?.send(.played(reported), at: time)
    }

    private func releaseAll(at now: Instant) {
        var zeros = PerChannel<Int32?>(repeating: nil, for: arm.channels)
        for channel in velocities where numbers[channel] != nil { zeros[channel] = arm.profiles[channel].range.zero }
        delegate?.send(.played(zeros), at: now)
    }

    private func endNudge(at now: Instant) {
        guard nudgeEnds != nil else { return }
        nudgeEnds = nil
        timer?.disarm()
        releaseAll(at: now)
    }

    private func finish() {
        guard timer != nil else { return }
        close()
        delegate?.reachedEnd()
    }
}
