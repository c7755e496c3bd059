import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// What each outcome means at each moment.
extension Rig {
    /// How many milliseconds after the fault a write in flight is answered.
    static let answerAfter = 60

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
            try await strike.remedy(self)
        case .breaks: try await judgeBreak(strike)
        case .stalls: try await judgeStall(strike)
        case .ends(let status): try await judgeEnd(strike, status)
        case .breaksOff(let status):
            observed = ("silence", expectNoMotion(since: struckAt))
            try await expectExit(status)
            try await strike.remedy(self)
        case .parts: try await judgeParting(strike)
        case .dies(let signal): try await judgeDeath(signal)
        case .own(let judge): try await judge(self)
        case .ceases:
            try await expectStillness(Self.silence + 100)
            observed = ("silence", expectNoMotion(since: struckAt))
            // umockdev-run ends after the program, when it has removed its devices.
            try await waitUntil("the program's end") { program.child.exitNow }
        }
        try await strike.sees(self)
    }

    /// Whether a write in flight gets no answer before the fault is repaired, or none at all.
    private var keepsAnswers: Bool {
        [.linkStalled, .bluetoothdFrozen, .bluetoothdKilled, .busKilled, .writeFails].contains(cell.fault)
    }

    /// Zeros that were sent before the fault count too.
    var zerosSince: Instant { stoppedAt ?? struckAt }

    private func judgeGoingOn(_ strike: Strike) async throws {
        switch moment {
        case .idle:
            try await expectStillness()
            observed = ("unaffected", nil)
            try await strike.remedy(self)
            try await expectDrive()
        case .sliderHeld, .joystickHeld, .midWrite:
            observed = ("unaffected", try await expectMotion())
            try await strike.remedy(self)
            let released = Monotonic.now(), channel: Character = held.contains(.joystick) ? "x" : "s"
            letGo()
            try await expectStop(since: released, of: [channel])
        case .stopping:
            try await expectStop(since: zerosSince)
            observed = ("stops", nil)
            try await strike.remedy(self)
            try await expectGateThenMotion(isLatched: true)
        case .connecting, .scanning:
            try await strike.remedy(self)
            try await comeUp()
            observed = ("nothing moves", nil)
            try await expectGateThenMotion()
        case .replay:
            observed = ("unaffected", try await expectMotion())
            try await strike.remedy(self)
            try await waitUntil("the recording's stop", instead: { self.history }) {
                zeros("s", since: struckAt) >= 3 ? () : nil
            }
            try await expectExit(0)
        case .rasterMoving, .rasterMeasuring: try await judgeRasterGoingOn(strike)
        }
    }

    private func judgeHalt(_ strike: Strike) async throws {
        var isLatched = moment == .stopping
        if case .stops = strike.outcome { isLatched = true }
        if moment.hasLink {
            let stop = try await expectStop(since: zerosSince)
            observed = moment == .stopping ? ("stops", nil) : ("stop", stop)
            try await strike.remedy(self)
        } else {
            try await strike.remedy(self)
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
            try await expectStop(since: zerosSince)
            observed = ("stops", nil)
            try await expectGateThenMotion(isLatched: true)
        case .connecting, .scanning:
            try await comeUp()
            try await expectStillness()
            observed = ("nothing moves", nil)
            try await expectDrive()
        case .replay, .rasterMoving, .rasterMeasuring: break
        }
    }

    private func judgeBreak(_ strike: Strike) async throws {
        if moment.hasLink {
            let before = Monotonic.now()
            // Nothing that is done without a link is executed later.
            if moment.isRaster { try type(.goOn) }
            try await strike.remedy(self)
            // Zeros that were sent over a link that stays up count.
            let since = [.stopped, .frozen].contains(cell.fault) ? zerosSince : before
            try await expectStop(since: since, isPrompt: false)
            try await strike.heals(self)
            observed = ("silence, then stop", expectNoMotion(since: struckAt))
        } else {
            try await strike.remedy(self)
            try await comeUp()
            observed = ("nothing moves", nil)
        }
        try await expectGateThenMotion(isLatched: moment == .stopping)
    }

    private func judgeEnd(_ strike: Strike, _ status: CInt) async throws {
        if moment.hasLink {
            let stop = try await expectStop(since: zerosSince)
            observed = moment == .stopping ? ("stops", nil) : ("stop", stop)
        } else {
            observed = ("nothing moves", nil)
        }
        try await expectExit(status)
        if !moment.hasLink { check(motions(since: 0) == 0, "motion of a control that was held before") }
        try await strike.remedy(self)
    }

    /// The link comes up while the slider is held: this moves nothing.
    func comeUp() async throws {
        try await proceed()
        try await called("StartNotify")
        try await expectStillness()
        check(motions(since: 0) == 0, "motion of a control that was held before")
    }
}
