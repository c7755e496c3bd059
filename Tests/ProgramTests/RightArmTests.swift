import Glibc
import Testing
import WaldoTestSupport

/// Which of several shields the built program drives: never an arbitrary one.
@Suite(.serialized) struct RightArmTests {
    /// A bus with two shields, one of them connected by another program.
    private func twoShields() async throws -> (connected: FakeShield, other: String) {
        let shield = try await FakeShield("connected quiet", offering: .original)
        return (shield, try await shield.addAnother())
    }

    private func drive(_ arguments: [String], _ shield: FakeShield) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("waldo"),
            ["drive", "--plain", "--input", "panel", "--panel", "127.0.0.1:0"] + arguments,
            environment: shield.bus.environment)
    }

    @Test func oneThatIsConnectedAlreadyIsNoSurerThanOneThatIsHeard() async throws {
        let (shield, other) = try await twoShields()
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain"], environment: shield.bus.environment)
        #expect(try await drive.child.exitStatus() == 69, "\(drive.child.lines)")
        let printed = drive.child.lines.joined(separator: "\n")
        for address in [shield.address, other] { #expect(printed.contains(address), "\(printed)") }
        #expect(printed.contains("choose one by --shield ADDRESS"), "\(printed)")
        let said = try await shield.said()
        #expect(!said.contains { $0.contains("\"Connect\"") || $0.contains("AcquireWrite") }, "\(said)")
    }

    @Test func onThePanelItIsAskedFor() async throws {
        let (shield, other) = try await twoShields()
        defer { shield.close() }
        let drive = try drive([], shield)
        let asked = try await drive.waitForLine(containing: "choose one")
        for address in [shield.address, other] { #expect(asked.contains(address), "\(asked)") }
        let said = try await shield.said()
        #expect(!said.contains { $0.contains("\"Connect\"") || $0.contains("AcquireWrite") }, "\(said)")
    }

    @Test func itsAddressChoosesTheConnectedOneAtOnce() async throws {
        let (shield, _) = try await twoShields()
        defer { shield.close() }
        let drive = try drive(["--shield", shield.address], shield)
        let connected = try await drive.waitForLine(containing: "\"state\":\"connected\"")
        #expect(connected.contains("taken over") && connected.contains(shield.address), "\(connected)")
        let said = try await shield.said()
        #expect(!said.contains { $0.contains("\"Connect\"") || $0.contains("StartDiscovery") }, "\(said)")
    }

    @Test func itsAddressChoosesTheOtherOne() async throws {
        let (shield, other) = try await twoShields()
        defer { shield.close() }
        let drive = try drive(["--shield", other], shield)
        let connected = try await drive.waitForLine(containing: "\"state\":\"connected\"")
        #expect(!connected.contains("taken over") && connected.contains(other), "\(connected)")
    }

    /// The operator has named none on this command line.
    @Test func aDefaultChoosesNoneOfSeveral() async throws {
        let (shield, other) = try await twoShields()
        defer { shield.close() }
        for usual in [shield.address, other] {
            let drive = try TerminalDrive(
                ["--plain"], environment: shield.bus.environment.merging(["WALDO_SHIELD": usual]) { $1 })
            #expect(try await drive.child.exitStatus() == 69, "\(drive.child.lines)")
            let printed = drive.child.lines.joined(separator: "\n")
            #expect(printed.contains("the shield “\(usual)” is looked for, by WALDO_SHIELD"), "\(printed)")
            for address in [shield.address, other] { #expect(printed.contains(address), "\(printed)") }
            #expect(printed.contains("choose one by --shield ADDRESS"), "\(printed)")
        }
        let said = try await shield.said()
        #expect(!said.contains { $0.contains("\"Connect\"") || $0.contains("AcquireWrite") }, "\(said)")
    }

    @Test func aDefaultIsTakenAloneAndNoOtherInItsPlace() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        func drive(_ usual: String) throws -> TerminalDrive {
            try TerminalDrive(["--plain"], environment: shield.bus.environment.merging(["WALDO_SHIELD": usual]) { $1 })
        }
        let elsewhere = try drive(FakeShield.newAddress())
        try await elsewhere.child.waitForLine(containing: "\"state\":\"scanning\"")
        let alone = try drive("BLE Shield")
        let connected = try await alone.child.waitForLine(containing: "\"state\":\"connected\"")
        #expect(connected.contains(shield.address), "\(connected)")
        #expect(!elsewhere.child.lines.contains { $0.contains("\"connecting\"") }, "\(elsewhere.child.lines)")
    }
}
