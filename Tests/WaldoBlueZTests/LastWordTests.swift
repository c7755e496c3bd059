import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// The zeros that a connection sends by itself before it closes, and those that it leaves pending.
@Suite(.serialized, .onLoop)
struct LastWordTests {
    private static let revision = "00002a27-0000-1000-8000-00805f9b34fb"
    private let motion = Frame("F>".utf8)!

    /// A link over which the robot's slider moves.
    @LoopActor private func moving(_ options: String) async throws -> Bench {
        let bench = try await Bench.withShield(options)
        bench.drive(response: options.contains(":write "))
        try await bench.up()
        bench.link?.set(DriveStateMachine(arm: .robot, mapping: .pad()).lastWord)
        #expect(bench.link?.write(motion, isZero: false, pending: ZeroCounts([3])).isOnItsWay == true)
        try await waitUntil("the motion") { frames(bench) == ["463e"] ? true : nil }
        return bench
    }

    @LoopActor private func frames(_ bench: Bench) -> [String] {
        bench.fake.lines.filter { $0.contains("\"write\"") }.map { $0.value(of: "write") }
    }

    /// A loss while the socket is still open: the zeros are sent to it before it is closed, each as often as it is
    /// pending.
    @LoopActor @Test func aLossOverAStandingSocketIsNotSilent() async throws {
        let bench = try await moving(
            "char=\(Bench.write):write-without-response char=\(Bench.notify):notify info=\(Self.revision):read")
        try await bench.report("refuse ReadValue org.bluez.Error.Failed ATT_error:_0x0e 1")
        // This call asks for the proof that the one frame has left.
        #expect(bench.link?.hasLeft == false)
        try await waitUntil("the loss", instead: { "\(bench.states)" }) { bench.ends == 1 ? true : nil }
        #expect(bench.link?.takeLastWord() == ZeroCounts([1]))
        #expect(bench.link?.takeLastWord() == nil)
        try await waitUntil("three zeros", instead: { "\(frames(bench))" }) {
            frames(bench).count { $0 == "533e" } == 3 ? true : nil
        }
        try await bench.up(2)
        #expect(frames(bench).last == "533e" && frames(bench).count { $0 == "533e" } == 3)
        bench.close()
    }

    /// Without a write socket the last word is sent over a second connection to the bus.
    @LoopActor @Test func aWriteThatFailsIsFollowedByTheLastWord() async throws {
        let bench = try await moving("char=\(Bench.write):write char=\(Bench.notify):notify")
        try await waitUntil("the answer") { bench.readies == 1 ? true : nil }
        try await bench.report("refuse WriteValue org.bluez.Error.Failed ATT_error:_0x0e 1")
        _ = bench.link?.write(motion, isZero: false, pending: ZeroCounts([3]))
        try await waitUntil("the zeros", instead: { "\(frames(bench))" }) {
            frames(bench) == ["463e", "533e", "533e", "533e"] ? true : nil
        }
        bench.close()
    }

    /// A drive that ends because of a loss, as a replay does, waits until the last word that the loss started is sent.
    @LoopActor @Test func aCloseInTheMiddleOfTheLastWordCompletesIt() async throws {
        let bench = try await moving("char=\(Bench.write):write char=\(Bench.notify):notify")
        try await waitUntil("the answer") { bench.readies == 1 ? true : nil }
        try await bench.report("refuse WriteValue org.bluez.Error.Failed ATT_error:_0x0e 1")
        _ = bench.link?.write(motion, isZero: false, pending: ZeroCounts([3]))
        try await waitUntil("the loss") { bench.ends == 1 ? true : nil }
        bench.link?.close(disconnect: true)
        try await waitUntil("the zeros", instead: { "\(frames(bench))" }) {
            frames(bench) == ["463e", "533e", "533e", "533e"] ? true : nil
        }
        bench.close()
    }

    @LoopActor @Test(arguments: [true, false]) func aCloseSaysWhatIsOwedAndNothingElse(isPending: Bool) async throws {
        let bench = try await moving("char=\(Bench.write):write-without-response char=\(Bench.notify):notify")
        if !isPending { bench.link?.setPending(ZeroCounts()) }
        bench.link?.close(disconnect: true)
        try await bench.called("Disconnect")
        #expect(frames(bench) == ["463e"] + Array(repeating: "533e", count: isPending ? 3 : 0))
        bench.close()
    }

    // MARK: who owns the connection

    @LoopActor @Test func anArmThatIsStoppedByItsPositionIsNotTakenOver() async throws {
        let bench = try await Bench.withShield("connected")
        bench.drive(.init(peripheral: bench.address, refusesTakeover: true))
        let failure = try await bench.failed()
        #expect("\(failure)".contains("--position") && "\(failure)".contains("halt:"))
        #expect(bench.calls("AcquireWrite") == 0)
        bench.close()
    }

    /// A connection that another program made stays open.
    @LoopActor @Test(arguments: [true, false]) func onlyAConnectionOfOursIsEnded(isOurs: Bool) async throws {
        let bench = try await Bench.withShield(isOurs ? "" : "connected")
        bench.drive(.init(peripheral: bench.address))
        try await bench.up()
        #expect(bench.openings == [!isOurs])
        bench.link?.close(disconnect: true)
        try await waitUntil("the end of the socket", instead: { "\(bench.fake.lines)" }) {
            bench.fake.lines.contains { $0.contains("\"closed\"") } || bench.calls("Disconnect") > 0 ? true : nil
        }
        #expect(bench.calls("Disconnect") == (isOurs ? 1 : 0))
        bench.close()
    }
}
