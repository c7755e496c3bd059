import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport

@testable import WaldoTerminal

@Suite(.serialized, .onLoop) struct TerminalTests {
    /// What a terminal told.
    @LoopActor final class Told {
        var events: [InputEvent] = []
        var reasons: [TerminalError] = []
        var times: [Int64] = []

        /// Made before the loop runs.
        nonisolated init() {}

        var wiring: Terminal.Events {
            Terminal.Events(
                input: { [unowned self] event, time in
                    events.append(event)
                    times.append(time)
                },
                gone: { [unowned self] in reasons.append($0) })
        }

        func waitFor(_ expected: [InputEvent]) async throws {
            try await waitUntil("\(expected)", instead: { "\(events)" }) { events == expected ? () : nil }
        }
    }

    let told = Told()
    let colour = TerminalStyle(.colour)

    func key(_ code: UInt16, _ down: Bool) -> [InputEvent] { [.key(code, down: down), .report(more: false)] }

    /// A source that spins takes thousands in the time that these tests look; the loop serves the other tests' ends too.
    private static let fewTurns = 100

    @LoopActor @Test func `A terminal is given back as it was found, whoever does it, once`() async throws {
        let pty = try Pty()
        let before = pty.modes
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        defer { terminal.close() }
        #expect(pty.localModes & (ICANON | ECHO) == 0 && pty.localModes & ISIG != 0)
        #expect(pty.shellBlocks)
        await Task.detached { for _ in 0..<3 { terminal.restore() } }.value
        #expect(pty.modes == before && before != [])
        #expect(pty.shellBlocks)
    }

    @LoopActor @Test func `What was switched on is switched off, the last first`() async throws {
        let pty = try Pty()
        let before = pty.modes
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        let status = StatusLine(on: terminal)
        status.show(StatusView())
        try await pty.waitFor("\u{1B}[?u\u{1B}[c")
        try pty.type("\u{1B}[?0u\u{1B}[?62c")
        try await pty.waitFor("\u{1B}[>15u\u{1B}[?1004h\u{1B}[?u")
        #expect(terminal.releases == .unknown)
        try pty.type("\u{1B}[?15u")
        try await waitUntil("the protocol's answer") { terminal.releases == .told ? () : nil }
        try await pty.waitFor("LOST")
        #expect(pty.text.contains("\u{1B}[?25l"))
        pty.forget()
        status.close()
        terminal.close()
        // The status is drawn before the terminal has answered or after: either was switched on last.
        let ends = ["\u{1B}[?1004l\u{1B}[<u", "\u{1B}[0m\u{1B}[?25h\r\n"]
        #expect(pty.text.hasSuffix(ends[0] + ends[1]) || pty.text.hasSuffix(ends[1] + ends[0]))
        #expect(pty.modes == before)
        pty.forget()
        terminal.restore()
        #expect(pty.text == "")
    }

    @LoopActor @Test func `A terminal without the protocol is told by its device attributes`() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        defer { terminal.close() }
        try pty.type("\u{1B}[?1;2c")
        try await waitUntil("the answer") { terminal.releases == .guessed ? () : nil }
        #expect(!pty.text.contains("\u{1B}[>"))
    }

    @LoopActor @Test func `A dumb terminal sees no escape sequence`() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: .init(.none), events: told.wiring)
        let status = StatusLine(on: terminal)
        #expect(terminal.releases == .guessed)
        terminal.print("said")
        status.show(StatusView())
        try await pty.waitFor("STOPPED")
        status.close()
        terminal.close()
        #expect(pty.text.contains("said\r\n") && !pty.text.contains("\u{1B}"))
    }

    @LoopActor @Test func `Keys go down and come up by themselves`() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        defer { terminal.close() }
        let start = Monotonic.now()
        try pty.type("w")
        try await told.waitFor(key(17, true) + key(17, false))
        #expect(told.times[2] - told.times[0] >= KeyDecoder.nudge && told.times[0] >= start)
        told.events = []
        try pty.type("\u{1B}")
        try await told.waitFor(key(1, true) + key(1, false))
    }

    @LoopActor @Test func `What was typed before is not for the arm`() async throws {
        let pty = try Pty()
        try pty.type("www\n")
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        defer { terminal.close() }
        try pty.type("a")
        try await told.waitFor(key(30, true) + key(30, false))
    }

    @LoopActor @Test func `A terminal given back and taken again starts anew`() async throws {
        let pty = try Pty()
        let before = pty.modes
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        defer { terminal.close() }
        let status = StatusLine(on: terminal)
        defer { status.close() }
        status.show(StatusView())
        try await pty.waitFor("LOST")
        try pty.type("w")
        try await told.waitFor(key(17, true))
        terminal.restore()
        #expect(pty.modes == before)
        pty.forget()
        pty.resize(columns: 30, rows: 24)
        try terminal.again()
        try await told.waitFor(key(17, true) + key(17, false))
        #expect(pty.localModes & ICANON == 0)
        #expect(terminal.size == TerminalSize(columns: 30, rows: 24))
        try await pty.waitFor("\u{1B}[?u\u{1B}[c")
        try await pty.waitFor("LOST")
        told.events = []
        try pty.type("a")
        try await told.waitFor(key(30, true) + key(30, false))
    }

    @LoopActor @Test func `A terminal that hangs up is lost once, with its name, and keeps nobody awake`() async throws
    {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        pty.hangUp()
        try await waitUntil("the loss") { told.reasons.isEmpty ? nil : () }
        terminal.print("to nobody")
        terminal.restore()
        try await Loop.sleep(microseconds: 20_000)
        let turns = Loop.turns
        try await Loop.sleep(microseconds: 50_000)
        #expect(Loop.turns - turns < Self.fewTurns)
        #expect(told.reasons == [.hungUp(path: pty.path)] && told.events.isEmpty)
        #expect("\(told.reasons[0])".contains(pty.path))
        terminal.close()
    }

    @LoopActor @Test func `A status is redrawn at most 30 times a second, ends with the newest, and rests`()
        async throws
    {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        defer { terminal.close() }
        let status = StatusLine(on: terminal)
        defer { status.close() }
        let start = Monotonic.now()
        var view = StatusView()
        view.isAssumed = false
        while Monotonic.now() < start + 300_000 {
            view.zx = .init((view.zx?.value ?? 0) + 1)
            status.show(view)
            try await Loop.sleep(microseconds: 500)
        }
        let newest = try #require(view.zx).value
        try await pty.waitFor("x \(newest) ")
        let span = Monotonic.now() - start
        let draws = pty.text.split(separator: "joystick", omittingEmptySubsequences: false).count - 1
        #expect(draws >= 3 && Int64(draws) <= span / StatusLine.interval + 1)
        pty.forget()
        status.show(view)
        try await Loop.sleep(microseconds: 50_000)
        #expect(pty.text == "")
    }

    @LoopActor @Test func `A terminal that takes nothing delays nobody, and then gets the newest`() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        defer { terminal.close() }
        let start = Monotonic.now()
        // Far more than a pseudo-terminal holds: the rest waits, as many lines as are kept.
        for number in 0..<5_000 { terminal.print("line \(number) " + String(repeating: "x", count: 60)) }
        #expect(Monotonic.now() - start < 5_000_000)
        let turns = Loop.turns
        try await Loop.sleep(microseconds: 30_000)
        #expect(Loop.turns - turns < Self.fewTurns)
        try await pty.waitFor("lines left out)")
        terminal.print("the newest")
        try await pty.waitFor("the newest\r\n")
        #expect(pty.text.contains("line 0 x"))
    }

    @LoopActor @Test func `A window of another size is drawn anew for it`() async throws {
        let pty = try Pty()
        let terminal = try Terminal(path: pty.path, style: colour, events: told.wiring)
        defer { terminal.close() }
        let status = StatusLine(on: terminal)
        defer { status.close() }
        var view = StatusView()
        view.linkText = String(repeating: "n", count: 60)
        status.show(view)
        try await pty.waitFor(view.linkText)
        pty.resize(columns: 40, rows: 10)
        terminal.resized()
        try await pty.waitFor("n~")
        #expect(terminal.size == TerminalSize(columns: 40, rows: 10))
    }

    @LoopActor @Test func `Where there is no terminal one sentence says so`() {
        #expect(throws: TerminalError.unavailable(path: "/nowhere/tty", code: ENOENT)) {
            try Terminal(path: "/nowhere/tty", events: told.wiring)
        }
        #expect(throws: TerminalError.unusable(path: "/dev/null", code: ENOTTY)) {
            try Terminal(path: "/dev/null", events: told.wiring)
        }
        for error in [
            TerminalError.unavailable(path: "/dev/tty", code: ENXIO), .inBackground(path: "/dev/tty"),
            .hungUp(path: "/dev/tty"), .unreadable(path: "/dev/tty", code: EBADF),
            .unusable(path: "/dev/tty", code: ENOTTY),
        ] {
            let sentence = "\(error)"
            #expect(sentence.contains("/dev/tty") && sentence.contains(": ") && !sentence.contains("\n"))
        }
    }
}
