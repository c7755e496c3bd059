public import WaldoCore
public import WaldoLoop
public import WaldoTime

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
    public internal(set) var position: Instant
    /// Whether it is paused.
    public private(set) var isPaused = false

    /// A moment that is late by no more than this counts as on time; otherwise each delay of the loop would delay what
    /// follows.
    static let slack: TimeSpan = .milliseconds(2)

    /// A velocity is announced the arm's pacing interval less this before it is due: later than a zero repeat that is
    /// due a whole interval before, which therefore still goes first.
    private static let margin: TimeSpan = .microseconds(500)

    /// The arm's pacing interval.
    private let interval: TimeSpan
    private let rate: Double
    let sendsFrames: Bool
    weak var delegate: (any PlayerDelegate)?
    private let clock: @LoopActor () -> Instant
    var timer: LoopTimer?
    var next: PlaybackTimeline.Moment?
    var hasEnded = false
    var isStarving = false
    var numbers: PlayedNumbers
    /// Nil: it has not begun.
    private var playback: PlaybackClock?
    var nudgeEnds: Instant?

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
        interval = arm.pacing.interval
        // Frames that were sent before the start are not sent again.
        let start = sendsFrames ? PerChannel<Int32?>(repeating: nil, for: arm.channels) : numbers
        self.numbers = PlayedNumbers(arm, start: start)
        self.rate = rate
        self.sendsFrames = sendsFrames
        self.delegate = delegate
        self.clock = clock
        position = from
        timer = LoopTimer(of: self) { owner, _ in owner.fired() }
    }

    /// Passes the channels' numbers at the start to the state machine, so that its gates wait for the release of what
    /// is deflected there. Does nothing when frames are sent: none is sent before its time.
    public func prime() { if !sendsFrames { play(numbers.latest, at: clock()) } }

    /// Starts to play at a time of the clock.
    public func begin(at time: Instant) {
        playback = PlaybackClock(start: time, origin: position, rate: rate)
        timer?.arm(at: time)
    }

    /// Call it when there is something to read again.
    public func refilled() {
        if isStarving, !isPaused { fired() }
    }

    /// Releases the velocities and pauses.
    public func pause() {
        guard !isPaused, playback != nil else { return }
        isPaused = true
        let now = clock()
        position = recorded(at: now)
        numbers.mute { delegate?.isLive($0) != true }
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
        playback = PlaybackClock(start: now, origin: position, rate: rate)
        if !sendsFrames { report(numbers.velocities, at: now) }
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
        guard numbers.movesVelocity(moment.numbers) else { return }
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
        isPaused || hasEnded ? position : max(position, recorded(at: time))
    }

    private func recorded(at time: Instant) -> Instant { playback?.recorded(at: time) ?? position }

    private func due(_ at: Instant) -> Instant { playback?.due(at) ?? clock() }

    /// The clock's time at which a moment is passed on. A velocity that moves again soon after its release is
    /// announced: in the recorded drive it was known before its frame was sent, and cancelled the zeros that its frame
    /// would have had to wait for.
    private func sendTime(_ moment: PlaybackTimeline.Moment) -> Instant {
        let due = due(moment.at)
        guard sendsFrames, moment.isMotion, interval > Self.margin, numbers.startsVelocity(moment.numbers) else {
            return due
        }
        return due - (interval - Self.margin)
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
}
