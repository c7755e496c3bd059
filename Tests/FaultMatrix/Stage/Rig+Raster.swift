import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// A raster's moments: its operator has the terminal's keys, and after whatever happened only Enter goes on.
extension Rig {
    private var isMeasuring: Bool { moment == .rasterMeasuring }

    enum Key: String { case stop = " ", pause = "p", goOn = "\r", leaveOut = "n" }

    func reachRaster() async throws {
        guard isMeasuring else {
            return try await waitUntil("a raster's motion", instead: { self.history }) {
                motions(since: 0) >= 3 ? () : nil
            }
        }
        // What it writes is not read.
        if setup.isFullAtStart, output != nil { return try await wait(1_500) }
        try await waitUntil("a raster's measurement", instead: { self.history }) {
            switch setup.output {
            case .lines: return program.lines.contains { $0.contains("\"state\":\"began\"") } ? () : nil
            case .terminal: return pty?.text.contains("measuring") == true ? () : nil
            case .pipe: return output?.take().contains("\"state\":\"began\"") == true ? () : nil
            }
        }
    }

    /// Makes something happen where nothing moves yet: the slider is held, or the raster leaves its point out.
    func stir() throws {
        if moment == .idle { hold(.slider) }
        if isMeasuring { try type(.leaveOut) }
    }

    /// What an operator does while nobody hears it, three times; the control is held in the end.
    func fidget() async throws {
        let control: Hold = held.contains(.joystick) ? .joystick : .slider
        for _ in 0..<3 {
            if moment.isRaster { try type(.goOn) } else { letGo() }
            try await wait(20)
            if !moment.isRaster { hold(control) }
            try await wait(20)
        }
    }

    /// The fault has changed nothing: the way goes on, or the measurement does until its point is left out.
    func judgeRasterGoingOn(_ strike: Strike) async throws {
        if isMeasuring {
            try await expectStillness()
            observed = ("unaffected", nil)
        } else {
            observed = ("unaffected", try await expectMotion())
        }
        try await strike.remedy(self)
        check(!program.lines.contains { $0.contains("\"state\":\"dropped\"") }, "the measurement was given up")
        if isMeasuring { try await expectWay(after: .leaveOut) } else { try await expectPause() }
        try await expectWay(after: .goOn)
    }

    /// Nothing moves until Enter is pressed.
    func expectNothingUntilEnter() async throws {
        // Enter right after a halt does not count, and a link may just be back.
        try await expectStillness(2 * Self.silence)
        try await expectWay(after: .goOn)
    }

    /// A position that is asked for in a stall is not taken after it.
    func judgeNextPosition() async throws {
        try await wait(Self.stall)
        let stalled = frames(since: struckAt)
        check(stalled.count { $0.channel == "y" } <= Self.window, "\(stalled.map(\.text)) in the stall")
        check(zeros("s", since: struckAt) > 0, "no zero in the stall")
        observed = ("\(Self.window) at most, then stop", stalled.first(where: \.isZero).map { $0.at - struckAt })
        try type(.goOn)
        try await wait(100)
        let healed = Monotonic.now()
        try await shield.report("heal ReadValue")
        try await wait(2 * Self.silence)
        let late = frames(since: healed).map(\.text)
        check(late.isEmpty, "\(late) after the stall")
        let begin = Monotonic.now()
        try type(.goOn)
        try await waitUntil("a position", within: .seconds(2), instead: { self.history }) {
            frames(since: begin).contains { $0.channel == "y" } ? () : nil
        }
    }

    /// A key lets the raster move on, and another pauses it. Where it measures again first, the point is left out.
    private func expectWay(after key: Key) async throws {
        let begin = Monotonic.now()
        try type(key)
        if isMeasuring, key == .goOn { try type(.leaveOut) }
        try await waitUntil("the raster to move", within: .seconds(5), instead: { self.history }) {
            motions(since: begin) >= 2 ? () : nil
        }
        try await expectPause()
    }

    private func expectPause() async throws {
        let begin = Monotonic.now()
        try type(.pause)
        try await expectStop(since: begin, of: ["s"])
    }
}
