import Testing
import WaldoTestSupport

/// The built program's terminal: while a stop is held, Enter does not resume, and the refusal names what holds it.
@Suite(.serialized) struct HeldStopDriveTests {
    private static let enter = "\r", space = " "

    private func drive() async throws -> TerminalDrive {
        let drive = try TerminalDrive(["--plain", "--override"])
        _ = try await drive.child.waitForLine { $0.contains("slider") && $0.contains("\"state\":\"open\"") }
        return drive
    }

    private func isResume(_ line: String) -> Bool { line.contains("\"event\":\"resume\"") }

    @Test func aTerminalWithoutReleasesResumesOnceKeyRepeatWouldHaveCome() async throws {
        let drive = try await drive()
        try await drive.press(Self.space, untilLine: "\"event\":\"stop\"")
        try await drive.press(Self.enter, untilLine: "\"state\":\"refused\",\"release\":\"repeated-key\"")
        // Key repeat begins: it is a stop like the first press.
        try await Task.sleep(for: .milliseconds(400))
        try await drive.press(Self.space, untilLine: "\"event\":\"stop\"")
        try await drive.press(Self.enter, untilLine: "\"state\":\"refused\",\"release\":\"repeated-key\"")
        try await Task.sleep(for: .milliseconds(650))
        try drive.child.write(Array(Self.enter.utf8))
        #expect(try await !drive.child.waitForLine(matching: isResume).contains("refused"))
    }

    @Test func aTerminalThatReportsReleasesHoldsUntilTheKeyIsUp() async throws {
        let drive = try await drive()
        try drive.child.write(Array("\u{1B}[?0u\u{1B}[?62c\u{1B}[?15u".utf8))
        try await drive.press("\u{1B}[32;1:1u", untilLine: "\"event\":\"stop\"")
        for _ in 0..<2 {
            try await drive.press("\u{1B}[13;1:1u", untilLine: "\"state\":\"refused\",\"release\":\"terminal\"")
            try drive.child.write(Array("\u{1B}[13;1:3u\u{1B}[32;1:2u".utf8))
        }
        try drive.child.write(Array("\u{1B}[32;1:3u\u{1B}[13;1:1u".utf8))
        #expect(try await !drive.child.waitForLine(matching: isResume).contains("refused"))
    }

    /// The mapping of these drives stops by Space alone.
    @Test func escapeStopsThoughTheMappingDoesNotNameIt() async throws {
        let drive = try await drive()
        try await drive.press("\u{1B}", untilLine: "\"event\":\"stop\"")
    }

    /// Both come in one read, as after a slow connection: the last of them was the stop.
    @Test func anEnterFromBeforeAStopDoesNotEndIt() async throws {
        let drive = try await drive()
        try drive.child.write(Array("\u{1B}[?0u\u{1B}[?62c\u{1B}[?15u".utf8))
        try await drive.press(
            "\u{1B}[13;1:1u\u{1B}[13;1:3u\u{1B}[32;1:1u\u{1B}[32;1:3u", untilLine: "\"event\":\"stop\"")
        try await Task.sleep(for: .milliseconds(200))
        try drive.child.write(Array("\u{1B}[13;1:1u\u{1B}[13;1:3u".utf8))
        _ = try await drive.child.waitForLine(matching: isResume)
        #expect(drive.child.lines.count(where: isResume) == 1, "\(drive.child.lines)")
    }

    /// A scanner's text, or a paste without brackets, with the Enter at its end.
    @Test func whatTypesFasterThanFingersEndsNoStopAndMovesNothing() async throws {
        let drive = try await drive()
        try drive.child.write(Array("wlwwsi4006381\r".utf8))
        try await drive.press(Self.space, untilLine: "\"event\":\"stop\"")
        try drive.child.write(Array("4006381333931\r".utf8))
        try await Task.sleep(for: .milliseconds(700))
        try drive.child.write(Array(Self.enter.utf8))
        #expect(try await !drive.child.waitForLine(matching: isResume).contains("refused"))
        let resumes = drive.child.lines.count(where: isResume)
        #expect(resumes == 1 && drive.commands.allSatisfy { $0 == "slider 533e" }, "\(drive.child.lines)")
    }
}
