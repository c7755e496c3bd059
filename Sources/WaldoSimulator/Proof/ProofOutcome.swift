public import WaldoCore
public import WaldoTime

/// What came of one proved drive.
public struct ProofOutcome: Equatable, Sendable {
    /// A channel that moved on when every velocity was at zero, and for how long.
    public struct Mover: Equatable, Sendable {
        /// The channel.
        public var channel: Channel
        /// For how long.
        public var time: TimeSpan
    }

    /// The seed that repeats it.
    public var seed: UInt64
    /// What went wrong, in order; the first is what the drive counts for.
    public var faults: [ProofFault]
    /// Whether the drive went on, because what went wrong was over before anything was due.
    public var wentOn: Bool
    /// The time from the first fault until every velocity stood still for good; nil: none moved.
    public var untilZero: TimeSpan?
    /// By how much that is beyond its bound; nil: it is within.
    public var beyond: TimeSpan?
    /// The positions that moved on then.
    public var movers: [Mover]
    /// How far the hand is from where it was at the first fault, in metres; nil: the arm's file has no pose.
    public var distance: Double?
    /// How long the drive was.
    public var length: TimeSpan
}

extension ProofOutcome {
    /// Drives once, by a seed.
    /// - Parameters:
    ///   - mapping: what the operator's hand moves.
    ///   - recorder: gets what the drive does; not retained.
    public init(_ arm: Arm, by mapping: Mapping, seed: UInt64, recorder: (any ProofRecorder)? = nil) {
        var random = SimulationRandom(seed: seed &+ 1)
        // A drive with few kinds of faults reaches states that one with all of them leaves at once.
        let all = ProofFault.all(of: arm), kinds = all.shuffled(using: &random).prefix(all.count / 2)
        let faults = (0..<Int.random(in: 1...3, using: &random)).map { _ in kinds.randomElement(using: &random)! }
        var trial = ProofTrial(arm, mapping, seed: seed, recorder: recorder)
        trial.begin()
        let began = trial.now
        trial.drive(for: .milliseconds(.random(in: 300...4_000, using: &random)))
        for fault in faults {
            trial.fail(fault)
            trial.run(for: .milliseconds(.random(in: 1...1_500, using: &random)))
        }
        trial.rest()
        self = trial.outcome(seed: seed, length: trial.now - began)
    }

    /// How long the position that moved on for longest did.
    public var longestMove: TimeSpan { movers.map(\.time).max() ?? .zero }
}
