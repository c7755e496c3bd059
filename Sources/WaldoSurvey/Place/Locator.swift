public import WaldoCore
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
/// A fix that its source calls invalid is never used, and neither is one at a place to which no speed of the carrier
/// leads (`FixJudge`), where the rules state its speed. A time beside such a fix has the flag `outlierPlace`.
/// Longitudes and latitudes are interpolated one by one, but near the poles.
public struct Locator: Sendable {
    private let rules: LocationRules
    private var messages: FixRing?, gpsd: FixRing?
    private var fixed: Place?
    private var pose: CommandedPose?

    /// Creates a locator without fixes.
    /// - Parameters:
    ///   - pose: the arm whose hand carries the sensor; nil: none, or its file states no pose.
    ///   - isFile: whether the fixes are those of a file, for which nobody waits: at the beginning and after a pause
    ///     they then have to agree for as long as wrong ones may.
    public init(_ rules: LocationRules, pose: CommandedPose? = nil, isFile: Bool = false) {
        self.rules = rules
        let proof = isFile ? FixJudge.patience : .zero
        if rules.sources.contains(.arm) { self.pose = pose }
        if rules.sources.contains(.message) {
            messages = FixRing(
                fastest: rules.fastest, proof: proof, countsPauses: rules.edition == 1,
                keepsFirst: isFile && rules.edition > 1)
        }
        if rules.sources.contains(.gpsd) {
            gpsd = FixRing(fastest: rules.fastest, proof: proof, countsPauses: rules.edition == 1)
        }
    }

    /// Adds a fix. Those of one source have to come in the order of their times; one that is earlier than the latest
    /// is ignored, and of two with the same time the later one holds, or the earlier one of a log. A fixed place holds
    /// for all times.
    public mutating func add(_ fix: Fix) {
        guard fix.isValid, fix.place.isPossible, rules.fastest == nil || fix.place.isSomewhere else { return }
        switch fix.source {
        case .message: messages?.add(fix.place, at: fix.at)
        case .gpsd: gpsd?.add(fix.place, at: fix.at)
        case .fixed: fixed = fix.place
        case .arm: break
        }
    }

    /// Forgets the places of the sensor's messages: how far in time they are from those that follow is not known.
    package mutating func forgetMessages() {
        if let ring = messages { messages = ring.emptied }
    }

    /// The date becomes known or unknown: no fix follows those of the time until now, whose samples are final then. A
    /// run without a date that proved nothing, and has none before it to be judged by, gives no places.
    /// - Parameter wasUndated: whether it was unknown until now.
    package mutating func endDates(wasUndated: Bool) {
        if rules.edition > 1, wasUndated, let ring = messages, let judge = ring.judge, judge.isOpen, !judge.hasTrusted {
            messages = ring.emptied
        }
        end()
    }

    /// Forgets the places of the sensor's messages, as `forgetMessages`, where a date follows or none does. Fixes
    /// without a date are still judged by those before them: a receiver whose clock is wrong can be wrong in its place.
    package mutating func beginDates(isUndated: Bool) {
        if rules.edition > 1, isUndated, let ring = messages { messages = ring.undated } else { forgetMessages() }
    }

    /// The time until the next fix is not known: the wall clock was set, or the machine has slept.
    package mutating func interrupt() {
        messages?.interrupt()
        gpsd?.interrupt()
    }

    /// No fix follows.
    package mutating func end() {
        messages?.end()
        gpsd?.end()
    }

    /// The operator has confirmed that the arm stands at its start position.
    public mutating func confirmStart() { pose?.confirmStart() }

    /// Adds a frame that was written to the arm: see `CommandedPose.command`.
    public mutating func command(_ channel: Channel, _ value: Int32, at time: Instant) {
        pose?.command(channel, value, at: time)
    }

    /// The place at a time, by the fixes added so far, and what restricts it; nil: none is known.
    public func place(at time: Instant) -> (place: Place, flags: SampleFlags)? {
        let (place, flags) = located(at: time)
        return place.map { ($0, flags) }
    }

    /// The place at a time, nil where none is known, and what restricts it or is the reason that there is none.
    /// - Parameter hasFixes: whether it is known how far the time is from those of the fixes; else none of them is
    ///   used.
    package func located(at time: Instant, hasFixes: Bool = true) -> (place: Place?, flags: SampleFlags) {
        var best: (place: Place, away: TimeSpan)?, flags: SampleFlags = []
        search: for source in rules.sources where hasFixes || source == .fixed || source == .arm {
            let (answer, hasOutlier) = answer(of: source, at: time)
            if hasOutlier { flags.insert(.outlierPlace) }
            switch answer {
            case .known(let place):
                // The fixed place and the arm know one for all times: a fix that is near in time goes before theirs.
                if let best, best.away <= rules.across, source == .fixed || source == .arm { break search }
                return (place, source == .arm && pose?.isAssumed == true ? flags.union(.assumedPose) : flags)
            case .nearest(let place, let away):
                let isBetter = best.map { $0.away > rules.across && away <= rules.across } ?? true
                if isBetter { best = (place, away) }
            case nil: continue
            }
        }
        return (best?.place, flags.union(best == nil ? .noPlace : .nearestPlace))
    }

    /// Whether no fix with a time later than those added so far can change the answer for a time. It still changes
    /// where a run of fixes turns out to have been wrong from its beginning.
    public func isFinal(at time: Instant) -> Bool {
        for source in rules.sources {
            switch source {
            case .message, .gpsd:
                guard let finalUntil = finalUntil(source), finalUntil >= time else { return false }
                if isKnown(source, at: time) { return true }
            case .fixed: if fixed != nil { return true }
            case .arm: if pose != nil { return true }
            }
        }
        return true
    }

    /// Until when a time waits for the verdict on fixes that contradict others, or have no other one beside them yet;
    /// nil: there are none.
    package func verdict(at time: Instant) -> Instant? {
        guard messages?.judge?.isOpen == true || gpsd?.judge?.isOpen == true else { return nil }
        for source in rules.sources {
            switch source {
            case .message, .gpsd:
                let ring = source == .message ? messages : gpsd
                if let verdict = ring?.verdict(at: time, rules) { return verdict }
                if ring?.finalUntil.map({ $0 >= time }) == true, isKnown(source, at: time) { return nil }
            case .fixed: if fixed != nil { return nil }
            case .arm: if pose != nil { return nil }
            }
        }
        return nil
    }

    private func finalUntil(_ source: Fix.Source) -> Instant? {
        source == .message ? messages?.finalUntil : gpsd?.finalUntil
    }

    private func isKnown(_ source: Fix.Source, at time: Instant) -> Bool {
        (source == .message ? messages?.isKnown(at: time, rules) : gpsd?.isKnown(at: time, rules)) == true
    }

    private func answer(of source: Fix.Source, at time: Instant) -> (answer: FixRing.Answer?, hasOutlier: Bool) {
        switch source {
        case .message: messages?.place(at: time, rules) ?? (nil, false)
        case .gpsd: gpsd?.place(at: time, rules) ?? (nil, false)
        case .fixed: (fixed.map { .known($0) }, false)
        case .arm: (pose.map { .known($0.place(at: time)) }, false)
        }
    }
}
