import WaldoTime

/// Tells the fixes of one source at which a carrier may have been from outliers, which no speed explains. Pure, and
/// bounded in memory: what it decides follows from the fixes and their order alone.
///
/// Fixes that follow each other at an explained speed are a *run*. One run is trusted. The first fix that does not
/// continue it opens another one, and so does the first fix of all and the first after a pause; a fix belongs to the
/// run that it continues at the lowest speed, or to that of the fix before, if it can have come there. The fixes of
/// open runs are neither good nor outliers:
///
/// * If the trusted run goes on, they were outliers.
/// * If an open run lasts for `patience`, it was true, as that of a receiver that was off, and becomes the trusted one.
///   A trusted run that was shorter was wrong from its beginning.
/// * A run to whose first fix the carrier can have come is trusted from its second fix on, or as late as `proof` says.
///
/// A run lasts for as long as fixes agree: of the time between two of them at most `step` counts, so that a pause, in
/// which nothing was measured, proves nothing. Where the carrier is elsewhere after a pause, another run begins.
struct FixJudge: Sendable {
    /// What is known of a fix.
    enum Mark: Equatable, Sendable {
        case good, outlier
        /// It is in an open run of this number.
        case open(UInt8)
    }

    /// What becomes of the fixes that were open.
    enum Verdict: Equatable, Sendable {
        case none
        /// All of them are outliers.
        case outliers
        /// Those of this run are outliers.
        case outlier(UInt8)
        /// Those of this run are good and the others outliers, as are the fixes since `wrong`; nil: none.
        case good(UInt8, wrong: Instant?)
    }

    /// What follows from a fix.
    struct Judgement {
        var mark: Mark
        var verdict = Verdict.none
        /// Whether nothing explains how the carrier came from the good fix before it.
        var isApart = false
    }

    /// A wrong run is shorter.
    static let patience = TimeSpan.seconds(60)
    /// How much the time between two fixes of a run counts for at most.
    private static let step = TimeSpan.seconds(5)
    /// The most runs that are open at a time; one more makes outliers of the one that was continued the longest ago.
    private static let maxOpen = 4

    let fastest: Double
    /// How long a run at the beginning, or after a pause, lasts before it is trusted.
    let proof: TimeSpan
    /// Whether all of the time between two fixes of a run counts, as in runs of earlier versions.
    let countsPauses: Bool
    private var trusted: FixRun?
    private var open: [FixRun] = []
    /// Whether the time since the fixes before is not known.
    private var isInterrupted = false
    /// The time of the latest fix.
    private(set) var latest: Instant?
    /// The time between the latest fix and the one before it.
    private(set) var interval = TimeSpan.zero

    /// - Parameters:
    ///   - fastest: the greatest speed of the carrier in m/s.
    ///   - proof: how long a run at the beginning, or after a pause, lasts before it is trusted.
    ///   - countsPauses: whether all of the time between two fixes of a run counts, as in runs of earlier versions.
    init(fastest: Double, proof: TimeSpan = .zero, countsPauses: Bool = false) {
        self.fastest = fastest
        self.proof = proof
        self.countsPauses = countsPauses
        open.reserveCapacity(Self.maxOpen)
    }

    /// How long a run whose fixes are so far apart takes until it has lasted for `patience`.
    func patience(every interval: TimeSpan) -> TimeSpan {
        countsPauses ? Self.patience : max(Self.patience, interval * (Self.patience / Self.step))
    }

    /// Whether fixes wait for a verdict.
    var isOpen: Bool { !open.isEmpty }

    /// Whether fixes contradict each other, and none of them is known to be right.
    var isContested: Bool { open.count > 1 || open.first?.isExplained == false }

    /// Whether a run is trusted.
    var hasTrusted: Bool { trusted != nil }

    /// Judges a fix, whose time is not before that of the latest.
    mutating func judge(_ place: Place, at time: Instant) -> Judgement {
        let before = latest
        if let before { interval = time.away(from: before) }
        latest = time
        if open.isEmpty, let run = trusted, time.away(from: run.last) <= Self.patience,
            run.speed(to: place, at: time) <= fastest
        {
            trusted?.go(on: place, at: time)
            return Judgement(mark: .good)
        }
        return judge(place, at: time, after: before)
    }

    /// The open run that a fix continues, nil where it is the trusted one, and at which speed.
    private func continued(
        by place: Place, at time: Instant, after before: Instant?
    ) -> (run: Int?, speed: Double) {
        var (best, lowest): (Int?, Double) = (nil, trusted?.speed(to: place, at: time) ?? .infinity)
        for index in open.indices {
            let speed = open[index].speed(to: place, at: time)
            // The run of the fix before, to which the carrier can have come: the way on from there.
            if speed <= fastest, open[index].isExplained, open[index].last == before { return (index, speed) }
            if speed <= lowest { (best, lowest) = (index, speed) }
        }
        return (best, lowest)
    }

    private mutating func judge(_ place: Place, at time: Instant, after before: Instant?) -> Judgement {
        let (run, speed) = continued(by: place, at: time, after: before)
        guard speed <= fastest else {
            return begin(place, at: time, isExplained: trusted == nil && open.isEmpty)
        }
        if let run {
            if isAway(run, speed, at: time) {
                let verdict = trust(open[run])
                let mark = begin(place, at: time, isExplained: true).mark
                return Judgement(mark: mark, verdict: verdict)
            }
            open[run].go(on: place, at: time)
            guard open[run].length >= (open[run].isExplained ? proof : Self.patience) else {
                return Judgement(mark: .open(open[run].number))
            }
            return Judgement(mark: .good, verdict: trust(open[run]))
        }
        guard let last = trusted?.last, time.away(from: last) <= Self.patience else {
            return begin(place, at: time, isExplained: true)
        }
        trusted?.go(on: place, at: time)
        defer { open.removeAll(keepingCapacity: true) }
        return Judgement(mark: .good, verdict: .outliers)
    }

    /// Whether a fix that continues the only open run is elsewhere after a pause: what is open has nothing against it,
    /// and proves nothing of the other place.
    private func isAway(_ run: Int, _ speed: Double, at time: Instant) -> Bool {
        !countsPauses && open.count == 1 && open[run].isExplained && speed > 0
            && time.away(from: open[run].last) > Self.patience
    }

    private mutating func begin(_ place: Place, at time: Instant, isExplained: Bool) -> Judgement {
        var verdict = Verdict.none
        if open.count == Self.maxOpen, let oldest = open.indices.min(by: { open[$0].last < open[$1].last }) {
            verdict = .outlier(open.remove(at: oldest).number)
        }
        let number = (0...UInt8(Self.maxOpen)).first { number in !open.contains { $0.number == number } } ?? 0
        let run = FixRun(
            place, at: time, isExplained: isExplained, number: number, maxStep: countsPauses ? nil : Self.step)
        open.append(run)
        defer { isInterrupted = false }
        return Judgement(mark: .open(number), verdict: verdict, isApart: !isExplained || isInterrupted)
    }

    private mutating func trust(_ run: FixRun) -> Verdict {
        var wrong: Instant?
        if let trusted, !run.isExplained, trusted.length < Self.patience { wrong = trusted.first }
        trusted = run
        open.removeAll(keepingCapacity: true)
        return .good(run.number, wrong: wrong)
    }

    /// Decides on the open runs when no fix follows: one is true if nothing speaks against it, or if it is more than
    /// twice as long as each that does.
    mutating func end() -> Verdict {
        guard !open.isEmpty else { return .none }
        let possible = open.filter { run in
            guard let trusted, !run.isExplained else { return true }
            return trusted.length < Self.patience && trusted.isShort(beside: run)
        }
        guard let longest = possible.max(by: { $0.length < $1.length }),
            possible.allSatisfy({ $0.number == longest.number || $0.isShort(beside: longest) })
        else {
            open.removeAll(keepingCapacity: true)
            return .outliers
        }
        return trust(longest)
    }

    /// The time until the next fix is not known: the clock was set, or the machine has slept. The carrier may be
    /// anywhere then.
    mutating func interrupt() -> Verdict {
        let verdict = end()
        trusted = nil
        isInterrupted = latest != nil
        return verdict
    }
}
