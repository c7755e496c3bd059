import WaldoCore
import WaldoTime

/// The latest places of one source in the order of their times; the oldest is overwritten. It does not grow.
struct FixRing: Sendable {
    /// A place at a time.
    struct Entry: Sendable {
        var at: Instant
        var place: Place
        /// What is known of it.
        var mark = FixJudge.Mark.good
        /// Whether the way to it from the good place before it is not known.
        var isApart = false
    }

    /// How many places are kept.
    static let capacity = 1024
    /// How far apart in time two places are that are kept, the latest aside: however fast a receiver is, the ring
    /// covers 100 s, which is more than half of the longest exposure that is usual.
    static let spacing = TimeSpan.milliseconds(100)

    private var entries = BoundedRing(
        capacity: Self.capacity, filling: Entry(at: .clockStart, place: Place(x: 0, y: 0)))
    private let keepsFirst: Bool
    /// Whether nothing states how long it was from one place to the next: those of lines without a date.
    private(set) var hasUnknownSteps = false
    /// Judges the places; nil: all are good.
    private(set) var judge: FixJudge?
    /// The time of the latest good place; nil: there is none. No later fix changes what is known of a time before it.
    private(set) var finalUntil: Instant?

    /// - Parameters:
    ///   - fastest: the greatest speed of the carrier in m/s; nil: all places are good.
    ///   - proof: how long places at the beginning, or after a pause, have to agree.
    ///   - countsPauses: see `FixJudge`.
    ///   - keepsFirst: whether of two places with the same time the earlier one holds.
    init(fastest: Double?, proof: TimeSpan, countsPauses: Bool, keepsFirst: Bool = false) {
        self.keepsFirst = keepsFirst
        judge = fastest.map { FixJudge(fastest: $0, proof: proof, countsPauses: countsPauses) }
    }

    /// One like it without places.
    var emptied: FixRing {
        FixRing(
            fastest: judge?.fastest, proof: judge?.proof ?? .zero, countsPauses: judge?.countsPauses == true,
            keepsFirst: keepsFirst)
    }

    /// One like it without places, for those of lines without a date, which are still judged by the places before.
    var undated: FixRing {
        var ring = emptied
        ring.judge = judge
        ring.hasUnknownSteps = true
        return ring
    }

    /// How many places it holds.
    var count: Int { entries.count }

    /// A place, 0 for the oldest.
    subscript(index: Int) -> Entry { entries[index] }

    /// Adds a place, or replaces the latest one if both have the same time or that one is too near to the one before
    /// it, and both are known alike. One that is older than the latest is ignored.
    mutating func add(_ place: Place, at time: Instant) {
        if count > 0, time < self[count - 1].at || keepsFirst && time == self[count - 1].at { return }
        var entry = Entry(at: time, place: place)
        if let judgement = judge?.judge(place, at: time) {
            apply(judgement.verdict)
            (entry.mark, entry.isApart) = (judgement.mark, judgement.isApart)
        }
        if entry.mark == .good { finalUntil = time }
        guard replaces(entry) else { return entries.append(entry) }
        entry.isApart = entry.isApart || self[count - 1].isApart
        entries.replaceLast(entry)
    }

    private func replaces(_ entry: Entry) -> Bool {
        guard count > 0, self[count - 1].mark == entry.mark else { return false }
        let latest = self[count - 1].at
        return entry.at == latest || count > 1 && latest - self[count - 2].at < Self.spacing
    }

    // MARK: verdicts

    /// No place follows for which an open one could wait.
    mutating func end() { judgeOpen { $0.end() } }

    /// The time until the next place is not known.
    mutating func interrupt() { judgeOpen { $0.interrupt() } }

    private mutating func judgeOpen(_ decide: (inout FixJudge) -> FixJudge.Verdict) {
        guard judge != nil else { return }
        apply(decide(&judge!))
        // The newest that is good, if any has become so.
        if let index = (0..<count).last(where: { self[$0].mark == .good }) { finalUntil = self[index].at }
    }

    private mutating func apply(_ verdict: FixJudge.Verdict) {
        guard verdict != .none else { return }
        for index in (0..<count).reversed() {
            let mark = self[index].mark, now = verdict.mark(of: mark, at: self[index].at)
            if now != mark { entries.mutate(index) { $0.mark = now } }
            if verdict.leaves(mark, at: self[index].at) { return }
        }
    }

    // MARK: looking up

    /// The first place whose time is not before this one; `count` if all are earlier.
    func index(notBefore time: Instant) -> Int { entries.prefixCount { $0.at < time } }

    /// Whether a place may be used: it is good, or nothing speaks against it yet.
    func isUsable(_ index: Int) -> Bool {
        switch self[index].mark {
        case .good: true
        case .outlier: false
        case .open: judge?.isContested == false
        }
    }
}

extension FixJudge.Verdict {
    /// What becomes of a fix with a mark.
    func mark(of mark: FixJudge.Mark, at time: Instant) -> FixJudge.Mark {
        switch (self, mark) {
        case (.none, _), (_, .outlier): mark
        case (.good(_, let wrong), .good): wrong.map { time >= $0 } == true ? .outlier : .good
        case (_, .good): .good
        case (.outliers, .open): .outlier
        case (.outlier(let run), .open(let own)): own == run ? .outlier : mark
        case (.good(let run, _), .open(let own)): own == run ? .good : .outlier
        }
    }

    /// Whether it says nothing of the fixes before one with a mark: all open ones follow the latest good one.
    func leaves(_ mark: FixJudge.Mark, at time: Instant) -> Bool {
        guard mark == .good else { return false }
        if case .good(_, let wrong?) = self { return time < wrong }
        return true
    }
}
