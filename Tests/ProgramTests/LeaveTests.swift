import Glibc
import Testing
import WaldoTestSupport

/// How a drive takes leave of its shield.
@Suite(.serialized) struct LeaveTests {
    /// Drives forward until SIGTERM.
    private func drive(_ arguments: [String]) async throws -> FakeShield {
        let shield = try await FakeShield(offering: .original)
        let drive = try TerminalDrive(
            ["--plain", "--shield", shield.address] + arguments, environment: shield.bus.environment)
        let pid = try await drive.pid()
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        _ = try await drive.child.waitForLine { $0.contains("slider") && $0.contains("\"state\":\"open\"") }
        try await drive.press("w", untilLine: "463e")
        kill(pid, SIGTERM)
        #expect(try await drive.child.exitStatus(within: .seconds(5)) == 128 + SIGTERM)
        return shield
    }

    private func writes(_ shield: FakeShield) -> [String] {
        shield.fake.lines.filter { $0.contains("\"write\"") }.map { $0.suffix(after: "\"write\":\"") }
    }

    @Test func theShieldIsLetGoOnceTheHaltHasArrived() async throws {
        let shield = try await drive([])
        defer { shield.close() }
        _ = try await shield.fake.waitForLine(containing: "\"Disconnect\"")
        #expect(writes(shield).suffix(3) == ["533e", "533e", "533e"])
    }

    /// The Disconnect is on its way before the process ends, whether or not anybody answers it.
    @Test func aBlueZThatNeverAnswersIsTakenLeaveOfAllTheSame() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        try shield.fake.write(line: "hang Disconnect")
        let drive = try TerminalDrive(["--plain", "--shield", shield.address], environment: shield.bus.environment)
        let pid = try await drive.pid()
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        kill(pid, SIGTERM)
        #expect(try await drive.child.exitStatus(within: .seconds(5)) == 128 + SIGTERM)
        _ = try await shield.fake.waitForLine(containing: "\"Disconnect\"")
    }

    @Test func aShieldThatStaysIsTakenOverByTheNextDrive() async throws {
        let shield = try await drive(["--stay"])
        defer { shield.close() }
        try await waitUntil("the halt", instead: { "\(shield.fake.lines)" }) {
            writes(shield).suffix(3) == ["533e", "533e", "533e"] ? true : nil
        }
        #expect(try await !shield.said().contains { $0.contains("\"Disconnect\"") })
        let next = try TerminalDrive(["--plain"], environment: shield.bus.environment)
        let connected = try await next.child.waitForLine(containing: "\"state\":\"connected\"")
        #expect(connected.contains("taken over"))
        #expect(try await shield.said().filter { $0.contains("\"call\":\"Connect\"") }.count == 1)
    }
}
