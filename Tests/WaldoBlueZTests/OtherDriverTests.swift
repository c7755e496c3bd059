import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoSurvey
import WaldoTestSupport
import WaldoTesting

/// Another program drives the shield. In a container its lock is not seen, and the write socket is the lock.
@Suite(.serialized, .onLoop)
struct OtherDriverTests {
    private static let both = "char=\(LinkHarness.write):write-without-response+write"

    /// The attempt ended, and nothing was done to the shield.
    @LoopActor private func expectRefusal(_ harness: LinkHarness) async throws {
        guard case .inUse = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        #expect("\(try #require(harness.failure))".contains("is driven by another program already"))
        for member in ["Disconnect", "WriteValue", "StartNotify", "ReadValue"] {
            #expect(try await harness.calls(member) == 0, "\(member)")
        }
        harness.close()
        harness.bus.daemon.close()
    }

    @LoopActor @Test(arguments: [false, true])
    func whoHasTheWriteSocketDrives(isAnswered: Bool) async throws {
        let harness = try await LinkHarness.withShield("\(Self.both) connected")
        try await harness.report("acquire \(harness.address)")
        harness.drive(.init(peripheral: harness.address, notify: true), response: isAnswered)
        try await expectRefusal(harness)
    }

    /// BlueZ answers Connect for a device that has just been connected as if it had made the connection for it.
    @LoopActor @Test func theConnectionOfWhoDrivesIsNotEnded() async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("hold Connect")
        harness.drive(.init(peripheral: harness.address))
        try await harness.called("Connect")
        try await harness.report("acquire \(harness.address)")
        try await harness.report("heal Connect")
        try await expectRefusal(harness)
    }

    @LoopActor @Test func theSocketIsWaitedForAfterALoss() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        try await harness.report("quiet \(harness.address)")
        try await harness.report("drop \(harness.address)")
        try await harness.report("connect \(harness.address)")
        try await harness.report("acquire \(harness.address)")
        try await waitUntil("word of the other driver", instead: { "\(harness.states)" }) {
            harness.states.contains { state in
                if case .waiting(let what) = state { what.contains("by another program already") } else { false }
            } ? () : nil
        }
        #expect(harness.failure == nil)
        #expect(try await harness.calls("Disconnect") == 0)
        try await harness.report("hangup \(harness.address)")
        try await harness.up(2)
        harness.close()
    }

    /// Both versions of the answer: BlueZ's own error, and the text of EALREADY.
    @LoopActor @Test(arguments: ["InProgress In_Progress", "Failed Operation_already_in_progress"])
    func anAttemptOfAnotherProgramGoesOn(answer: String) async throws {
        let harness = try await LinkHarness.withShield()
        try await harness.report("refuse Connect org.bluez.Error.\(answer) 1")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        #expect(try await harness.calls("Disconnect") == 0)
        harness.close()
    }

    @LoopActor @Test(arguments: [("write", false), ("write", true), ("write-without-response+write", true)])
    func withoutASocketNothingKeepsAnotherAway(flags: String, isAnswered: Bool) async throws {
        let harness = try await LinkHarness.withShield("char=\(LinkHarness.write):\(flags)")
        harness.drive(.init(peripheral: harness.address), response: isAnswered)
        let facts = try await harness.up().facts
        #expect(facts.events.contains { $0.hasPrefix("there is no write socket") }, "\(facts)")
        harness.close()
    }

    @LoopActor @Test func withASocketNothingIsSaidOfThat() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address))
        #expect(try await !harness.up().facts.events.contains { $0.contains("write socket") })
        harness.close()
    }

    /// A program that takes the socket while frames go by calls ends that: BlueZ takes no call any more.
    @LoopActor @Test func aSocketThatIsTakenInTheMiddleEndsTheLink() async throws {
        let harness = try await LinkHarness.withShield(Self.both)
        harness.drive(.init(peripheral: harness.address), response: true)
        try await harness.up()
        try await harness.report("acquire \(harness.address)")
        let frame = try #require(Frame(Array("F>".utf8)))
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        try await waitUntil("the loss", instead: { "\(harness.states)" }) {
            harness.states.contains { if case .waiting(let what) = $0 { what.contains("write socket") } else { false } }
                ? () : nil
        }
        #expect(try await harness.calls("Disconnect") == 0)
        harness.close()
    }

    /// A sensor on such a shield is heard, sent nothing, and left connected.
    @LoopActor @Test func aSensorBesideAnotherDriverIsOnlyHeard() async throws {
        let target = "0000ffe5-0000-1000-8000-00805f9b34fb"
        let harness = try await SensorHarness.withSensor(
            "char=\(SensorHarness.first):notify char=\(target):write-without-response")
        let words = Sensor.Commands(to: BluetoothUUID(target)!, start: Frame([1])!, stop: Frame([0])!)
        try await harness.stage.report("hold StartNotify")
        harness.listen(.init(choice: .called(harness.address), says: words))
        try await harness.stage.called("StartNotify")
        try await harness.stage.report("acquire \(harness.address)")
        try await harness.stage.report("heal StartNotify")
        let facts = try await harness.up().facts
        #expect(facts.events.contains { $0.contains("a drive holds this shield") }, "\(facts)")
        harness.link?.close()
        for member in ["WriteValue", "Disconnect"] { #expect(try await harness.stage.calls(member) == 0, "\(member)") }
        harness.close()
    }
}
