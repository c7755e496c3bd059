import Glibc
import WaldoLoop
import WaldoTestSupport

/// What each outcome means at each moment.
extension Rig {
    /// Frames of motion that may be on their way unconfirmed (`WriteWindow.size`).
    static let window = 4
    /// How long after the blow a write that was in flight is answered.
    private static let answerAfter = 60
    /// How long a stall lasts: more than twice as long as the window's patience.
    private static let stall = 700

    func judge(_ strike: Strike) async throws {
        if moment == .midWrite, !keepsAnswers {
            try await wait(Self.answerAfter)
            try await proceed()
        }
        switch strike.outcome {
        case .goesOn: try await judgeGoingOn(strike)
        case .halts, .stops: try await judgeHalt(strike)
        case .releases: try await judgeRelease(strike)
        case .staysDead:
            try await expectStillness()
            observed = ("nothing moves", nil)
            try await strike.mend(self)
        case .breaks: try await judgeBreak(strike)
        case .stalls: try await judgeStall(strike)
        case .ends(let status): try await judgeEnd(strike, status)
        case .breaksOff(let status):
            observed = ("silence", expectNoMotion(since: struckAt))
            try await expectExit(status)
            try await strike.mend(self)
        case .ceases:
            try await expectStillness(Self.silence + 100)
            observed = ("silence", expectNoMotion(since: struckAt))
            check(program.child.exitNow != nil, "the program lives")
        }
        try await strike.sees(self)
    }

    /// Whether a write in flight gets no answer before the fault is mended, or none at all.
    private var keepsAnswers: Bool {
        [.linkStalled, .bluetoothdFrozen, .bluetoothdKilled, .busKilled].contains(cell.fault)
    }

    /// Zeros said before the fault count too.
    private var zerosSince: Int64 { stoppedAt ?? struckAt }
    private var zeroTimes: ClosedRange<Int> { stoppedAt == nil ? 3...3 : 3...6 }

    private func judgeGoingOn(_ strike: Strike) async throws {
        switch moment {
        case .idle:
            try await expectStillness()
            observed = ("unaffected", nil)
            try await strike.mend(self)
            try await expectDrive()
        case .sliderHeld, .joystickHeld, .midWrite:
            observed = ("unaffected", try await expectMotion())
            try await strike.mend(self)
            let released = Monotonic.now(), channel: Character = held.contains(.joystick) ? "x" : "s"
            letGo()
            try await expectStop(since: released, of: [channel])
        case .stopping:
            try await expectStop(since: zerosSince, times: zeroTimes)
            observed = ("stops", nil)
            try await strike.mend(self)
            try await expectGateThenMotion(isLatched: true)
        case .connecting, .scanning:
            try await strike.mend(self)
            try await comeUp()
            observed = ("nothing moves", nil)
            try await expectGateThenMotion()
        case .replay:
            observed = ("unaffected", try await expectMotion())
            try await strike.mend(self)
            try await waitUntil("the recording's stop", instead: { self.story }) {
                zeros("s", since: struckAt) >= 3 ? () : nil
            }
            try await expectExit(0)
        }
    }

    private func judgeHalt(_ strike: Strike) async throws {
        var isLatched = moment == .stopping
        if case .stops = strike.outcome { isLatched = true }
        if moment.hasLink {
            let stop = try await expectStop(since: zerosSince, times: zeroTimes)
            observed = moment == .stopping ? ("stops", nil) : ("stop", stop)
            try await strike.mend(self)
        } else {
            try await strike.mend(self)
            try await comeUp()
            observed = ("nothing moves", nil)
        }
        try await expectGateThenMotion(isLatched: isLatched)
    }

    private func judgeRelease(_ strike: Strike) async throws {
        switch moment {
        case .idle:
            try await expectStillness()
            observed = ("nothing moves", nil)
            try await expectDrive()
        case .sliderHeld, .joystickHeld, .midWrite:
            let stop = try await expectStop(since: struckAt, of: [moment == .joystickHeld ? "x" : "s"])
            observed = ("stop", stop)
            try await expectDrive()
        case .stopping:
            try await expectStop(since: zerosSince, times: zeroTimes)
            observed = ("stops", nil)
            try await expectGateThenMotion(isLatched: true)
        case .connecting, .scanning:
            try await comeUp()
            try await expectStillness()
            observed = ("nothing moves", nil)
            try await expectDrive()
        case .replay: break
        }
    }

    private func judgeBreak(_ strike: Strike) async throws {
        if moment.hasLink {
            let before = Monotonic.now()
            try await strike.mend(self)
            // What was said to a link that stays is said.
            let since = cell.fault == .stopped ? zerosSince : before
            try await expectStop(since: since, times: zeroTimes, isPrompt: false)
            observed = ("silence, then stop", expectNoMotion(since: struckAt))
        } else {
            try await strike.mend(self)
            try await comeUp()
            observed = ("nothing moves", nil)
        }
        try await expectGateThenMotion(isLatched: moment == .stopping)
    }

    private func judgeEnd(_ strike: Strike, _ status: CInt) async throws {
        if moment.hasLink {
            let stop = try await expectStop(since: zerosSince, times: zeroTimes)
            observed = moment == .stopping ? ("stops", nil) : ("stop", stop)
        } else {
            observed = ("nothing moves", nil)
        }
        try await expectExit(status)
        if !moment.hasLink { check(motions(since: 0) == 0, "motion of a control that was held before") }
        try await strike.mend(self)
    }

    /// The stall lasts, the operator holds on, lets go, and only then it is mended.
    private func judgeStall(_ strike: Strike) async throws {
        guard moment.hasLink else {
            // A link that confirms nothing must be there first; a BlueZ that does not answer can be told nothing.
            if cell.fault == .linkStalled { try await proceed() }
            try await wait(Self.stall)
            try await strike.mend(self)
            try await comeUp()
            observed = ("nothing moves", nil)
            return try await expectGateThenMotion()
        }
        if moment == .idle { hold(.slider) }
        try await wait(Self.stall)
        let channels: [Character] = moment == .stopping ? ["s", "x"] : held.contains(.joystick) ? ["x"] : ["s"]
        var since = Monotonic.now()
        if moment != .replay { letGo() }
        // Where only the confirmation is missing, the zeros need none.
        let zerosPass = cell.fault == .linkStalled && moment != .midWrite && moment != .replay
        if zerosPass {
            try await waitUntil("zeros in the stall", instead: { self.story }) {
                channels.allSatisfy { zeros($0, since: zerosSince) >= 3 } ? () : nil
            }
        }
        if !zerosPass { since = Monotonic.now() }
        let late = motions(since: struckAt)
        try await strike.mend(self)
        if let mendedAt { since = mendedAt }
        if moment == .midWrite { try await proceed() }
        try await endStall(since, late, channels)
    }

    private func endStall(_ since: Int64, _ late: Int, _ channels: [Character]) async throws {
        if moment == .replay {
            check(late <= Self.window, "\(late) frames of motion in the stall")
            try await waitUntil("the recording's end", instead: { self.story }) {
                zeros("s", since: since) >= 3 ? () : nil
            }
            check(motions(since: since) > Self.window, "the replay does not go on")
            observed = ("\(Self.window) at most, then on", nil)
            return try await expectExit(0)
        }
        try await waitUntil("the stop", instead: { self.story }) {
            channels.allSatisfy { zeros($0, since: zerosSince) >= 3 } ? () : nil
        }
        try await wait(Self.silence)
        let frames = frames(since: struckAt)
        let first = frames.firstIndex(where: \.isZero) ?? frames.endIndex
        check(frames[..<first].count <= Self.window, "\(first) frames of motion in the stall")
        check(!frames[first...].contains { $0.isMotion && $0.channel != "y" }, "motion after the stop")
        let stop = frames.first { $0.isZero && $0.at >= since }.map { $0.at - since }
        check(stop ?? 0 <= Self.bound, "the first zero \(stop ?? 0) µs later")
        observed = ("\(Self.window) at most, then stop", stop)
        if moment == .stopping { try await expectGateThenMotion(isLatched: true) } else { try await expectDrive() }
    }

    /// The link comes, while the slider is held: nothing of that moves the arm.
    func comeUp() async throws {
        try await proceed()
        try await called("StartNotify")
        try await expectStillness()
        check(motions(since: 0) == 0, "motion of a control that was held before")
    }
}
