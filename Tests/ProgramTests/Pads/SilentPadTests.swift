import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// The built program with a pad whose device sends reports all the time, until it does not.
@Suite(.serialized) struct SilentPadTests {
    private static let z: UInt16 = 5

    /// Sends reports until a condition of the program's output is met.
    private func report(
        _ program: MockedProgram, until what: String, _ isMet: @escaping ([String]) -> Bool
    ) async throws {
        try await waitUntil(what, instead: { "\(program.lines.suffix(5))" }) { () -> Bool? in
            program.report()
            return isMet(program.lines) ? true : nil
        }
    }

    private func drive(_ pad: MockDevice, _ arguments: [String] = []) async throws -> MockedProgram {
        let program = try await MockedProgram(
            ["drive", "--override", "--plain"] + arguments, inputs: [MockInput(pad)])
        try await program.child.waitForLine {
            $0.contains("\"control\":\"slider\"") && $0.contains("\"state\":\"open\"")
        }
        return program
    }

    private func halts(_ lines: [String]) -> Int { lines.count { $0.contains("\"reason\":\"silent\"") } }

    @Test func aPadThatSendsNothingMoreHaltsAndItsReturnNeedsRest() async throws {
        let program = try await drive(.dualSense)
        defer { program.close() }
        program.touch([.axis(Self.z, 255)])
        // Held still for two seconds, the pad goes on reporting: the arm goes on.
        let begun = Monotonic.now()
        try await report(program, until: "two seconds of motion") { _ in Monotonic.now() - begun > .seconds(2) }
        #expect(halts(program.lines) == 0)
        let ceased = Monotonic.now()
        try await program.child.waitForLine(containing: "\"reason\":\"silent\"")
        #expect(Monotonic.now() - ceased >= .milliseconds(400))
        try await program.child.waitForLine(containing: "\"state\":\"silent\"")
        let frames = program.lines.count { $0.contains("463e") }
        try await report(program, until: "the pad heard again") { lines in
            lines.contains { $0.contains("\"state\":\"heard\"") }
        }
        #expect(program.lines.count { $0.contains("463e") } == frames)
        program.touch([.axis(Self.z, 0)])
        try await report(program, until: "the slider live again") { lines in
            lines.last { $0.contains("\"control\":\"slider\"") }?.contains("\"state\":\"open\"") == true
        }
        program.touch([.axis(Self.z, 255)])
        try await report(program, until: "motion") { $0.count { $0.contains("463e") } > frames }
    }

    /// A driver under which it may report changes alone.
    @Test func aPadOfWhichSilenceCannotBeToldNeverHaltsForIt() async throws {
        var pad = MockDevice.dualSense
        pad.driver = "hid-generic"
        let program = try await drive(pad)
        defer { program.close() }
        program.touch([.axis(Self.z, 255)])
        let frames = try await waitUntil("motion for three seconds", within: .seconds(10)) { () -> Int? in
            let count = program.lines.count { $0.contains("463e") }
            return count > 12 ? count : nil
        }
        #expect(frames > 12 && halts(program.lines) == 0)
    }

    /// A recording of it verifies: silence and return are steps.
    @Test func silenceAndReturnAreRecordedAndVerify() async throws {
        let folder = try TemporaryFolder(), path = folder.path + "/silent.jsonl"
        let program = try await drive(.dualSense, ["--record", path])
        program.touch([.axis(Self.z, 255)])
        try await program.child.waitForLine(containing: "\"reason\":\"silent\"")
        try await report(program, until: "the pad heard again") { $0.contains { $0.contains("\"state\":\"heard\"") } }
        program.send(signal: 2)
        _ = try await program.child.exitStatus()
        program.close()
        let text = try readFile(path)
        #expect(text.contains("\"step\":\"silent\"") && text.contains("\"step\":\"heard\""))
        let verified = try ChildProcess(BuiltProgram.path("waldo"), ["replay", path, "--verify"])
        defer { verified.close() }
        #expect(try await verified.exitStatus() == 0, "\(verified.errorLines)")
    }

    @Test func theListSaysWhatAPadHas() async throws {
        var other = MockDevice.dualSense
        other.driver = "hid-generic"
        other.unique = "00:11:22:33:44:56"
        let program = try await MockedProgram(
            ["inputs"], inputs: [MockInput(.dualSense), MockInput(other, number: 2, place: "lab/input1")])
        defer { program.close() }
        _ = try await program.child.exitStatus()
        #expect(
            program.lines.contains { $0.contains("event1 ") && $0.contains("  silence: halts  ") }, "\(program.lines)")
        #expect(
            program.lines.contains { $0.contains("event2 ") && $0.contains("  silence: not told  ") },
            "\(program.lines)")
    }
}
