import Glibc
import Testing
import WaldoTestSupport

/// How a drive takes leave of its shield.
@Suite(.serialized) struct LeaveTests {
    private func drive(_ arguments: [String]) async throws -> (fake: ChildProcess, bus: PrivateBus) {
        let (bus, fake) = try await LiveDriveTests().bench()
        let drive = try TerminalDrive(["--plain"] + arguments, environment: bus.environment)
        let pid = try await drive.pid()
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        _ = try await drive.child.waitForLine { $0.contains("slider") && $0.contains("\"state\":\"open\"") }
        try await drive.press("w", untilLine: "463e")
        kill(pid, SIGTERM)
        #expect(try await drive.child.exitStatus(within: .seconds(5)) == 128 + SIGTERM)
        return (fake, bus)
    }

    private func writes(_ fake: ChildProcess) -> [String] {
        fake.lines.filter { $0.contains("\"write\"") }.map { $0.suffix(after: "\"write\":\"") }
    }

    @Test func theShieldIsLetGoOnceTheHaltHasArrived() async throws {
        let (fake, _) = try await drive([])
        defer { fake.close() }
        _ = try await fake.waitForLine(containing: "\"Disconnect\"")
        #expect(writes(fake).suffix(3) == ["533e", "533e", "533e"])
    }

    /// The Disconnect is on its way before the process ends, whether or not anybody answers it.
    @Test func aBlueZThatNeverAnswersIsTakenLeaveOfAllTheSame() async throws {
        let (bus, fake) = try await LiveDriveTests().bench()
        defer { fake.close() }
        try fake.write(line: "hang Disconnect")
        let drive = try TerminalDrive(["--plain"], environment: bus.environment)
        let pid = try await drive.pid()
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        kill(pid, SIGTERM)
        #expect(try await drive.child.exitStatus(within: .seconds(5)) == 128 + SIGTERM)
        _ = try await fake.waitForLine(containing: "\"Disconnect\"")
    }

    @Test func aShieldThatStaysIsTakenOverByTheNextDrive() async throws {
        let (fake, bus) = try await drive(["--stay"])
        defer { fake.close() }
        try await waitUntil("the halt", instead: { "\(fake.lines)" }) {
            writes(fake).suffix(3) == ["533e", "533e", "533e"] ? true : nil
        }
        #expect(!fake.lines.contains { $0.contains("\"Disconnect\"") })
        let next = try TerminalDrive(["--plain"], environment: bus.environment)
        let connected = try await next.child.waitForLine(containing: "\"state\":\"connected\"")
        #expect(connected.contains("taken over"))
        #expect(fake.lines.filter { $0.contains("\"call\":\"Connect\"") }.count == 1)
    }
}
