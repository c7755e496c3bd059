public import WaldoTime

/// Gives samples their places, from the fixes that it is given and by rules: the same place for the same fixes and
/// rules, on every machine.
///
/// The sources are asked in the order of the rules. The first one that has measured a place at that time, or fixes
/// around it that are near enough to interpolate between, gives the answer. A source that only has a nearest fix
/// gives it if no later source is better: between fixes before beside them, and less than `across` away before
/// further. The fixed place and the arm always have an answer, so no source after them is asked; theirs goes before a
/// fix that is further away than `across`.
///
/// A fix that its source calls invalid is never used. One at 0, 0 that it calls valid is used as it came: a sensor's
/// ranges and flags decide what is a place. Longitudes and latitudes are interpolated one by one, which is wrong at
/// the poles.
public struct Locator: Sendable {
    private let rules: LocationRules
    private var messages: FixRing?, gpsd: FixRing?
    private var fixed: Place?
    private var pose: CommandedPose?

    /// Creates a locator without fixes.
    /// - Parameter pose: the arm whose hand carries the sensor; nil: none, or its file states no pose.
    public init(_ rules: LocationRules, pose: CommandedPose? = nil) {
        self.rules = rules
        if rules.sources.contains(.arm) { self.pose = pose }
        if rules.sources.contains(.message) { messages = FixRing() }
        if rules.sources.contains(.gpsd) { gpsd = FixRing() }
    }

    /// Takes a fix. Those of one source have to come in the order of their times; one that is earlier than the latest
    /// is ignored, and of two with the same time the later one holds. A fixed place holds for all times.
    public mutating func take(_ fix: Fix) {
        guard fix.isValid, fix.place.isPossible else { return }
        switch fix.source {
        case .message: messages?.add(fix.place, at: fix.at)
        case .gpsd: gpsd?.add(fix.place, at: fix.at)
        case .fixed: fixed = fix.place
        case .arm: break
        }
    }

    /// Forgets the places of the sensor's messages: how far in time they are from those that follow is not known.
    mutating func interrupt() { if messages != nil { messages = FixRing() } }

    /// The operator has confirmed that the arm stands at its start position.
    public mutating func place() { pose?.place() }

    /// Takes a frame that was written to the arm: see `CommandedPose.command`.
    public mutating func command(_ channel: Channel, _ value: Int32, at time: Instant) {
        pose?.command(channel, value, at: time)
    }

    /// The place at a time, by the fixes taken so far, and what restricts it; nil: none is known.
    public func place(at time: Instant) -> (place: Place, flags: SampleFlags)? {
        var best: (place: Place, away: TimeSpan)?
        search: for source in rules.sources {
            switch answer(of: source, at: time) {
            case .known(let place):
                // The fixed place and the arm know one for all times: a fix that is near in time goes before theirs.
                if let best, best.away <= rules.across, source == .fixed || source == .arm { break search }
                return (place, source == .arm && pose?.isAssumed == true ? .assumedPose : [])
            case .nearest(let place, let away):
                let isBetter = best.map { $0.away > rules.across && away <= rules.across } ?? true
                if isBetter { best = (place, away) }
            case nil: continue
            }
        }
        return best.map { ($0.place, .nearestPlace) }
    }

    /// Whether no fix with a time later than those taken so far can change the answer for a time.
    public func isSettled(at time: Instant) -> Bool {
        for source in rules.sources {
            if let ring = ring(of: source) {
                guard let latest = ring.latest, latest >= time else { return false }
            }
            if case .known? = answer(of: source, at: time) { return true }
        }
        return true
    }

    private func ring(of source: Fix.Source) -> FixRing? {
        switch source {
        case .message: messages
        case .gpsd: gpsd
        case .fixed, .arm: nil
        }
    }

    private func answer(of source: Fix.Source, at time: Instant) -> FixRing.Answer? {
        switch source {
        case .message: messages?.place(at: time, rules)
        case .gpsd: gpsd?.place(at: time, rules)
        case .fixed: fixed.map { .known($0) }
        case .arm: pose.map { .known($0.place(at: time)) }
        }
    }
}
