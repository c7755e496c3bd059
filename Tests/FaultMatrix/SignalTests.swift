import Foundation
import Glibc
import Testing
import WaldoTestSupport

/// Every signal of the kernel, sent to a drive whose slider is held: the last frame at the shield is a zero, or the
/// drive goes on.
@Suite(.serialized) struct SignalTests {
    /// What happens to the drive.
    private enum Fate { case ends, crashes, halts, goesOn }

    private static let crashes: Set<CInt> = [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS]
    /// The signals that no process can handle: SIGKILL and SIGSTOP.
    private static let beyond: Set<CInt> = [SIGKILL, SIGSTOP]

    private static func fate(_ signal: CInt) -> Fate {
        switch signal {
        case _ where crashes.contains(signal): .crashes
        case SIGCHLD, SIGURG, SIGWINCH: .goesOn
        // A failed write is reported by its error; the C library reserves 32 and 33, and they are blocked.
        case SIGPIPE, SIGXFSZ, 32, 33: .goesOn
        case SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU: .halts
        default: .ends
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: stride(from: CInt(1), through: 57, by: 8).map { $0...($0 + 7) })
    func theLastFrameOfEachSignalIsAZero(signals: ClosedRange<CInt>) async throws {
        await withTaskGroup { group in
            for signal in signals where !Self.beyond.contains(signal) {
                group.addTask { await Self.send(signal, miserliness: nil) }
            }
        }
    }

    /// BlueZ discards what it has not read when the socket hangs up.
    @Test(.timeLimit(.minutes(2)))
    func theLastFrameArrivesWhereUnreadOnesAreThrownAway() async throws {
        await withTaskGroup { group in
            for signal in Self.crashes.sorted() + [SIGTERM] {
                group.addTask { await Self.send(signal, miserliness: 20) }
            }
        }
    }

    /// The loop is well, and must not mix its own zeros with the last word of a thread that crashes beside it.
    @Test(.timeLimit(.minutes(2)), arguments: [SIGSEGV, SIGABRT])
    func theLastWordOfAnotherThreadsCrashIsNotMixedWithTheLoops(signal: CInt) async throws {
        await withTaskGroup { group in
            for _ in 0..<4 { group.addTask { await Self.send(signal, to: "waldo-watchdog", miserliness: nil) } }
        }
    }

    /// Proves that the fake does discard frames, on which the rows rely.
    @Test func aMiserlyShieldHearsNothingOfWhatItHadNotRead() async throws {
        let rig = try await Rig(Cell(fault: .kill, moment: .idle), .init(miserliness: 400))
        defer { rig.close() }
        try await rig.reach()
        rig.press(Code.east)
        try await waitUntil("the first zero", instead: { rig.history }) { rig.shield.arrivals.isEmpty ? nil : () }
        try await rig.wait(100)
        rig.program.send(signal: SIGKILL)
        try await waitUntil("what was thrown away", instead: { rig.history }) { rig.shield.discarded > 0 ? () : nil }
        #expect(rig.shield.arrivals.count == 1)
    }

    /// - Parameter thread: the name of the thread that gets it; nil: the process does.
    private static func send(
        _ signal: CInt, to thread: String? = nil, miserliness: Int?, again: Int = 2
    ) async {
        let name = "signal \(signal)\(miserliness == nil ? "" : ", unread frames thrown away")"
        do {
            let moment: Moment = thread == nil ? .sliderHeld : .midWrite
            let rig = try await Rig(Cell(fault: .terminate, moment: moment), .init(miserliness: miserliness))
            defer { rig.close() }
            do {
                try await rig.reach()
                rig.strikes()
                if let thread {
                    try await direct(signal, to: thread, of: rig)
                    // The answer has the loop look at its link.
                    try await rig.proceed()
                } else {
                    rig.program.send(signal: signal)
                }
                try await judge(rig, signal)
                rig.checkLastWords()
            } catch { rig.check(false, "\(error)") }
            if rig.wasStarved, again > 0 {
                return await send(signal, to: thread, miserliness: miserliness, again: again - 1)
            }
            for failure in rig.failures { Issue.record("\(name): \(failure.what)", sourceLocation: failure.place) }
        } catch { Issue.record("\(name): \(error)") }
    }

    /// Sends a signal to one thread, which neither Glibc's module nor the shell can.
    private static func direct(_ signal: CInt, to name: String, of rig: Rig) async throws {
        let pid = rig.program.pid, folder = "/proc/\(pid)/task"
        let thread = try FileManager.default.contentsOfDirectory(atPath: folder).first {
            try String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8) == name + "\n"
        }
        // tgkill is call 234 on x86_64.
        let script = "exit(syscall(234, map { $_ + 0 } @ARGV) == 0 ? 0 : 1)"
        let perl = try ChildProcess("/usr/bin/perl", ["-e", script, "\(pid)", try #require(thread), "\(signal)"])
        defer { perl.close() }
        rig.check(try await perl.exitStatus() == 0, "the thread did not get it")
    }

    private static func judge(_ rig: Rig, _ signal: CInt) async throws {
        switch fate(signal) {
        case .ends:
            try await rig.expectStop(since: rig.struckAt)
            try await rig.expectExit(128 + signal)
        case .crashes:
            try await rig.judgeDeath(signal)
        case .halts:
            _ = try await rig.expectLastWord(since: rig.struckAt, within: Rig.prompt)
            try await rig.expectStillness()
            rig.check(rig.program.child.exitNow == nil, "the program has ended")
        case .goesOn:
            _ = try await rig.expectMotion()
            rig.check(rig.program.child.exitNow == nil, "the program has ended")
        }
    }
}
