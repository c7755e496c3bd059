import WaldoTime

/// Decides when a scan is to be started again: it can end beneath its program, and it can count as running while
/// nothing is heard. A pure value; the time is passed in.
struct ScanWatch {
    /// What a look at the scan asks for.
    enum Action: Equatable {
        case nothing
        case restart
    }

    /// How long after a start BlueZ may report that it scans.
    static let startTime: TimeSpan = .milliseconds(500)
    /// How long nothing may be heard until the scan is started again.
    static let silence: TimeSpan = .seconds(15)
    /// In a room where nobody advertises, the scan is started again no more often.
    static let betweenSilences: TimeSpan = .seconds(30)
    /// After so long without a scan the operator is told.
    static let patience: TimeSpan = .seconds(10)
    private static let policy = Retry.Policy(doubling: .milliseconds(250), to: .seconds(16), steady: .seconds(30))

    private var retry = Retry(Self.policy)
    private var startedAt: Instant
    private var silentSince: Instant
    private var silentRestartAt: Instant?
    /// When the next start is due; nil: the scan runs, as far as is known.
    private var dueAt: Instant?
    /// Since when no scan runs.
    private var brokenSince: Instant?
    /// Why not, in words.
    private(set) var reason = ""

    /// - Parameter now: when the scan was asked for.
    init(at now: Instant) { (startedAt, silentSince, brokenSince) = (now, now, now) }

    /// BlueZ has started it.
    mutating func started(at now: Instant) {
        (startedAt, silentSince, dueAt) = (now, now, nil)
    }

    /// BlueZ has not started it.
    mutating func failed(_ reason: String, at now: Instant) {
        self.reason = reason
        brokenSince = brokenSince ?? now
        dueAt = now + retry.next()
    }

    /// Looks at it.
    /// - Parameters:
    ///   - isRunning: whether BlueZ says that the adapter scans.
    ///   - heardAt: when an advertisement was heard last; nil: never.
    mutating func check(isRunning: Bool, heardAt: Instant?, at now: Instant) -> Action {
        // Another program's scan may let this one hear.
        if let since = brokenSince, let heardAt, heardAt > since { brokenSince = heardAt }
        if let dueAt {
            guard now >= dueAt else { return .nothing }
            self.dueAt = nil
            return .restart
        }
        if isRunning {
            // One that ends as soon as it has begun is none.
            if now >= startedAt + Self.startTime { brokenSince = nil }
            retry.worked(for: now - startedAt)
        } else if now >= startedAt + Self.startTime {
            failed("it has ended, and not by this program", at: now)
            return .nothing
        }
        silentSince = max(silentSince, heardAt ?? silentSince)
        guard now >= silenceEnds else { return .nothing }
        (silentSince, silentRestartAt) = (now, now)
        return .restart
    }

    private var silenceEnds: Instant {
        let end = silentSince + Self.silence
        return silentRestartAt.map { max(end, $0 + Self.betweenSilences) } ?? end
    }

    /// When to look again.
    var nextCheck: Instant {
        dueAt ?? (brokenSince == nil ? silenceEnds : min(startedAt + Self.startTime, silenceEnds))
    }

    /// When the operator is to be told; nil: a scan runs, as far as is known.
    var complaintAt: Instant? { brokenSince.map { $0 + Self.patience } }

    /// What the operator is to be told; nil: a scan runs, or ran a moment ago.
    func complaint(at now: Instant) -> String? {
        guard let brokenSince, now >= brokenSince + Self.patience else { return nil }
        return "no scan runs for \((now - brokenSince) / .seconds(1)) s (\(reason))"
    }
}
