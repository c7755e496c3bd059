import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport

/// Modules as they are: where they notify, what they have twice, what they want first.
@Suite(.serialized, .onLoop)
struct ModuleTests {
    @LoopActor @Test func theOneThatNotifiesMayBeInAnotherService() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response info=\(LinkHarness.notify):notify")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address, notify: true))
        try await harness.up()
        try await harness.report("notify \(harness.address) \(LinkHarness.notify) 0102")
        try await waitUntil("the notification") { harness.notified == [[1, 2]] ? true : nil }
    }

    @LoopActor @Test func ofTwoOfOneUUIDTheOneThatCanBeWrittenIsTaken() async throws {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):notify char=\(LinkHarness.write):write-without-response")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        _ = harness.link?.write(try #require(Frame([7])), isZero: true)
        try await harness.arrived("07", how: "fd")
    }

    @LoopActor @Test func aModuleThatCountsCreditsIsRefused() async throws {
        let credits = "00000003-0000-1000-8000-008025000000"
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):write-without-response char=\(LinkHarness.notify):notify char=\(credits):write")
        defer { harness.close() }
        harness.drive(.init(peripheral: harness.address))
        #expect(try await harness.failed() == .credits(harness.heard, characteristic: BluetoothUUID(credits)!))
    }
}
