import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// `waldo send` reports a frame as sent only once it has left.
@Suite(.serialized) struct SendTests {
    /// A shield, and a `waldo send` that sends to it.
    private final class Sending {
        let shield: FakeShield
        let child: ChildProcess

        init(_ script: [String] = [], arguments: [String] = []) async throws {
            shield = try await FakeShield()
            for line in script { try await shield.report(line) }
            child = try ChildProcess(
                BuiltProgram.path("waldo"), ["send", "F>"] + arguments, environment: shield.bus.environment)
        }

        deinit { child.close() }

        var frames: [String] { shield.arrivals.map(\.text) }

        /// Waits until this method of the fake was called; the fake's output arrives through a separate thread.
        func called(_ member: String) async throws {
            try await waitUntil(member, instead: { "\(self.shield.fake.lines)" }) {
                shield.calls(member) > 0 ? true : nil
            }
        }
    }

    private static let noSocket = "refuse AcquireWrite org.bluez.Error.NotSupported no"

    @Test func theFrameArrivesAndTheShieldIsLetGo() async throws {
        let sending = try await Sending()
        #expect(try await sending.child.exitStatus() == 0)
        #expect(sending.child.lines == ["sent 46 3e"])
        try await sending.called("Disconnect")
        #expect(sending.frames == ["F>"])
    }

    /// Another program was writing there.
    @Test func aFrameThatBlueZThrewAwayIsSentAgain() async throws {
        let sending = try await Sending([Self.noSocket, "refuse WriteValue org.bluez.Error.InProgress In_Progress 1"])
        #expect(try await sending.child.exitStatus() == 0)
        try await waitUntil("the frame") { sending.frames == ["F>"] ? true : nil }
        try await sending.shield.said()
        #expect(sending.shield.calls("WriteValue") == 2)
    }

    @Test(arguments: [[noSocket, "hold WriteValue"], ["deaf ADDRESS"]])
    func aLinkLostBeforeTheFrameHasLeftIsNoSuccess(script: [String]) async throws {
        let sending = try await Sending(script)
        _ = try await sending.shield.fake.waitForLine {
            $0.hasPrefix("{\"write\"") || $0.hasPrefix("{\"event\":\"waits\"")
        }
        try await sending.shield.report("drop ADDRESS")
        #expect(try await sending.child.exitStatus() == 69)
        #expect(sending.child.errorLines.contains { $0.contains("the link was lost while sending") })
        #expect(sending.child.lines == [])
    }

    @Test(arguments: [([String](), true), (["--stay"], false)])
    func aSignalEndsItAndLetsTheShieldGo(arguments: [String], letsGo: Bool) async throws {
        let sending = try await Sending(["deaf ADDRESS"], arguments: arguments)
        _ = try await sending.shield.fake.waitForLine(containing: "\"waits\"")
        sending.child.send(signal: SIGINT)
        #expect(try await sending.child.exitStatus() == 128 + SIGINT)
        try await sending.shield.report("quiet ADDRESS")
        #expect(sending.shield.calls("Disconnect") == (letsGo ? 1 : 0))
    }

    /// What is in reach is said while it is still looked for, and again at the end.
    @Test func aNameThatNobodyHasIsToldWithThoseInReach() async throws {
        let sending = try await Sending(arguments: ["--shield", "BLE Sheild"])
        let began = meteredNow()
        let line = try await sending.child.waitForErrorLine(containing: "is heard yet")
        expectInTime(since: began, within: .seconds(6))
        let address = sending.shield.address
        #expect(
            line == "No shield BLE Sheild is heard yet, but BLE Shield (\(address)); did you mean `BLE Shield`?")
        #expect(try await sending.child.exitStatus(within: .seconds(20)) == 69)
        #expect(
            sending.child.errorLines.last?.hasPrefix(
                "waldo: no shield BLE Sheild was heard, only BLE Shield (\(address)): switch it on") == true,
            "\(sending.child.errorLines)")
        #expect(sending.frames == [])
    }
}
