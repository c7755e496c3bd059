import Glibc
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// The rule of the last word: however the drive ends, a zero has left first.
extension Rig {
    /// How long a regained socket may stay silent.
    static let firstWord: TimeSpan = .milliseconds(50)

    /// Zeros over the link that is being lost, and zeros first over the next one.
    func judgeParting(_ strike: Strike) async throws {
        if owesNothing {
            try await expectStillness()
            observed = ("nothing moves, then back", nil)
        } else {
            let stop = try await expectFailsafe(since: struckAt, within: Self.prompt)
            observed = moment == .stopping ? ("stops, then back", nil) : ("last word, then back", stop)
        }
        try await strike.remedy(self)
        if moment == .replay {
            observed.word = "last word"
            return try await expectExit(69)
        }
        try await waitUntil("the whole stop", instead: { self.history }) {
            velocities.allSatisfy { zeros($0, since: zerosSince) >= Files.stops } ? () : nil
        }
        try await expectStillness()
        try await expectGateThenMotion(isLatched: moment == .stopping)
    }

    func judgeDeath(_ signal: CInt) async throws {
        if moment.hasLink, !owesNothing {
            let stop = try await expectFailsafe(since: struckAt, within: Self.prompt)
            observed = moment == .stopping ? ("stops", nil) : ("last word", stop)
        } else {
            observed = ("nothing moves", nil)
        }
        let ended = try await waitUntil("its end", instead: { self.history }) {
            program.hasEnded ? Monotonic.now() : nil
        }
        let exit = try await program.child.exit(within: .seconds(5))
        // umockdev-run ends as its program did, except for SIGABRT, which it turns into a status.
        let isOwn = exit == .signal(signal) || signal == SIGABRT && exit == .status(signal)
        check(isOwn, "it ended by \(exit), not by signal \(signal)")
        check("its end", at: ended, since: struckAt, within: .milliseconds(1_500))
        try await expectStillness()
        check(moment.hasLink || motions(since: 0) == 0, "motion of a control that was held before")
    }

    /// Nothing has moved since the link was opened, and no stop was requested, so no zero is pending.
    private var owesNothing: Bool { stoppedAt == nil && motions(since: shield.openings.last ?? 0) == 0 }

    /// Every velocity is set to zero at least once, and nothing moves after that.
    /// - Parameters:
    ///   - time: when the fault could first be detected.
    ///   - limit: for the first zero.
    /// - Returns: how long after `time` the first zero came.
    func expectFailsafe(since time: Instant, within limit: TimeSpan) async throws -> TimeSpan {
        let since = stoppedAt ?? time
        try await waitUntil("the last word", within: .seconds(2), instead: { self.history }) {
            velocities.allSatisfy { zeros($0, since: since) > 0 } ? () : nil
        }
        let frames = frames(since: since), first = frames.firstIndex(where: \.isZero) ?? frames.endIndex
        check(!frames[first...].contains(where: \.isMotion), "motion after the last word", .wrong)
        let isAnswered: TimeSpan = moment == .midWrite ? .milliseconds(Int64(Self.answerAfter)) : .zero
        check("the first zero", at: frames[first].at, since: time, within: limit + isAnswered)
        return max(.zero, frames[first].at - time)
    }

    /// How many zeros of a velocity may arrive: as many as the arm's file says, and one more for each last word that
    /// went out as calls. Whether BlueZ has taken such a call is not known, so the program counts none of its zeros.
    var zerosAllowed: ClosedRange<Int> {
        let uncounted = program.lines.count {
            $0.contains("\"event\":\"last-word\"") && $0.contains(/"frames":\[0(,0)*\]/)
        }
        return Files.stops...Files.stops + uncounted
    }

    /// Holds in every cell: until something has moved or a link has been opened, no velocity is set to zero more often
    /// than is allowed; and the first frame of a link that is back is a zero, sent at once.
    func checkFailsafe() {
        let arrivals = shield.arrivals
        var openings = shield.openings[...]
        var counts: [Character: Int] = [:]
        let most = zerosAllowed.upperBound
        for frame in arrivals {
            while let opening = openings.first, opening <= frame.at {
                counts = [:]
                openings.removeFirst()
            }
            if frame.isMotion { counts = [:] } else { counts[frame.channel, default: 0] += 1 }
            let count = counts[frame.channel, default: 0]
            // Where nobody reads its lines, those that allow more are missing.
            check(count <= most, "more than \(most) zeros of \(frame.channel)", output == nil ? .wrong : .other)
        }
        guard moment.hasLink || setup.isTakenOver else { return }
        for opening in shield.acquisitions.dropFirst(setup.isTakenOver ? 0 : 1) {
            guard let frame = arrivals.first(where: { $0.at >= opening }) else {
                check(false, "a link was opened, and nothing said")
                continue
            }
            check(frame.isZero, "the first frame of a link is \(frame.text)", .wrong)
            check("the first zero after the socket", at: frame.at, since: opening, within: Self.firstWord)
        }
    }
}
