public import WaldoTime

/// What the measurement of a link has shown.
public struct ShieldReport: Equatable, Sendable {
    /// How it ended.
    public enum Ending: String, Sendable {
        /// Every phase is complete.
        case whole
        /// It was ended before that.
        case incomplete
        /// Nothing has answered as the echo sketch does.
        case noEcho
        /// The board answered at first, and no more after the link was opened again.
        case silent
    }

    /// When the board's watchdog stopped the slider after its last frame.
    public struct Stop: Equatable, Sendable {
        /// By the board's clock; nil: the answer to the last frame did not come.
        public let board: TimeSpan?
        /// From sending the last frame to the arrival of the board's message; nil: none came.
        public let seen: TimeSpan?
    }

    /// What a link has to keep.
    public enum Bound: String, CaseIterable, Sendable {
        /// No frame is lost.
        case loss
        /// Frames arrive in the order in which they were sent, and none twice.
        case order
        /// The watchdog stops the slider in its time.
        case watchdog
    }

    /// When the watchdog has to stop the slider: after three heartbeats of 100 ms.
    public static let watchdogTime = TimeSpan.milliseconds(300)...TimeSpan.milliseconds(400)

    /// How it ended.
    public internal(set) var ending = Ending.incomplete
    /// When the watchdog stopped the slider, in each silence.
    public internal(set) var stops: [Stop] = []
    /// How often it did so in the stream at the rate limit, because no frame arrived for so long.
    public internal(set) var earlyStops = 0
    /// How long each reconnect took until the first answer.
    public internal(set) var reconnects: [TimeSpan] = []
    /// How often the link was lost by itself.
    public internal(set) var losses = 0
    /// Bytes that were no message of the echo sketch.
    public internal(set) var skippedBytes = 0
    private var tallies = [ShieldTally](repeating: ShieldTally(), count: ShieldPhase.allCases.count)

    init() {}

    /// What became of the frames of a phase.
    public internal(set) subscript(phase: ShieldPhase) -> ShieldTally {
        get { tallies[Self.index(phase)] }
        set { tallies[Self.index(phase)] = newValue }
    }

    private static func index(_ phase: ShieldPhase) -> Int { ShieldPhase.allCases.firstIndex(of: phase) ?? 0 }

    /// How long the reconnects took; nil: there was none.
    public var reconnect: ShieldTally.Latency? { ShieldTally.Latency(reconnects) }

    /// Whether anything was measured.
    public var isMeasured: Bool { tallies.contains { $0.sent > 0 } }

    /// Whether a bound holds; nil: it was not measured.
    public func holds(_ bound: Bound) -> Bool? {
        switch bound {
        case .loss: isMeasured ? tallies.allSatisfy { $0.lost == 0 } : nil
        case .order: isMeasured ? tallies.allSatisfy { $0.reordered == 0 && $0.duplicates == 0 } : nil
        case .watchdog:
            stops.isEmpty
                ? nil
                : stops.allSatisfy { stop in
                    stop.seen.map { Self.watchdogTime.contains(stop.board ?? $0) } ?? false
                }
        }
    }

    /// Whether every bound that was measured holds, and the board answered to the end.
    public var holds: Bool {
        ending != .noEcho && ending != .silent && Bound.allCases.allSatisfy { holds($0) ?? true }
    }
}
