import Glibc
import Testing
import WaldoTestSupport

/// Which of several shields the built program drives: never an arbitrary one.
@Suite(.serialized) struct RightArmTests {
    private static let other = "00:AA:02:00:0\(getpid() % 10):\(10 + getpid() % 80)"

    /// A bus with two shields, one of them connected by another program.
    private func bench() async throws -> (bus: PrivateBus, fake: ChildProcess) {
        let one = LiveDriveTests()
        let (bus, fake) = try await one.bench(with: "connected quiet")
        let second = one.addShield.split(separator: LiveDriveTests.shield).joined(separator: Self.other)
        try fake.write(line: second)
        try await waitUntil("two shields", instead: { "\(fake.lines)" }) {
            fake.lines.filter { $0.contains("{\"done\":\"device") }.count == 2 ? true : nil
        }
        return (bus, fake)
    }

    private func drive(_ arguments: [String], _ bus: PrivateBus) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("waldo"),
            ["drive", "--plain", "--input", "panel", "--panel", "127.0.0.1:0"] + arguments,
            environment: bus.environment)
    }

    @Test func oneThatIsConnectedAlreadyIsNoSurerThanOneThatIsHeard() async throws {
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let drive = try TerminalDrive(["--plain"], environment: bus.environment)
        #expect(try await drive.child.exitStatus() == 69, "\(drive.child.lines)")
        let said = drive.child.lines.joined(separator: "\n")
        for address in [LiveDriveTests.shield, Self.other] { #expect(said.contains(address), "\(said)") }
        #expect(said.contains("choose one by --shield ADDRESS"), "\(said)")
        #expect(!fake.lines.contains { $0.contains("\"Connect\"") || $0.contains("AcquireWrite") }, "\(fake.lines)")
    }

    @Test func onThePanelItIsAskedFor() async throws {
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let drive = try drive([], bus)
        let asked = try await drive.waitForLine(containing: "choose one")
        for address in [LiveDriveTests.shield, Self.other] { #expect(asked.contains(address), "\(asked)") }
        #expect(!fake.lines.contains { $0.contains("\"Connect\"") || $0.contains("AcquireWrite") }, "\(fake.lines)")
    }

    @Test func itsAddressChoosesTheConnectedOneAtOnce() async throws {
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let drive = try drive(["--shield", LiveDriveTests.shield], bus)
        let connected = try await drive.waitForLine(containing: "\"state\":\"connected\"")
        #expect(connected.contains("taken over") && connected.contains(LiveDriveTests.shield), "\(connected)")
        #expect(!fake.lines.contains { $0.contains("\"Connect\"") || $0.contains("StartDiscovery") }, "\(fake.lines)")
    }

    @Test func itsAddressChoosesTheOtherOne() async throws {
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let drive = try drive(["--shield", Self.other], bus)
        let connected = try await drive.waitForLine(containing: "\"state\":\"connected\"")
        #expect(!connected.contains("taken over") && connected.contains(Self.other), "\(connected)")
    }
}
