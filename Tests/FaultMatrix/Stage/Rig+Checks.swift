import Glibc
import Testing
import WaldoLoop
import WaldoMeter
import WaldoTestSupport
import WaldoTime

/// What the safety tests require of the frames that arrived.
extension Rig {
    /// The longest time from a fault to the last motion and to the first zero: far above what is measured on a quiet
    /// machine, and below the three heartbeats after which the arm stops by itself.
    static let bound: TimeSpan = .milliseconds(250)
    /// The longest time to the first zero after a fault that is known at once: one interval of the arm, and what
    /// eight programs at once may add to it.
    static let prompt = Files.interval + .milliseconds(60)
    /// Three heartbeats of the arm in milliseconds: how long silence is observed.
    static let silence = 300

    /// Waits for a complete stop, and for the silence after it.
    /// - Parameters:
    ///   - time: when the event happened that ends the motion.
    ///   - channels: the velocities whose zeros are sent, all by default; the others' are not.
    ///   - isPrompt: whether the first zero must come within the bound too.
    /// - Returns: how long after `time` the first zero came.
    @discardableResult
    func expectStop(
        since time: Instant, of channels: [Character]? = nil, isPrompt: Bool = true
    ) async throws -> TimeSpan {
        let channels = channels ?? velocities
        try await waitUntil("the whole stop", instead: { self.history }) {
            channels.allSatisfy { zeros($0, since: time) >= Files.stops } ? () : nil
        }
        try await wait(Self.silence)
        let frames = frames(since: time)
        guard let first = frames.firstIndex(where: \.isZero) else { return .zero }
        // A release leaves a position where the hands have put it, and that may still have to be sent; a halt does not.
        let isHalt = channels == velocities
        check(!frames[first...].contains { $0.isMotion && (isHalt || !$0.isPosition) }, "motion after the stop")
        // A link that was lost before it flowed has sent some zeros already.
        let opened = max(time, shield.acquisitions.last { $0 <= frames[frames.endIndex - 1].at } ?? time)
        let allowed = zerosAllowed
        for channel in velocities {
            let count = frames.count { $0.isZero && $0.channel == channel && $0.at >= opened }
            let isRight = channels.contains(channel) ? allowed.contains(count) : count == 0
            check(isRight, "\(count) zeros of \(channel)")
        }
        check("motion", at: frames[..<first].last?.at ?? time, since: time, within: Self.bound)
        let isKnownAtOnce = cell.fault.detection.hasPrefix("at once") && moment != .midWrite
        let bound = isKnownAtOnce ? Self.prompt : Self.bound
        // A write in flight is answered when the test comes to it: the zero waits for that.
        let due = answeredAt.map { max(time, $0 - .milliseconds(Int64(Self.answerAfter))) } ?? time
        if isPrompt { check("the first zero", at: frames[first].at, since: due, within: bound) }
        checkPace()
        try await checkThatNothingIsSentTwice()
        return frames[first].at - time
    }

    /// Checks that nothing moves for a while.
    func expectStillness(_ milliseconds: Int = Rig.silence) async throws {
        let begin = Monotonic.now()
        try await wait(milliseconds)
        check(motions(since: begin) == 0, "\(motions(since: begin)) frames of motion")
    }

    /// Checks that nothing has moved the arm since then, except within the bound. Returns when the last motion came.
    @discardableResult
    func expectNoMotion(since time: Instant) -> TimeSpan {
        let last = frames(since: time).last(where: \.isMotion)?.at ?? time
        check("motion", at: last, since: time, within: Self.bound)
        return last - time
    }

    /// Checks that the motion goes on as if nothing had happened. Returns the longest gap between two frames.
    func expectMotion(_ count: Int = 4) async throws -> TimeSpan {
        try await waitUntil("motion to go on", instead: { self.history }) {
            motions(since: struckAt) >= count ? () : nil
        }
        let before = shield.arrivals.last { $0.at < struckAt }
        let frames = ([before].compactMap { $0 }) + frames(since: struckAt)
        check(!frames.contains(where: \.isZero), "a zero in the motion")
        let gaps = zip(frames, frames.dropFirst())
        for (one, next) in gaps { check("the next frame", at: next.at, since: one.at, within: Files.heartbeat * 3) }
        return gaps.map { $1.at - $0.at }.max() ?? .zero
    }

    /// Nothing moves while the controls are held, nor when they rest for less than 250 ms; after that they drive again.
    /// - Parameter isLatched: whether an emergency stop is latched too, which only a resume ends.
    func expectGateThenMotion(isLatched: Bool = false) async throws {
        if moment.isRaster { return try await expectNothingUntilEnter() }
        if !held.isEmpty {
            try await expectStillness()
            let begin = Monotonic.now(), again = held
            letGo()
            try await wait(60)
            for control in again { hold(control) }
            // On a busy machine the hands may have been at rest long enough after all.
            if isLatched || Monotonic.now() - begin < .milliseconds(200) { try await expectStillness() }
        }
        letGo()
        try await wait(350)
        if isLatched {
            hold(.slider)
            try await expectStillness()
            letGo()
            try await wait(50)
            press(Code.start)
            try await wait(350)
        }
        try await expectDrive()
    }

    /// The controls drive, and stop when they are released.
    func expectDrive() async throws {
        try await drive(.slider)
        let released = Monotonic.now()
        letGo()
        try await expectStop(since: released, of: ["s"])
    }

    /// Waits for the program's end.
    func expectExit(_ status: CInt) async throws {
        let ended = try await program.child.exitStatus(within: .seconds(15))
        check(ended == status, "exit status \(ended), not \(status)")
        try await expectStillness()
    }

    /// Checks the pacing by the program's own times of its writes: before a motion and before a repeated zero, at least
    /// the arm's interval must pass; only the first zero after a motion, or on a link, may be sent at once.
    private func checkPace() {
        var last: Instant?
        var zeros: Set<String> = []
        for line in program.lines {
            if line.contains("\"event\":\"link\""), !line.contains("\"stalled\"") { zeros = [] }
            guard line.contains("\"bytes\""), !line.contains("\"event\""), let at = line.time(of: "t") else { continue }
            let channel = line.value(of: "channel"), isZero = Self.isZero(line)
            let isFirst = isZero && zeros.insert(channel).inserted
            if !isZero { zeros = [] }
            if let last, !isFirst {
                check(at - last >= interval, "\((at - last).microseconds) µs between writes", .wrong)
            }
            last = at
        }
    }

    /// Whether a line of the program says that it has set a velocity to zero.
    private static func isZero(_ line: String) -> Bool {
        line.value(of: "value") == "0" && !["zy", "base", "along"].contains(line.value(of: "channel"))
    }

    /// No frame arrives that the program has not written: more motion than it prints would move the arm too far.
    private func checkThatNothingIsSentTwice() async throws {
        guard setup.output == .lines, moment != .replay else { return }
        let arrived = motions(since: .clockStart)
        var written = 0
        // A line is printed after its frame has left.
        _ = try? await waitUntil("the lines", within: .seconds(1)) {
            written = program.lines.count {
                $0.contains("\"bytes\"") && !$0.contains("\"event\"")
                    && !Self.isZero($0)
            }
            return written >= arrived ? () : nil
        }
        check(arrived <= written, "\(arrived) frames of motion arrived, \(written) were written", .wrong)
    }

    /// - Parameter kind: what a failure proves.
    func check(
        _ holds: Bool, _ what: String, _ kind: Failure.Kind = .other, _ file: String = #fileID,
        _ path: String = #filePath, _ line: Int = #line
    ) {
        if !holds { note(what, SourceLocation(fileID: file, filePath: path, line: line, column: 1), kind) }
    }

    /// Checks that something came within a bound, less what was withheld: see `TimeBound`.
    func check(
        _ what: String, at time: Instant, since begin: Instant, within bound: TimeSpan,
        _ file: String = #fileID, _ path: String = #filePath, _ line: Int = #line
    ) {
        let took = time - begin, place = SourceLocation(fileID: file, filePath: path, line: line, column: 1)
        guard took > bound else { return }
        let acted = acts.first { $0 >= begin } ?? begin
        let meter = ProcessorMeter.shared, isTyped = typed.contains { begin <= $0 && $0 <= time }
        let roots = processes + (isTyped ? [ProcessorMeter.kernel] : [])
        let withheld = meter.withheld(from: begin, to: time, .response(acted: acted), of: roots)
        let waited = meter.withheld(from: begin, to: time, of: roots)
        let late = "\(what) \(took.microseconds) µs later, \(withheld.microseconds) µs of which were withheld"
        switch TimeBound.judge(took: took, bound: bound, withheld: withheld, waited: waited) {
        case .holds: break
        case .isExceeded: note(late, place, .wrong)
        case .none(let withheld): note(late, place, .starved(withheld, beyond: took - withheld - bound))
        }
    }

    private func note(_ what: String, _ place: SourceLocation, _ kind: Failure.Kind) {
        // If a check fails a thousand times, its first two failures are enough.
        guard failures.count(where: { $0.place == place }) < 2 else { return }
        fail("\(what)\n\(history)", place, kind)
    }
}
