import Foundation
import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

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

    /// A signal, and where it goes.
    private struct Sent: CustomStringConvertible {
        let signal: CInt
        /// The name of the thread that gets it; nil: the process does.
        var thread: String?
        var miserliness: Int?
        /// The same is sent several times.
        var turn = 0

        var description: String {
            "signal \(signal)\(thread.map { " to \($0), turn \(turn)" } ?? "")"
                + (miserliness == nil ? "" : ", unread frames thrown away")
        }
    }

    @Test func theLastFrameOfEachSignalIsAZero() async {
        let signals = (1...64).filter { !Self.beyond.contains($0) }
        await Cells.run(signals.map { Sent(signal: $0) }, atOnce: 8, Self.send)
    }

    /// BlueZ discards what it has not read when the socket hangs up.
    @Test func theLastFrameArrivesWhereUnreadOnesAreThrownAway() async {
        let signals = Self.crashes.sorted() + [SIGTERM]
        await Cells.run(signals.map { Sent(signal: $0, miserliness: 20) }, atOnce: 8, Self.send)
    }

    /// The loop is well, and must not mix its own zeros with the failsafe frames of a thread that crashes beside it.
    @Test func theFailsafeOfAnotherThreadsCrashIsNotMixedWithTheLoops() async {
        let sent = [SIGSEGV, SIGABRT].flatMap { signal in
            (1...4).map { Sent(signal: signal, thread: "waldo-watchdog", turn: $0) }
        }
        await Cells.run(sent, atOnce: 4, Self.send)
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

    private static func send(_ sent: Sent) async -> CellVerdict {
        do {
            let cell = Cell(fault: .terminate, moment: sent.thread == nil ? .sliderHeld : .midWrite)
            let rig = try await Rig(cell, .init(miserliness: sent.miserliness))
            defer { rig.close() }
            return await rig.run {
                try await rig.reach()
                rig.strikes()
                if let thread = sent.thread {
                    try await direct(sent.signal, to: thread, of: rig)
                    // The answer has the loop look at its link.
                    try await rig.proceed()
                } else {
                    rig.program.send(signal: sent.signal)
                }
                rig.acted()
                try await judge(rig, sent.signal)
            }
        } catch {
            return CellVerdict(error, of: "\(sent)")
        }
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
            _ = try await rig.expectFailsafe(since: rig.struckAt, within: Rig.prompt)
            try await rig.expectStillness()
            rig.check(rig.program.child.exitNow == nil, "the program has ended")
        case .goesOn:
            _ = try await rig.expectMotion()
            rig.check(rig.program.child.exitNow == nil, "the program has ended")
        }
    }
}
