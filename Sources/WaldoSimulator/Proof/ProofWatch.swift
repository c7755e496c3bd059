import WaldoCore
import WaldoTime

/// What is seen of an arm from the first fault of a proved drive on.
struct ProofWatch {
    let velocities: [Channel], positions: [Channel]
    private let bounds: StopBounds
    /// When the first fault came; nil: it has not.
    private(set) var since: Instant?
    /// Where the hand was then; nil: the arm has no pose.
    private(set) var hand: ArmPoint?
    /// When a velocity was last seen to move.
    var lastMotion: Instant?
    /// When each position was.
    var lastMoves: [Instant?]
    /// When the firmware last had something unread.
    var lastBehind = Instant.distantPast

    init(_ arm: Arm) {
        velocities = arm.movingChannels.filter { arm.profiles[$0].mode == .velocity }
        positions = arm.movingChannels.filter { arm.profiles[$0].mode == .position }
        bounds = StopBounds(arm, arm.model ?? .standard(of: arm))
        lastMoves = positions.map { _ in nil }
    }

    mutating func begin(at now: Instant, hand: ArmPoint?) { (since, self.hand) = (now, hand) }

    /// By when every velocity has to stand still. What a stall has held back arrives at its end.
    func limit(_ happened: [ProofTrial.Happening]) -> Instant {
        let base = happened.map(noticed).max() ?? .distantPast
        let bound = happened.allSatisfy(\.fault.isReleased) ? bounds.released : bounds.unsent
        return min(max(base, lastBehind) + bound.usual, base + bound.longest)
    }

    /// When a fault has taken effect.
    private func noticed(_ happening: ProofTrial.Happening) -> Instant {
        switch happening.fault {
        case .linkStalled: happening.until
        case .unanswered: happening.at + bounds.unanswered
        default: happening.at
        }
    }
}

extension ProofTrial {
    /// The longest that a drive is watched after its last fault.
    private static let longest: TimeSpan = .seconds(40)

    /// Time passes until all faults are over and nothing moves any more.
    mutating func rest() {
        let over = happened.reduce(now) { $1.until == .never ? $0 : max($0, $1.until) }
        let silence = (arm.silence?.after ?? .zero) * 2
        let end = now + Self.longest
        while now < end, now < over + .seconds(3) + silence || simulation.arm.isMoving(at: now) { turn() }
    }

    /// Looks at the arm. The properties are read one by one, since a function would be passed a copy of the arm.
    mutating func look() {
        var moves = false
        for channel in watch.velocities where simulation.arm.velocity(channel, at: now) != 0 { moves = true }
        if moves { watch.lastMotion = now }
        for index in watch.positions.indices where simulation.arm.velocity(watch.positions[index], at: now) != 0 {
            watch.lastMoves[index] = now
        }
        if simulation.arm.waitingBytes > 0 || !moves && simulation.arm.deaf(at: now) != nil { watch.lastBehind = now }
    }

    /// Whether the drive rightly went on: a hang, a stall or silence came while nothing was due or on its way.
    private var wentOn: Bool {
        !hasHalted && happened.allSatisfy { [.hung, .linkStalled, .unanswered].contains($0.fault) }
    }

    func outcome(seed: UInt64, length: TimeSpan) -> ProofOutcome {
        guard !wentOn else {
            return ProofOutcome(
                seed: seed, faults: happened.map(\.fault), wentOn: true, untilZero: nil, beyond: nil, movers: [],
                distance: nil, length: length)
        }
        let since = watch.since ?? now, zero = watch.lastMotion ?? since, limit = watch.limit(happened)
        let movers = zip(watch.positions, watch.lastMoves).compactMap { channel, last -> ProofOutcome.Mover? in
            guard let last, last > zero else { return nil }
            return ProofOutcome.Mover(channel: channel, time: last - zero)
        }
        return ProofOutcome(
            seed: seed, faults: happened.map(\.fault), wentOn: false, untilZero: watch.lastMotion.map { $0 - since },
            beyond: watch.lastMotion.flatMap { $0 > limit ? $0 - limit : nil }, movers: movers, distance: distance,
            length: length)
    }

    /// How far the hand is from where it was at the first fault.
    private var distance: Double? {
        guard let before = watch.hand, let after = simulation.arm.hand(at: now) else { return nil }
        let (x, y, z) = (after.x - before.x, after.y - before.y, after.z - before.z)
        return (x * x + y * y + z * z).squareRoot()
    }
}
