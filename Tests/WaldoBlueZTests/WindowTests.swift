import Testing
import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoBlueZ

/// Frames in flight are bounded wherever something can be read; where nothing can, that is reported.
@Suite(.serialized, .onLoop)
struct WindowTests {
    private static let revision = "00002a27-0000-1000-8000-00805f9b34fb"
    private let frame = Frame(Array("F>".utf8))!

    @LoopActor private func readable() async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield("info=\(Self.revision):read")
        harness.drive(.init(peripheral: harness.address))
        #expect(try await harness.up().facts.confirms)
        return harness
    }

    /// How often the fake was asked for a value.
    @LoopActor private func reads(_ harness: LinkHarness) async throws -> Int {
        try await harness.calls("ReadValue")
    }

    @LoopActor @Test func whatIsAnsweredFlowsOn() async throws {
        let harness = try await readable()
        for turn in 1...40 {
            #expect(harness.link?.write(frame, isZero: false) == .written)
            try await waitUntil("frame \(turn)", instead: { "\(harness.fake.lines)" }) {
                harness.fake.lines.filter { $0.contains("\"write\"") }.count == turn ? true : nil
            }
            try await waitUntil("at most two that are not confirmed") {
                harness.link?.connection.map { $0.unconfirmed <= 2 } == true ? true : nil
            }
        }
        #expect(harness.flows.isEmpty)
        // One at the start, then one for every two frames.
        #expect(try await reads(harness) <= 21)
        #expect(harness.link?.deliveries?.count ?? 0 > 0)
        #expect(harness.link?.connection?.flowDeadline == nil)
        harness.close()
    }

    @LoopActor @Test func withoutAnswersTheFourthIsTheLastAndAStallIsReported() async throws {
        let harness = try await readable()
        try await harness.report("hold ReadValue")
        let outcomes = (0..<4).map { _ in harness.link?.write(frame, isZero: true) }
        #expect(outcomes == [.written, .written, .written, .writtenLast])
        try await waitUntil("the stall") { harness.flows == [.stalled] ? true : nil }
        // A zero is taken nevertheless.
        #expect(harness.link?.write(frame, isZero: true) == .writtenLast)
        #expect(try await reads(harness) == 2)
        #expect(harness.link?.connection?.flowDeadline == nil)
        try await harness.report("heal ReadValue")
        try await waitUntil("flowing") { harness.flows == [.stalled, .flowing] ? true : nil }
        #expect(harness.link?.write(frame, isZero: false) == .written)
        #expect(harness.link?.deliveries?.greatest ?? .zero >= WriteWindow.patience, "a stall is the link's time")
        harness.close()
    }

    /// When bluetoothd hangs, or the link is slower than the arm, one motion at most is ahead of the stop, however long
    /// that lasts.
    @LoopActor @Test func motionWaitsForWhatIsNotTakenAndAStopDoesNot() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        try await harness.report("deaf \(harness.address)")
        #expect(harness.link?.write(frame, isZero: false) == .written)
        #expect(harness.link?.write(frame, isZero: false) == .refused)
        try await waitUntil("ready, for stops") { harness.readies == 1 ? true : nil }
        #expect(harness.flows == [.full])
        #expect(harness.link?.write(frame, isZero: false) == .refused)
        try await waitUntil("ready, for stops, once more") { harness.readies == 2 ? true : nil }
        #expect(harness.link?.write(Frame(Array("S>".utf8))!, isZero: true) == .written)
        try await waitUntil("the stall") { harness.flows == [.full, .stalled] ? true : nil }
        #expect(harness.link?.connection?.flowDeadline == nil)
        try await harness.report("hearing \(harness.address)")
        try await waitUntil("flowing") { harness.flows == [.full, .stalled, .flowing] ? true : nil }
        #expect(harness.link?.write(frame, isZero: false) == .written)
        let frames = try await waitUntil("three frames", instead: { "\(harness.fake.lines)" }) {
            let frames = harness.fake.lines.filter { $0.contains("\"write\"") }
            return frames.count == 3 ? frames : nil
        }
        #expect(zip(frames, ["463e", "533e", "463e"]).allSatisfy { $0.contains($1) }, "\(frames)")
        harness.close()
    }

    /// When the queue is full, no change of it is reported: the time alone shows the stall.
    @LoopActor @Test func aStopThatTheQueueHasNoRoomForIsAStall() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        try await harness.report("deaf \(harness.address)")
        var outcome: WriteOutcome? = .written
        while outcome == .written { outcome = harness.link?.write(Frame(Array("S>".utf8))!, isZero: true) }
        #expect(outcome == .refused)
        try await waitUntil("the stall") { harness.flows == [.full, .stalled] ? true : nil }
        #expect(harness.readies == 0)
        try await harness.report("hearing \(harness.address)")
        try await waitUntil("flowing") { harness.flows == [.full, .stalled, .flowing] ? true : nil }
        #expect(harness.readies > 0)
        #expect(harness.link?.write(frame, isZero: false) == .written)
        harness.close()
    }

    @LoopActor @Test func aNewConnectionBeginsWithAnEmptyWindow() async throws {
        let harness = try await readable()
        try await harness.report("hold ReadValue")
        for _ in 0..<4 { _ = harness.link?.write(frame, isZero: true) }
        try await waitUntil("the stall") { harness.flows == [.stalled] ? true : nil }
        try await harness.report("drop \(harness.address)")
        try await harness.report("heal ReadValue")
        try await harness.report("speak \(harness.address)")
        try await harness.up(2)
        #expect(harness.link?.connection?.unconfirmed == 0)
        #expect(harness.link?.write(frame, isZero: false) == .written)
        #expect(harness.flows == [.stalled])
        harness.close()
    }

    @LoopActor @Test func aReadThatMeetsAnotherProgramsIsMadeAgain() async throws {
        let harness = try await readable()
        try await harness.report("refuse ReadValue org.bluez.Error.InProgress In_Progress 2")
        for _ in 0..<4 { _ = harness.link?.write(frame, isZero: true) }
        try await waitUntil("flowing", instead: { "\(harness.flows)" }) { harness.flows.last == .flowing ? true : nil }
        #expect(!harness.flows.contains(.stalled))
        #expect(try await reads(harness) >= 4)
        harness.close()
    }

    @LoopActor @Test func aRequestThatIsNotAnsweredIsAStall() async throws {
        let harness = try await LinkHarness.withShield("char=\(LinkHarness.write):write")
        harness.drive(.init(peripheral: harness.address))
        #expect(try await harness.up().facts.confirms)
        try await harness.report("hold WriteValue")
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        try await waitUntil("the stall") { harness.flows == [.stalled] ? true : nil }
        #expect(harness.link?.write(frame, isZero: false) == .refused)
        try await harness.report("heal WriteValue")
        try await waitUntil("ready") { harness.readies == 1 ? true : nil }
        #expect(harness.flows == [.stalled, .flowing])
        #expect(try await reads(harness) == 0)
        harness.close()
    }

    /// Whether or not anything can be read there.
    @LoopActor @Test(arguments: ["", "info=\(revision):read"])
    func aCommandByWriteValueThatIsNotTakenIsAStall(option: String) async throws {
        let harness = try await LinkHarness.withShield(option)
        try await harness.report("refuse AcquireWrite org.bluez.Error.NotSupported no")
        harness.drive(.init(peripheral: harness.address))
        try await harness.up()
        try await harness.report("hold WriteValue")
        #expect(harness.link?.write(frame, isZero: false) == .inFlight)
        try await waitUntil("the stall") { harness.flows == [.stalled] ? true : nil }
        #expect(harness.link?.connection?.flowDeadline == nil)
        try await harness.report("heal WriteValue")
        try await waitUntil("ready") { harness.readies == 1 ? true : nil }
        #expect(harness.flows == [.stalled, .flowing])
        harness.close()
    }

    @LoopActor @Test func aCommandByWriteValueIsConfirmedByReadingToo() async throws {
        let harness = try await LinkHarness.withShield("info=\(Self.revision):read")
        try await harness.report("refuse AcquireWrite org.bluez.Error.NotSupported no")
        harness.drive(.init(peripheral: harness.address))
        #expect(try await harness.up().facts.confirms)
        try await harness.report("hold ReadValue")
        for turn in 1...4 {
            #expect(harness.link?.write(frame, isZero: false) == .inFlight)
            try await waitUntil("ready") { harness.readies == turn ? true : nil }
        }
        #expect(harness.flows == [.full])
        try await waitUntil("the stall") { harness.flows == [.full, .stalled] ? true : nil }
        try await harness.report("heal ReadValue")
        try await waitUntil("flowing") { harness.flows.last == .flowing ? true : nil }
        harness.close()
    }

    // MARK: what is read

    @LoopActor @Test func withNothingToReadItReportsSoAndHoldsNothing() async throws {
        let harness = try await LinkHarness.withShield()
        harness.drive(.init(peripheral: harness.address))
        let facts = try await harness.up().facts
        #expect(!facts.confirms)
        #expect(
            facts.events.count == 1 && facts.events[0].contains("cannot be confirmed (it has nothing that can be"))
        for _ in 0..<20 { #expect(harness.link?.write(frame, isZero: true) == .written) }
        harness.close()
    }

    @LoopActor @Test func aReadThatIsNotPermittedIsReportedAndNoStall() async throws {
        let harness = try await LinkHarness.withShield("info=\(Self.revision):read")
        try await harness.report("refuse ReadValue org.bluez.Error.NotPermitted Read_not_permitted")
        harness.drive(.init(peripheral: harness.address))
        let facts = try await harness.up().facts
        #expect(!facts.confirms)
        #expect(facts.events.first?.contains("Read not permitted") == true)
        for _ in 0..<20 { #expect(harness.link?.write(frame, isZero: true) == .written) }
        #expect(try await reads(harness) == 1)
        harness.close()
    }

    @LoopActor @Test func whatMayNotBeReadIsPassedOver() async throws {
        let harness = try await LinkHarness.withShield("info=\(Self.revision):read info=2a29:read")
        try await harness.report("refuse ReadValue org.bluez.Error.NotAuthorized no 1")
        harness.drive(.init(peripheral: harness.address))
        let facts = try await harness.up().facts
        #expect(facts.confirms && facts.events.isEmpty)
        #expect(try await reads(harness) == 2)
        harness.close()
    }

    @Test func constantsAreReadFirstAndTheUnknownLast() {
        let device = "/org/bluez/hci0/dev_1"
        var objects: [String: [String: ObjectTree.Properties]] = [:]
        let services = [
            ("a", "0badcafe-0000-4000-8000-000000000000"), ("b", "0000180f-0000-1000-8000-00805f9b34fb"),
            ("c", LinkHarness.service), ("d", "00001800-0000-1000-8000-00805f9b34fb"),
            ("e", "0000180a-0000-1000-8000-00805f9b34fb"),
        ]
        for (name, uuid) in services {
            objects["\(device)/\(name)"] = [BlueZNames.gattService: ["UUID": .string(uuid)]]
            for (index, flag) in ["read", "write"].enumerated() {
                objects["\(device)/\(name)/\(index)"] = [
                    BlueZNames.characteristic: [
                        "Service": .objectPath("\(device)/\(name)"), "Flags": .strings([flag]),
                    ]
                ]
            }
        }
        objects["/org/bluez/hci0/dev_2/e/0"] = [BlueZNames.characteristic: ["Flags": .strings(["read"])]]
        var tree = ObjectTree()
        tree.replace(objects)
        let order = tree.readable(of: device, ofArm: LinkHarness.profile.service).map(\.path)
        #expect(order == ["e", "d", "c", "b", "a"].map { "\(device)/\($0)/0" })
        let heard = tree.readable(of: device, ofArm: LinkHarness.profile.service, heard: ["\(device)/c/0"]).map(\.path)
        #expect(heard == ["e", "d", "b", "c", "a"].map { "\(device)/\($0)/0" })
    }
}
