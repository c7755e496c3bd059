import Glibc
import Testing
import WaldoTestSupport

/// The built `waldo-relay fleet`.
@Suite struct FleetProgramTests {
    /// The port takes the connection, and nobody answers.
    @Test func aBrokerThatIsSilentIsNotWaitedForInSilence() async throws {
        let socket = Loopback.socket()
        defer { close(socket) }
        let port = try #require(Loopback.listen(socket, at: 0))
        let fleet = try ChildProcess(
            try BuiltProgram.path("waldo-relay"), ["fleet", "mqtt://127.0.0.1:\(port)", "--once"])
        defer { fleet.close() }
        let line = try await fleet.waitForErrorLine(containing: "waiting for the broker", within: .seconds(8))
        #expect(line.contains("127.0.0.1:\(port)") && line.hasSuffix("seconds at most"), "\(line)")
        #expect(fleet.lines == [])
    }

    /// Nobody listens at the port.
    @Test func aBrokerThatIsNotThereEndsWhatAsksOnceAtOnce() async throws {
        let socket = Loopback.socket()
        let port = try #require(Loopback.listen(socket, at: 0))
        close(socket)
        let fleet = try ChildProcess(
            try BuiltProgram.path("waldo-relay"), ["fleet", "mqtt://127.0.0.1:\(port)", "--once"])
        defer { fleet.close() }
        #expect(try await fleet.exitStatus(within: .seconds(8)) == 69 && fleet.lines == [])
        let error = fleet.errorLines.joined()
        #expect(error.hasSuffix("127.0.0.1:\(port): no connection: Connection refused"), "\(error)")
    }
}
