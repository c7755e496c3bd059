import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoBlueZ

/// BlueZ announces a shield's characteristics one by one, or never all of them.
@Suite(.serialized, .onLoop)
struct ServicesTests {
    /// What kind of module it is shows when all of its characteristics are there.
    @LoopActor @Test func aShieldIsNotUsedBeforeAllOfItsServicesAreThere() async throws {
        let credits = "00000003-0000-1000-8000-008025000000"
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(credits):notify late")
        defer { harness.close() }
        var profile = LinkHarness.profile
        profile.notify = nil
        harness.drive(.init(peripheral: harness.address), profile: profile)
        try await waitUntil("the way to write", instead: { "\(harness.states)" }) {
            harness.link?.session.tree.characteristics(
                of: harness.path, service: LinkHarness.profile.service.description
            ).isEmpty == false
                ? true : nil
        }
        try await harness.report("resolve \(harness.address)")
        #expect(try await harness.failed() == .credits(harness.heard, characteristic: BluetoothUUID(credits)!))
    }

    /// Otherwise the next attempt finds it connected, and waits for the same services.
    @LoopActor @Test(arguments: [true, false])
    func aConnectionWhoseServicesDoNotComeIsEndedByWhoMadeIt(isOurs: Bool) async throws {
        let harness = try await LinkHarness.withShield("connected late")
        defer { harness.close() }
        let session = BlueZSession(bus: harness.bus.address)
        defer { session.close() }
        try await session.refresh()
        let device = try #require(session.tree.device(harness.path))
        let discovery = ServiceDiscovery(session, DeviceCache(session), resolveTime: .milliseconds(50))
        let expected = BlueZError.connection(device.peripheral, reason: "its services did not come")
        var failure: BlueZError?
        do throws(BlueZError) {
            try await discovery.wait(device, 0, isOurs: isOurs, for: { .nothing }, lacking: { expected })
        } catch { failure = error }
        #expect(failure == expected)
        // The fake answers it after all that it was sent before.
        try await session.refresh()
        #expect(try await harness.calls("Disconnect") == (isOurs ? 1 : 0))
    }
}
