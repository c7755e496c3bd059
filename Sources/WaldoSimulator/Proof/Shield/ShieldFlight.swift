import WaldoTime

/// The frames that wait for an answer, by their sequence numbers.
struct ShieldFlight: Sendable {
    /// What an answer is.
    enum Answer: Equatable {
        /// The first one to a frame. Without a phase the frame was a greeting.
        case first(TimeSpan, isInOrder: Bool, ShieldPhase?)
        /// One to a frame that counts as lost.
        case late(ShieldPhase?)
        /// A further one.
        case again(ShieldPhase?)
        /// One to a frame that was never sent.
        case unknown
    }

    private enum Fate: Equatable {
        case unused, waiting(since: Instant, order: Int, ShieldPhase?), answered(ShieldPhase?), lost(ShieldPhase?)
    }

    private var fates = [Fate](repeating: .unused, count: 256)
    /// Those that wait, the oldest first.
    private var waiting: [UInt8] = []
    /// The number of the next frame, and how many were sent.
    private(set) var next: UInt8 = 0, sent = 0
    /// The order of the newest frame that was answered.
    private var newest = -1

    /// How many wait.
    var count: Int { waiting.count }

    /// When the oldest of them was sent; nil: none waits.
    var oldest: Instant? {
        guard let first = waiting.first, case .waiting(let since, _, _) = fates[Int(first)] else { return nil }
        return since
    }

    /// The next frame has been sent.
    mutating func add(at now: Instant, _ phase: ShieldPhase?) {
        fates[Int(next)] = .waiting(since: now, order: sent, phase)
        waiting.append(next)
        next &+= 1
        sent += 1
    }

    /// An answer has come.
    mutating func answer(_ number: UInt8, at now: Instant) -> Answer {
        switch fates[Int(number)] {
        case .unused: return .unknown
        case .waiting(let since, let order, let phase):
            let isInOrder = order > newest
            newest = max(newest, order)
            fates[Int(number)] = .answered(phase)
            waiting.removeAll { $0 == number }
            return .first(now - since, isInOrder: isInOrder, phase)
        case .answered(let phase): return .again(phase)
        case .lost(let phase):
            fates[Int(number)] = .answered(phase)
            return .late(phase)
        }
    }

    /// Gives up the frames that were sent so long ago.
    /// - Returns: the phase of each.
    mutating func expire(until limit: Instant) -> [ShieldPhase?] {
        var phases: [ShieldPhase?] = []
        while let number = waiting.first, case .waiting(let since, _, let phase) = fates[Int(number)], since <= limit {
            fates[Int(number)] = .lost(phase)
            waiting.removeFirst()
            phases.append(phase)
        }
        return phases
    }
}
