import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// A stall is a halt, after no more motion than may be unconfirmed.
extension Rig {
    /// How many frames of motion may be in flight unconfirmed (`WriteWindow.size`), and how long a proof may take
    /// (`WriteWindow.patience`).
    static let window = 4, patience: TimeSpan = .milliseconds(300)
    /// How long a stall lasts, in milliseconds: more than twice the window's patience.
    static let stall = 700

    /// The stall lasts while the operator holds a control, and the control is still held when the stall ends.
    func judgeStall(_ strike: Strike) async throws {
        guard moment.hasLink else {
            // A link must be up before it can stall; a BlueZ that does not answer cannot be told to go on.
            if cell.fault == .linkStalled { try await proceed() }
            try await wait(Self.stall)
            try await strike.remedy(self)
            try await comeUp()
            observed = ("nothing moves", nil)
            return try await expectGateThenMotion()
        }
        try stir()
        try await wait(Self.stall)
        // Nothing that is done in a stall is executed later.
        if moment.isRaster { try type(.goOn) }
        // Where only the confirmation is missing, the zeros still pass.
        let zerosPass = cell.fault == .linkStalled && moment != .midWrite
        if zerosPass { try await expectStalledStop(since: zerosSince) }
        var since = Monotonic.now()
        try await strike.remedy(self)
        if let mendedAt { since = mendedAt }
        if moment == .midWrite { try await proceed() }
        if !zerosPass { try await expectStalledStop(since: zerosSince, recoveredAt: since) }
        try await endStall()
    }

    /// A complete stop, with no more motion before it than may be unconfirmed.
    /// - Parameters:
    ///   - since: from when on zeros count.
    ///   - recoveredAt: from when on written frames pass again; nil where zeros always pass.
    private func expectStalledStop(since: Instant, recoveredAt: Instant? = nil) async throws {
        try await waitUntil("the stall's stop", within: .seconds(2), instead: { self.history }) {
            velocities.allSatisfy { zeros($0, since: since) >= Files.stops } ? () : nil
        }
        let frames = frames(since: struckAt)
        let first = frames.firstIndex(where: \.isZero) ?? frames.endIndex
        check(frames[..<first].count <= Self.window, "\(first) frames of motion in the stall")
        check(!frames[first...].contains(where: \.isMotion), "motion after the stop")
        guard moment != .stopping, first < frames.endIndex else {
            return observed = ("\(Self.window) at most, then stop", nil)
        }
        let known = recoveredAt ?? (frames[..<first].last?.at ?? struckAt) + Files.heartbeat + Self.patience
        check("the first zero of a stall that was to be known", at: frames[first].at, since: known, within: Self.prompt)
        observed = ("\(Self.window) at most, then stop", frames[first].at - (recoveredAt ?? struckAt))
    }

    private func endStall() async throws {
        if moment != .stopping, setup.output == .lines {
            let isSent = program.lines.contains { $0.contains("\"reason\":\"stalled\"") }
            check(isSent, "no halt says that the link has stalled")
        }
        if moment == .replay {
            let status = try await program.child.exitStatus()
            check([0, 69, 74].contains(status), "exit status \(status)")
            return try await expectStillness()
        }
        try await expectGateThenMotion(isLatched: moment == .stopping)
    }
}
