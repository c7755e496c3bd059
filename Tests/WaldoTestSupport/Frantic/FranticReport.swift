public import WaldoTime

/// What came of a frantic operator's drive of a simulated arm.
public struct FranticReport: Equatable, Sendable, CustomStringConvertible {
    /// A velocity that moved when nothing asked for it.
    public struct Fault: Equatable, Sendable, CustomStringConvertible {
        /// The drive's seed, which repeats it.
        public let seed: UInt64
        /// When, from the start.
        public let at: TimeSpan
        /// The channel, why it should have stood still, and since when.
        public let channel: String, silence: String, since: TimeSpan

        /// One sentence.
        public var description: String {
            "seed \(seed), \(at.microseconds / 1_000) ms: `\(channel)` moves, and since "
                + "\(since.microseconds / 1_000) ms \(silence)"
        }
    }

    /// The most faults that are kept.
    public static let mostFaults = 10

    /// How long it was, in the drive's time.
    public var time = TimeSpan.zero
    /// Events that the state machine was stepped with, and commands that left.
    public var events = 0, commands = 0
    /// Frames that the arm acted on, and how often its watchdog stopped a velocity.
    public var frames = 0, watchdogStops = 0
    /// Losses and stalls of the link; programs that were killed or hung; emergency stops.
    public var losses = 0, stalls = 0, kills = 0, hangs = 0, stops = 0
    /// Silences that outlasted their bound, in which a velocity had moved as they began.
    public var silences = 0
    /// How long after the beginning of a silence a velocity moved at most.
    public var longest = TimeSpan.zero
    /// How many faults there were, and the first of them.
    public var faultCount = 0, faults: [Fault] = []

    /// Nothing yet.
    public init() {}

    /// The figures in a line.
    public var description: String {
        "\(time.microseconds / 1_000_000) s, \(events) events, \(commands) commands, \(frames) frames, "
            + "\(losses) losses, \(stalls) stalls, \(kills) kills, \(hangs) hangs, \(stops) stops, "
            + "\(watchdogStops) of the watchdog, \(silences) silences, at most "
            + "\(longest.microseconds / 1_000) ms of motion in them, \(faultCount) faults"
    }

    /// Adds the report of another drive.
    public mutating func add(_ other: FranticReport) {
        time += other.time
        events += other.events
        commands += other.commands
        frames += other.frames
        watchdogStops += other.watchdogStops
        losses += other.losses
        stalls += other.stalls
        kills += other.kills
        hangs += other.hangs
        stops += other.stops
        silences += other.silences
        longest = max(longest, other.longest)
        faultCount += other.faultCount
        faults = Array((faults + other.faults).prefix(Self.mostFaults))
    }
}
