import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoBlueZ

/// A lost link to a sensor is a gap; and only what it has connected is disconnected.
@Suite(.serialized, .onLoop)
struct SensorLossTests {
    @LoopActor private func started(_ options: String = "") async throws -> SensorHarness {
        let harness = try await SensorHarness.withSensor(options)
        harness.listen(.init(choice: .called(harness.address)))
        try await harness.up()
        try await harness.hears("01", as: [1])
        return harness
    }

    @LoopActor private func hearsAgain(_ harness: SensorHarness) async throws {
        try await harness.up(2)
        try await harness.hears("02", as: [2])
        #expect(harness.heard.map(\.bytes) == [[1], [2]])
        #expect(harness.failure == nil && harness.ends == 1 && harness.strays == 0)
        harness.close()
    }

    @LoopActor @Test func theLinkIsMadeAgainAfterItDropped() async throws {
        let harness = try await started()
        try await harness.stage.report("drop \(harness.address)")
        #expect(try await harness.lost() == "the peripheral has disconnected")
        try await hearsAgain(harness)
    }

    @LoopActor @Test func onlyTheSamePeripheralIsUsedAgain() async throws {
        let harness = try await started()
        try await harness.stage.report("quiet \(harness.address)")
        try await harness.stage.report(harness.sensor(address: harness.stage.other))
        try await harness.stage.report("drop \(harness.address)")
        _ = try await harness.lost()
        try await waitUntil("scanning again") { harness.states.last == .scanning ? true : nil }
        try await harness.stage.report("speak \(harness.stage.other)")
        try await harness.stage.report("speak \(harness.address)")
        #expect(try await harness.up(2).peripheral.address == harness.address)
        try await hearsAgain(harness)
    }

    @LoopActor @Test func theLinkIsMadeAgainAfterBluetoothdDied() async throws {
        let harness = try await started()
        harness.stage.fake.close()
        #expect(try await harness.lost() == "bluetoothd has gone")
        harness.stage.fake = try await LinkHarness.startFake(harness.stage.bus)
        try await harness.plugIn()
        try await hearsAgain(harness)
    }

    @LoopActor @Test func theLinkIsMadeAgainAfterTheBusWasRestarted() async throws {
        let harness = try await started()
        harness.stage.bus = try await harness.stage.bus.restarted()
        #expect(try await harness.lost() == "the message bus has gone")
        harness.stage.fake = try await LinkHarness.startFake(harness.stage.bus)
        try await harness.plugIn()
        try await hearsAgain(harness)
    }

    @LoopActor @Test func theLinkIsMadeAgainAfterTheAdapterWasSwitchedOff() async throws {
        let harness = try await started()
        try await harness.stage.report("power hci0 off")
        #expect(try await harness.lost() == "hci0 was switched off")
        try await harness.stage.report("power hci0 on")
        try await hearsAgain(harness)
    }

    /// Its peripheral may have got other firmware: what would end the search at the start does not end it any more.
    @LoopActor @Test func whatIsLastingAtTheStartIsTriedAgainLater() async throws {
        let harness = try await started("paired")
        try await harness.stage.report("refuse StartNotify org.bluez.Error.NotPermitted Notify_acquired 2")
        try await harness.stage.report("drop \(harness.address)")
        try await hearsAgain(harness)
        #expect(
            harness.states.contains {
                if case .waiting(let what) = $0 { what.contains("Notify acquired") } else { false }
            }
        )
    }

    // MARK: what is disconnected

    @LoopActor @Test func whatItHasConnectedIsDisconnectedOnce() async throws {
        let harness = try await started()
        #expect(try await !harness.up().facts.wasConnected)
        harness.link?.close()
        try await harness.stage.called("Disconnect")
        #expect(try await harness.stage.said().filter { $0.contains("\"Disconnect\"") }.count == 1)
        harness.close()
    }

    @LoopActor @Test func whatAnotherProgramHasConnectedStaysConnected() async throws {
        let harness = try await started("connected")
        #expect(try await harness.up().facts.wasConnected)
        #expect(try await harness.stage.calls("Connect") == 0)
        try await closesWithoutDisconnecting(harness)
    }

    /// The connection after a loss is another one.
    @LoopActor @Test func whatAnotherProgramConnectsAfterALossStaysConnected() async throws {
        let harness = try await started()
        try await harness.stage.report("quiet \(harness.address)")
        try await harness.stage.report("drop \(harness.address)")
        _ = try await harness.lost()
        try await harness.stage.report("connect \(harness.address)")
        #expect(try await harness.up(2).facts.wasConnected)
        try await closesWithoutDisconnecting(harness)
    }

    @LoopActor @Test func whatAnotherProgramConnectsAfterBluetoothdDiedStaysConnected() async throws {
        let harness = try await started()
        harness.stage.fake.close()
        _ = try await harness.lost()
        harness.stage.fake = try await LinkHarness.startFake(harness.stage.bus)
        try await harness.plugIn("connected")
        #expect(try await harness.up(2).facts.wasConnected)
        try await closesWithoutDisconnecting(harness)
    }

    @LoopActor @Test func aLinkThatIsClosedAfterALossDisconnectsNobody() async throws {
        let harness = try await started()
        try await harness.stage.report("quiet \(harness.address)")
        try await harness.stage.report("drop \(harness.address)")
        try await waitUntil("the end") { harness.ends == 1 ? true : nil }
        try await harness.stage.report("connect \(harness.address)")
        try await closesWithoutDisconnecting(harness)
    }

    /// A Disconnect would also end the attempt of the other program.
    @LoopActor @Test func theConnectingOfAnotherProgramIsNotDisturbed() async throws {
        let harness = try await SensorHarness.withSensor()
        try await harness.stage.report("refuse Connect org.bluez.Error.InProgress In_Progress 1")
        harness.listen(.init(choice: .called(harness.address)))
        try await harness.up()
        #expect(try await harness.stage.calls("Disconnect") == 0)
        harness.close()
    }

    /// To have BlueZ forget a peripheral would disconnect it.
    @LoopActor @Test func whatAnotherProgramHasConnectedIsNotForgotten() async throws {
        let harness = try await SensorHarness.withSensor("connected stale")
        harness.listen(.init(choice: .called(harness.address)))
        guard case .noSensorCharacteristics = try await harness.failed() else {
            Issue.record("\(String(describing: harness.failure))")
            return
        }
        #expect(try await harness.stage.calls("RemoveDevice") == 0)
        #expect(try await harness.stage.calls("Disconnect") == 0)
        harness.close()
    }

    /// Closes the link, and waits until the bus has handled what it sent: the fake answers a later call of ours.
    @LoopActor private func closesWithoutDisconnecting(_ harness: SensorHarness) async throws {
        harness.link?.close()
        let session = BlueZSession(bus: harness.stage.bus.address)
        try await session.refresh()
        #expect(try await harness.stage.calls("Disconnect") == 0)
        #expect(session.tree.devices.first { $0.address == harness.address }?.isConnected == true)
        session.close()
        harness.close()
    }
}
