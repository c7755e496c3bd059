import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoTerminal

@Suite(.serialized, .onLoop) struct TerminalTests {
    /// What a terminal has reported.
    @LoopActor final class Told: TerminalDelegate {
        var events: [InputEvent] = []
        var reasons: [TerminalError] = []
        var times: [Instant] = []

        /// Created before the loop runs.
        nonisolated init() {}

        func terminalKey(_ event: InputEvent, at time: Instant) {
            events.append(event)
            times.append(time)
        }

        func terminalIsLost(_ reason: TerminalError) { reasons.append(reason) }

        func waitFor(_ expected: [InputEvent]) async throws {
            try await waitUntil("\(expected)", instead: { "\(events)" }) { events == expected ? () : nil }
        }
    }

    /// A drive of the default arm at its beginning.
    static let atRest: DashboardView = {
        var view = DashboardView()
        view.controls = [.slider("slider"), .joystick("joystick")]
        return view
    }()

    /// The view that a dashboard shows, and how often it was read.
    @LoopActor final class Shown {
        var view = TerminalTests.atRest
        var looks = 0

        func look() -> DashboardView {
            looks += 1
            return view
        }
    }

    let reported = Told()
    let colour = TerminalStyle(.colour)

    func key(_ code: UInt16, _ down: Bool) -> [InputEvent] { [.key(code, down: down), .report(more: false)] }

    /// A source that spins takes thousands of turns during these checks; the loop also serves the ends of the other
    /// tests.
    private static let fewTurns = 100

    @Test func aDeviceHasThePathThatTheKernelGivesIt() throws {
        let pty = try Pty()
        var status = stat()
        try #require(stat(pty.path, &status) == 0)
        #expect(TerminalLock.path(of: status.st_rdev) == pty.path)
        // Device 5:0 of Linux's list, and one that there is not.
        #expect(TerminalLock.path(of: 5 << 8) == "/dev/tty")
        #expect(TerminalLock.path(of: 4_095 << 8) == nil)
    }

    @LoopActor @Test func aTerminalIsGivenBackAsItWasFoundWhoeverDoesItOnce() async throws {
        let pty = try Pty()
        let before = pty.modes
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        defer { terminal.close() }
        #expect(pty.localModes & (ICANON | ECHO) == 0 && pty.localModes & ISIG != 0)
        #expect(pty.shellBlocks)
        await Task.detached { for _ in 0..<3 { terminal.restore() } }.value
        #expect(pty.modes == before && before != [])
        #expect(pty.shellBlocks)
    }

    @LoopActor @Test func whatWasSwitchedOnIsSwitchedOffTheLastFirst() async throws {
        let pty = try Pty()
        let before = pty.modes
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        let status = DashboardScreen(on: terminal) { DashboardView() }
        try await pty.waitFor("\u{1B}[?2004h\u{1B}[?u\u{1B}[c")
        // The protocol is switched on for one screen only: after the alternate screen has been entered.
        #expect(pty.text.hasPrefix(Screen.enter))
        try pty.type("\u{1B}[?0u\u{1B}[?62c")
        try await pty.waitFor("\u{1B}[>15u\u{1B}[?1004h\u{1B}[?u")
        #expect(terminal.releases == .unknown)
        try pty.type("\u{1B}[?15u")
        try await waitUntil("the protocol's answer") { terminal.releases == .reported ? () : nil }
        try await pty.waitFor("waiting for one")
        status.print("said \u{1B}[2J")
        pty.forget()
        status.close()
        terminal.close()
        let end = "\u{1B}[?1004l\u{1B}[<u\u{1B}[?2004l" + Screen.leave
        let text = pty.text
        let range = try #require(text.firstRange(of: end))
        let remains = Paper(writing: String(text[range.upperBound...])).text
        #expect(remains.first == "said \\u{1b}[2J" && remains.last == "last      nothing yet")
        #expect(pty.modes == before)
        pty.forget()
        terminal.restore()
        #expect(pty.text == "")
    }

    @LoopActor @Test func aTerminalWithoutTheProtocolIsReportedByItsDeviceAttributes() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        defer { terminal.close() }
        try pty.type("\u{1B}[?1;2c")
        try await waitUntil("the answer") { terminal.releases == .guessed ? () : nil }
        #expect(!pty.text.contains("\u{1B}[>"))
    }

    @LoopActor @Test func aDumbTerminalSeesNoEscapeSequence() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: .init(.none), delegate: reported)
        let status = DashboardScreen(on: terminal) { Self.atRest }
        #expect(terminal.releases == .guessed)
        status.print("said")
        try await pty.waitFor("AT REST")
        status.close()
        terminal.close()
        #expect(pty.text.contains("said\r\n") && !pty.text.contains("\u{1B}"))
    }

    @LoopActor @Test func keysGoDownAndComeUpByThemselves() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        defer { terminal.close() }
        let start = Monotonic.now()
        try pty.type("w")
        try await reported.waitFor(key(17, true) + key(17, false))
        #expect(reported.times[0] - start >= TypingGuard.delay && reported.times[2] - start >= KeyDecoder.nudge)
        reported.events = []
        try pty.type("\u{1B}")
        try await reported.waitFor(key(1, true) + key(1, false))
    }

    @LoopActor @Test func whatWasTypedBeforeIsNotForTheArm() async throws {
        let pty = try Pty()
        try pty.type("www\n")
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        defer { terminal.close() }
        try pty.type("a")
        try await reported.waitFor(key(30, true) + key(30, false))
    }

    @LoopActor @Test func aTerminalGivenBackAndTakenAgainStartsAnew() async throws {
        let pty = try Pty()
        let before = pty.modes
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        defer { terminal.close() }
        let status = DashboardScreen(on: terminal) { DashboardView() }
        defer { status.close() }
        try await pty.waitFor("waiting for one")
        status.print("said once")
        try pty.type("w")
        try await reported.waitFor(key(17, true))
        terminal.restore()
        #expect(pty.modes == before && pty.text.hasSuffix("last      nothing yet\u{1B}[K\r\n"))
        #expect(pty.text.contains("said once\r\n"))
        pty.forget()
        pty.resize(columns: 30, rows: 24)
        try terminal.again()
        try await reported.waitFor(key(17, true) + key(17, false))
        #expect(pty.localModes & ICANON == 0)
        #expect(terminal.size == TerminalSize(columns: 30, rows: 24))
        try await pty.waitFor("\u{1B}[?u\u{1B}[c")
        try await pty.waitFor("input     \u{1B}[0;1;31mnone")
        reported.events = []
        try pty.type("a")
        try await reported.waitFor(key(30, true) + key(30, false))
        terminal.restore()
        #expect(!pty.text.contains("said once\r\n"))
    }

    @LoopActor @Test func aTerminalThatHangsUpIsLostOnceWithItsNameAndKeepsNobodyAwake() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        pty.hangUp()
        try await waitUntil("the loss") { reported.reasons.isEmpty ? nil : () }
        terminal.say("to nobody")
        terminal.restore()
        try await Loop.sleep(for: .milliseconds(20))
        let turns = Loop.turns
        try await Loop.sleep(for: .milliseconds(50))
        #expect(Loop.turns - turns < Self.fewTurns)
        #expect(reported.reasons == [.hungUp(path: pty.path)] && reported.events.isEmpty)
        #expect("\(reported.reasons[0])".contains(pty.path))
        terminal.close()
    }

    @LoopActor @Test func aDashboardIsRedrawnAtMost30TimesASecondEndsWithTheNewestAndRests()
        async throws
    {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        defer { terminal.close() }
        let shown = Shown()
        let status = DashboardScreen(on: terminal) { shown.look() }
        defer { status.close() }
        let start = Monotonic.now()
        var newest: Int32 = 0
        while Monotonic.now() < start + .milliseconds(300) {
            newest += 1
            shown.view.controls = [.joystick("joystick", x: .init(.init(newest)), y: .init(.init(0)))]
            status.touch()
            try await Loop.sleep(for: .microseconds(500))
        }
        try await pty.waitFor(" \(newest)\u{1B}")
        let span = Monotonic.now() - start
        #expect(shown.looks >= 3 && shown.looks <= span / DashboardScreen.interval + 1)
        pty.forget()
        status.touch()
        try await Loop.sleep(for: .milliseconds(50))
        #expect(pty.text == "")
        let turns = Loop.turns, before = shown.looks
        try await Loop.sleep(for: .milliseconds(100))
        #expect(Loop.turns - turns < Self.fewTurns && shown.looks == before)
    }

    @LoopActor @Test func aTerminalThatTakesNothingDelaysNobodyAndThenGetsTheNewest() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        defer { terminal.close() }
        let shown = Shown()
        let status = DashboardScreen(on: terminal) { shown.look() }
        defer { status.close() }
        let start = meteredNow()
        // Far more than a pseudo-terminal holds: the rest waits, and only the newest screen is kept.
        for number in 0..<60 {
            shown.view.status.input.name = String(repeating: "\(number % 10)", count: 20)
            status.print(String(repeating: "\(number) ", count: 100))
            try await Loop.sleep(for: .milliseconds(34))
        }
        expectInTime(since: start, within: .seconds(5))
        let turns = Loop.turns
        try await Loop.sleep(for: .milliseconds(30))
        #expect(Loop.turns - turns < Self.fewTurns)
        shown.view.status.input.name = "the newest"
        status.touch()
        try await pty.waitFor("the newest")
    }

    @LoopActor @Test func ofMoreLinesThanAreKeptTheNewestRemainAndTheOthersAreCounted() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: .init(.colour), delegate: reported)
        for number in 0..<205 { terminal.say("line \(number).") }
        pty.forget()
        terminal.close()
        #expect(pty.text.contains("(5 lines left out)\r\nline 5.\r\n") && pty.text.hasSuffix("line 204.\r\n"))
    }

    @LoopActor @Test func aWindowOfAnotherSizeIsDrawnAnewForIt() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, delegate: reported)
        defer { terminal.close() }
        let shown = Shown()
        shown.view.status.shield = LinkStatus(name: String(repeating: "n", count: 60))
        let status = DashboardScreen(on: terminal) { shown.look() }
        defer { status.close() }
        try await pty.waitFor("n~")
        pty.forget()
        pty.resize(columns: 100, rows: 10)
        terminal.resized()
        try await pty.waitFor(String(repeating: "n", count: 60))
        #expect(terminal.size == TerminalSize(columns: 100, rows: 10) && pty.text.contains("\u{1B}[2J"))
    }

    @LoopActor @Test func aTerminalHasOneOwnerWhoGivesItBackForTheNext() async throws {
        let pty = try Pty()
        let first = try Terminal(path: pty.path, style: colour, delegate: reported)
        let modes = pty.modes
        let taken = TerminalError.inUse(path: pty.path, by: LockHolder(pid: getpid(), user: geteuid()))
        #expect(throws: taken) {
            try Terminal(path: pty.path, style: colour, delegate: reported)
        }
        #expect(pty.modes == modes)
        // A suspended program has released the terminal, and gets it back once the other has released it.
        first.restore()
        let second = try Terminal(path: pty.path, style: colour, delegate: reported)
        #expect(throws: taken) { try first.again() }
        second.close()
        try first.again()
        first.close()
    }

    @LoopActor @Test func whereThereIsNoTerminalOneSentenceSaysSo() {
        #expect(throws: TerminalError.unavailable(path: "/nowhere/tty", code: ENOENT)) {
            try Terminal(path: "/nowhere/tty", delegate: reported)
        }
        #expect(throws: TerminalError.unusable(path: "/dev/null", code: ENOTTY)) {
            try Terminal(path: "/dev/null", delegate: reported)
        }
        for error in [
            TerminalError.unavailable(path: "/dev/tty", code: ENXIO), .inBackground(path: "/dev/tty"),
            .hungUp(path: "/dev/tty"), .unreadable(path: "/dev/tty", code: EBADF),
            .unusable(path: "/dev/tty", code: ENOTTY), .inUse(path: "/dev/tty", by: LockHolder(pid: 7, user: 0)),
            .inUse(path: "/dev/tty", by: LockHolder()), .unwatchable(path: "/dev/tty", code: ENOSPC),
            .notReserved(path: "/dev/tty", code: EMFILE),
        ] {
            let sentence = "\(error)"
            #expect(sentence.contains("/dev/tty") && sentence.contains(": ") && !sentence.contains("\n"))
        }
    }
}
