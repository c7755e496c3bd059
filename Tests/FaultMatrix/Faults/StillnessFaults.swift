import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// The process exists, but does nothing.
extension Cell {
    /// How such a fault is caused; nil for others.
    var stillnessStrike: Strike? {
        switch fault {
        case .frozen: frozen
        case .hungLoop:
            Strike(
                setup: .init(writesBySocket: true, hangs: true, isStamped: true),
                outcome: .own { try await $0.judgeHang() }
            ) {
                try $0.word?.set(1)
            }
        default: nil
        }
    }

    /// Nothing informs the program that it was frozen: no signal comes. The operator's hands keep moving meanwhile. At
    /// rest, a raster's terminal stamps nothing, and nothing is overdue: it measures on.
    private var frozen: Strike {
        let setup = Rig.Setup(isStamped: true), isReplay = moment == .replay
        return Strike(setup: setup, outcome: isReplay ? .ends(74) : moment == .rasterMeasuring ? .goesOn : .breaks) {
            if isReplay { return }
            try await $0.thaw()
        } blow: {
            let freezer = try Freezer($0.program.pid)
            $0.freezer = freezer
            try await freezer.freeze()
            guard !isReplay else { return try await $0.thaw(strikes: true) }
            try await $0.fidget()
        }
    }
}

extension Rig {
    /// - Parameter strikes: whether times count from the thaw instead of from the freeze.
    fileprivate func thaw(strikes: Bool = false) async throws {
        try await sleepOn(until: struckAt + .seconds(2))
        expectNoMotion(since: struckAt)
        if strikes { self.strikes() }
        try freezer?.thaw()
        // Keys that were typed meanwhile come in a heap, as of a scanner, and so would one that follows at once.
        if moment.isRaster { try await wait(300) }
    }

    /// The hung loop misses its deadline, and the watchdog sends the zeros. When the loop is back it halts.
    fileprivate func judgeHang() async throws {
        let hang: TimeSpan = .milliseconds(700), lateness: TimeSpan = .milliseconds(250)
        // A hand that moves meanwhile moves nothing: its events are long past when they are read.
        if moment == .idle { hold(.slider) }
        if moment.hasLink, ![.idle, .stopping, .rasterMeasuring].contains(moment) {
            let known = Files.heartbeat + lateness
            let stop = try await expectFailsafe(since: struckAt, within: known + Self.prompt)
            let last = frames(since: struckAt).first.map { $0.isMotion ? $0.at : struckAt } ?? struckAt
            check("motion of a loop that should hang", at: last, since: struckAt, within: Self.prompt)
            observed = ("last word", stop)
        } else {
            observed = (moment == .stopping ? "stops" : "nothing moves", nil)
        }
        try await sleepOn(until: struckAt + hang)
        try word?.set(0)
        switch moment {
        case .connecting, .scanning: try await comeUp()
        case .replay: return try await expectExit(74)
        default: try await expectStillness()
        }
        try await expectGateThenMotion(isLatched: moment == .stopping)
        guard observed.word == "last word" else { return }
        check(program.lines.contains { $0.contains("\"event\":\"last-word\"") }, "no line reports the watchdog's zeros")
    }
}
