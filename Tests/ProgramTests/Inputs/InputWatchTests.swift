import Glibc
import Testing
import WaldoTestSupport
import WaldoTime

/// The built program watches a pad of umockdev.
@Suite(.serialized) struct InputWatchTests {
    private func program(
        _ arguments: [String] = [], in pty: Pty, environment: [String: String?] = [:]
    ) async throws -> MockedProgram {
        try await MockedProgram(
            ["inputs", "--watch"] + arguments, inputs: [MockInput()], output: .terminal(pty),
            environment: ["LANG": "C.UTF-8"].merging(environment) { $1 })
    }

    /// umockdev-run prints how its child ended and reports a signal's status as it is.
    private func status(of program: MockedProgram) async throws -> CInt? {
        try await program.child.exitStatus(within: .seconds(5))
    }

    @Test func barsFollowThePadUntilCtrlC() async throws {
        let pty = try Pty(), modes = pty.modes
        let program = try await program(in: pty)
        defer { program.close() }
        try await pty.waitFor("[READY]")
        try await pty.waitFor("joystick x -> zx")
        pty.forget()
        program.touch([.axis(5, 255)])
        try await pty.waitFor("MOVING")
        try await pty.waitFor("+1.00")
        program.touch([.key(0x131, true)])
        try await pty.waitFor("STOPPED")
        try await pty.waitFor("let go of B")
        program.touch([.key(0x131, false)])
        try await pty.waitFor("press Start with the controls at rest")
        try pty.type("\u{3}")
        #expect(try await status(of: program) == 130)
        #expect(pty.modes == modes)
        #expect(pty.text.contains("\u{1B}[?1049l"))
    }

    @Test func nothingIsWrittenWhileNothingChanges() async throws {
        let pty = try Pty()
        let program = try await program(in: pty)
        defer { program.close() }
        try await pty.waitFor("[READY]")
        // The terminal's answer to what it can do, and the last state of the gates.
        try pty.type("\u{1B}[?62c")
        try await Task.sleep(for: .milliseconds(500))
        pty.forget()
        // The same number again, and a number of nobody's that stays the same.
        program.touch([.axis(5, 0)])
        try await Task.sleep(for: .milliseconds(500))
        #expect(pty.text.isEmpty, "\(pty.text.debugDescription)")
    }

    @Test func aLostPadEndsItAndTheTerminalIsGivenBack() async throws {
        let pty = try Pty(), modes = pty.modes
        let program = try await program(in: pty)
        defer { program.close() }
        try await pty.waitFor("[READY]")
        program.hangUp()
        #expect(try await status(of: program) == 66)
        #expect(pty.modes == modes)
        #expect(
            program.child.errorLines.contains { $0.contains("/dev/input/event1: It has hung up") }
                || pty.text.contains("It has hung up"))
    }

    @Test func suspendedTheShellHasItsTerminalBack() async throws {
        let pty = try Pty(), modes = pty.modes
        let program = try await program(in: pty)
        defer { program.close() }
        try await pty.waitFor("[READY]")
        try pty.type("\u{1A}")
        try await waitUntil("the terminal's own modes") { pty.modes == modes ? () : nil }
        pty.forget()
        program.send(signal: SIGCONT)
        try await pty.waitFor("RT")
        program.touch([.axis(5, 255)])
        program.send(signal: SIGTERM)
        #expect(try await status(of: program) == 143)
        #expect(pty.modes == modes)
    }

    @Test func plainPrintsEachChangeAsALine() async throws {
        let pty = try Pty()
        let program = try await program(["--plain"], in: pty)
        defer { program.close() }
        try await pty.waitFor("ABS_RZ  now 0, 0...255, flat 0, fuzz 0  -> slider forward")
        program.touch([.axis(5, 17)])
        try await pty.waitFor("ABS_RZ 17  -> slider forward")
        #expect(!pty.text.contains("\u{1B}"))
        program.send(signal: SIGINT)
        #expect(try await status(of: program) == 130)
    }

    @Test func anArmThatIsNotThereIsSaid() async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["inputs", "--watch", "--arm", "nobody", "/dev/null"])
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 65)
        #expect(waldo.errorLines.joined().contains("no arm has this name"))
    }
}
