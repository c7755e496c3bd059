import Glibc
import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

/// The zeros that a connection sends by itself before it closes, and those that it leaves pending.
@Suite(.serialized, .onLoop)
struct FailsafeTests {
    private static let revision = "00002a27-0000-1000-8000-00805f9b34fb"
    private let motion = Frame("F>".utf8)!

    /// A link over which the robot's slider moves.
    @LoopActor private func moving(_ options: String) async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield(options)
        harness.drive(.init(peripheral: harness.address), response: options.contains(":write "))
        try await harness.up()
        harness.link?.setFailsafe(DriveStateMachine(arm: .robot, mapping: .pad()).failsafe)
        #expect(harness.link?.write(motion, isZero: false, pending: ZeroCounts([3])).isSent == true)
        try await waitUntil("the motion") { frames(harness) == ["463e"] ? true : nil }
        return harness
    }

    @LoopActor private func frames(_ harness: LinkHarness) -> [String] {
        harness.fake.lines.filter { $0.contains("\"write\"") }.map { $0.value(of: "write") }
    }

    /// A loss while the socket is still open: the zeros are sent to it before it is closed, each as often as it is
    /// pending.
    @LoopActor @Test func aLossOverAStandingSocketIsNotSilent() async throws {
        let harness = try await moving(
            "char=\(LinkHarness.write):write-without-response char=\(LinkHarness.notify):notify info=\(Self.revision):read"
        )
        try await harness.report("refuse ReadValue org.bluez.Error.Failed ATT_error:_0x0e 1")
        // This call asks for the proof that the one frame has left.
        #expect(harness.link?.hasLeft == false)
        try await waitUntil("the loss", instead: { "\(harness.states)" }) { harness.ends == 1 ? true : nil }
        #expect(harness.failsafes == [ZeroCounts([1]), nil])
        try await waitUntil("three zeros", instead: { "\(frames(harness))" }) {
            frames(harness).count { $0 == "533e" } == 3 ? true : nil
        }
        try await harness.up(2)
        #expect(frames(harness).last == "533e" && frames(harness).count { $0 == "533e" } == 3)
        harness.close()
    }

    /// Without a write socket the failsafe frames are sent over a second connection to the bus.
    @LoopActor @Test func aWriteThatFailsIsFollowedByTheFailsafe() async throws {
        let harness = try await moving("char=\(LinkHarness.write):write char=\(LinkHarness.notify):notify")
        try await waitUntil("the answer") { harness.readies == 1 ? true : nil }
        try await harness.report("refuse WriteValue org.bluez.Error.Failed ATT_error:_0x0e 1")
        _ = harness.link?.write(motion, isZero: false, pending: ZeroCounts([3]))
        try await waitUntil("the zeros", instead: { "\(frames(harness))" }) {
            frames(harness) == ["463e", "533e", "533e", "533e"] ? true : nil
        }
        harness.close()
    }

    /// A drive that ends because of a loss, as a replay does, waits until the failsafe frames that the loss started are
    /// sent.
    @LoopActor @Test func aCloseInTheMiddleOfTheFailsafeCompletesIt() async throws {
        let harness = try await moving("char=\(LinkHarness.write):write char=\(LinkHarness.notify):notify")
        try await waitUntil("the answer") { harness.readies == 1 ? true : nil }
        try await harness.report("refuse WriteValue org.bluez.Error.Failed ATT_error:_0x0e 1")
        _ = harness.link?.write(motion, isZero: false, pending: ZeroCounts([3]))
        try await waitUntil("the loss") { harness.ends == 1 ? true : nil }
        harness.link?.close()
        try await waitUntil("the zeros", instead: { "\(frames(harness))" }) {
            frames(harness) == ["463e", "533e", "533e", "533e"] ? true : nil
        }
        harness.close()
    }

    @LoopActor @Test(arguments: [true, false]) func aCloseSaysWhatIsOwedAndNothingElse(isPending: Bool) async throws {
        let harness = try await moving(
            "char=\(LinkHarness.write):write-without-response char=\(LinkHarness.notify):notify")
        if !isPending { harness.link?.setPending(ZeroCounts()) }
        harness.link?.close()
        try await harness.called("Disconnect")
        #expect(frames(harness) == ["463e"] + Array(repeating: "533e", count: isPending ? 3 : 0))
        harness.close()
    }

    /// libdbus closes its descriptor when the bus hangs up, and what is opened next has the number.
    @LoopActor @Test func whatIsOpenedAfterTheBusHasGoneGetsNoFrame() async throws {
        let harness = try await moving("char=\(LinkHarness.write):write char=\(LinkHarness.notify):notify")
        try await waitUntil("the answer") { harness.readies == 1 ? true : nil }
        var opened: [CInt] = []
        harness.whenGone = {
            for _ in 0..<16 {
                var ends: [CInt] = [-1, -1]
                guard socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else { continue }
                opened += ends
            }
            FailsafeSlot.sendAll()
        }
        harness.bus = try await harness.bus.restarted()
        try await waitUntil("the loss", instead: { "\(harness.states)" }) { harness.ends == 1 ? true : nil }
        #expect(opened.count == 32)
        for end in opened {
            var byte: UInt8 = 0
            #expect(recv(end, &byte, 1, CInt(MSG_DONTWAIT)) == -1)
        }
        for end in opened { Glibc.close(end) }
        harness.close()
    }

    // MARK: who owns the connection

    @LoopActor @Test func anArmThatIsStoppedByItsPositionIsNotTakenOver() async throws {
        let harness = try await LinkHarness.withShield("connected")
        harness.drive(.init(peripheral: harness.address, refusesTakeover: true))
        let failure = try await harness.failed()
        #expect("\(failure)".contains("--position") && "\(failure)".contains("halt:"))
        #expect(try await harness.calls("AcquireWrite") == 0)
        harness.close()
    }

    /// A connection that another program made stays open.
    @LoopActor @Test(arguments: [true, false]) func onlyAConnectionOfOursIsEnded(isOurs: Bool) async throws {
        let harness = try await LinkHarness.withShield(isOurs ? "" : "connected")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(harness.openings == [!isOurs])
        harness.link?.close()
        // With `Disconnect` the fake shield may let go of the socket before it sees the other end close.
        if isOurs {
            try await harness.called("Disconnect")
        } else {
            try await waitUntil("the end of the socket", instead: { "\(harness.fake.lines)" }) {
                harness.fake.lines.contains { $0.contains("\"closed\"") } ? true : nil
            }
        }
        #expect(try await harness.calls("Disconnect") == (isOurs ? 1 : 0))
        harness.close()
    }
}
