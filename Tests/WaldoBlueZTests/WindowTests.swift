import Testing
import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTestSupport

@testable import WaldoBlueZ

/// Frames in flight are bounded wherever something can be read; where nothing can, that is reported.
@Suite(.serialized, .onLoop)
struct WindowTests {
    private static let revision = "00002a27-0000-1000-8000-00805f9b34fb"
    private let frame = Frame(Array("F>".utf8))!

    @LoopActor private func readable() async throws -> Bench {
        let bench = try await Bench.withShield("info=\(Self.revision):read")
        bench.drive()
        #expect(try await bench.up().facts.confirms)
        return bench
    }

    /// How often the fake was asked for a value.
    @LoopActor private func reads(_ bench: Bench) -> Int {
        bench.fake.lines.filter { $0.contains("\"ReadValue\"") }.count
    }

    @LoopActor @Test func whatIsAnsweredFlowsOn() async throws {
        let bench = try await readable()
        for turn in 1...40 {
            #expect(bench.link?.write(frame, isZero: false) == .written)
            try await waitUntil("frame \(turn)", instead: { "\(bench.fake.lines)" }) {
                bench.fake.lines.filter { $0.contains("\"write\"") }.count == turn ? true : nil
            }
            try await waitUntil("at most two that are not confirmed") {
                bench.link?.connection.map { $0.unconfirmed <= 2 } == true ? true : nil
            }
        }
        #expect(bench.flows.isEmpty)
        // One at the start, then one for every two frames.
        #expect(reads(bench) <= 21)
        #expect(bench.link?.connection?.flowDeadline == nil)
        bench.close()
    }

    @LoopActor @Test func withoutAnswersTheFourthIsTheLastAndAStallIsTold() async throws {
        let bench = try await readable()
        try await bench.report("hold ReadValue")
        let outcomes = (0..<4).map { _ in bench.link?.write(frame, isZero: true) }
        #expect(outcomes == [.written, .written, .written, .writtenLast])
        try await waitUntil("the stall") { bench.flows == [.stalled] ? true : nil }
        // A zero is taken nevertheless.
        #expect(bench.link?.write(frame, isZero: true) == .writtenLast)
        #expect(reads(bench) == 2)
        #expect(bench.link?.connection?.flowDeadline == nil)
        try await bench.report("heal ReadValue")
        try await waitUntil("flowing") { bench.flows == [.stalled, .flowing] ? true : nil }
        #expect(bench.link?.write(frame, isZero: false) == .written)
        bench.close()
    }

    /// When bluetoothd hangs, or the link is slower than the arm, one motion at most is ahead of the stop, however long
    /// that lasts.
    @LoopActor @Test func motionWaitsForWhatIsNotTakenAndAStopDoesNot() async throws {
        let bench = try await Bench.withShield()
        bench.drive()
        try await bench.up()
        try await bench.report("deaf \(bench.address)")
        #expect(bench.link?.write(frame, isZero: false) == .written)
        #expect(bench.link?.write(frame, isZero: false) == .refused)
        try await waitUntil("ready, for stops") { bench.readies == 1 ? true : nil }
        #expect(bench.flows == [.full])
        #expect(bench.link?.write(frame, isZero: false) == .refused)
        try await waitUntil("ready, for stops, once more") { bench.readies == 2 ? true : nil }
        #expect(bench.link?.write(Frame(Array("S>".utf8))!, isZero: true) == .written)
        try await waitUntil("the stall") { bench.flows == [.full, .stalled] ? true : nil }
        #expect(bench.link?.connection?.flowDeadline == nil)
        try await bench.report("hearing \(bench.address)")
        try await waitUntil("flowing") { bench.flows == [.full, .stalled, .flowing] ? true : nil }
        #expect(bench.link?.write(frame, isZero: false) == .written)
        let frames = try await waitUntil("three frames", instead: { "\(bench.fake.lines)" }) {
            let frames = bench.fake.lines.filter { $0.contains("\"write\"") }
            return frames.count == 3 ? frames : nil
        }
        #expect(zip(frames, ["463e", "533e", "463e"]).allSatisfy { $0.contains($1) }, "\(frames)")
        bench.close()
    }

    @LoopActor @Test func aNewConnectionBeginsWithAnEmptyWindow() async throws {
        let bench = try await readable()
        try await bench.report("hold ReadValue")
        for _ in 0..<4 { _ = bench.link?.write(frame, isZero: true) }
        try await waitUntil("the stall") { bench.flows == [.stalled] ? true : nil }
        try await bench.report("drop \(bench.address)")
        try await bench.report("heal ReadValue")
        try await bench.report("speak \(bench.address)")
        try await bench.up(2)
        #expect(bench.link?.connection?.unconfirmed == 0)
        #expect(bench.link?.write(frame, isZero: false) == .written)
        #expect(bench.flows == [.stalled])
        bench.close()
    }

    @LoopActor @Test func aReadThatMeetsAnotherProgramsIsMadeAgain() async throws {
        let bench = try await readable()
        try await bench.report("refuse ReadValue org.bluez.Error.InProgress In_Progress 2")
        for _ in 0..<4 { _ = bench.link?.write(frame, isZero: true) }
        try await waitUntil("flowing", instead: { "\(bench.flows)" }) { bench.flows.last == .flowing ? true : nil }
        #expect(!bench.flows.contains(.stalled))
        #expect(reads(bench) >= 4)
        bench.close()
    }

    @LoopActor @Test func aRequestThatIsNotAnsweredIsAStall() async throws {
        let bench = try await Bench.withShield("char=\(Bench.write):write")
        bench.drive()
        #expect(try await bench.up().facts.confirms)
        try await bench.report("hold WriteValue")
        #expect(bench.link?.write(frame, isZero: false) == .inFlight)
        try await waitUntil("the stall") { bench.flows == [.stalled] ? true : nil }
        #expect(bench.link?.write(frame, isZero: false) == .refused)
        try await bench.report("heal WriteValue")
        try await waitUntil("ready") { bench.readies == 1 ? true : nil }
        #expect(bench.flows == [.stalled, .flowing])
        #expect(reads(bench) == 0)
        bench.close()
    }

    /// Whether or not anything can be read there.
    @LoopActor @Test(arguments: ["", "info=\(revision):read"])
    func aCommandByWriteValueThatIsNotTakenIsAStall(option: String) async throws {
        let bench = try await Bench.withShield(option)
        try await bench.report("refuse AcquireWrite org.bluez.Error.NotSupported no")
        bench.drive()
        try await bench.up()
        try await bench.report("hold WriteValue")
        #expect(bench.link?.write(frame, isZero: false) == .inFlight)
        try await waitUntil("the stall") { bench.flows == [.stalled] ? true : nil }
        #expect(bench.link?.connection?.flowDeadline == nil)
        try await bench.report("heal WriteValue")
        try await waitUntil("ready") { bench.readies == 1 ? true : nil }
        #expect(bench.flows == [.stalled, .flowing])
        bench.close()
    }

    @LoopActor @Test func aCommandByWriteValueIsConfirmedByReadingToo() async throws {
        let bench = try await Bench.withShield("info=\(Self.revision):read")
        try await bench.report("refuse AcquireWrite org.bluez.Error.NotSupported no")
        bench.drive()
        #expect(try await bench.up().facts.confirms)
        try await bench.report("hold ReadValue")
        for turn in 1...4 {
            #expect(bench.link?.write(frame, isZero: false) == .inFlight)
            try await waitUntil("ready") { bench.readies == turn ? true : nil }
        }
        #expect(bench.flows == [.full])
        try await waitUntil("the stall") { bench.flows == [.full, .stalled] ? true : nil }
        try await bench.report("heal ReadValue")
        try await waitUntil("flowing") { bench.flows.last == .flowing ? true : nil }
        bench.close()
    }

    // MARK: what is read

    @LoopActor @Test func whereNothingCanBeReadThatIsSaidAndNothingIsHeld() async throws {
        let bench = try await Bench.withShield()
        bench.drive()
        let facts = try await bench.up().facts
        #expect(!facts.confirms)
        #expect(
            facts.events.count == 1 && facts.events[0].contains("cannot be confirmed (it has nothing that can be"))
        for _ in 0..<20 { #expect(bench.link?.write(frame, isZero: true) == .written) }
        bench.close()
    }

    @LoopActor @Test func aReadThatIsNotPermittedIsSaidAndNoStall() async throws {
        let bench = try await Bench.withShield("info=\(Self.revision):read")
        try await bench.report("refuse ReadValue org.bluez.Error.NotPermitted Read_not_permitted")
        bench.drive()
        let facts = try await bench.up().facts
        #expect(!facts.confirms)
        #expect(facts.events.first?.contains("Read not permitted") == true)
        for _ in 0..<20 { #expect(bench.link?.write(frame, isZero: true) == .written) }
        #expect(reads(bench) == 1)
        bench.close()
    }

    @LoopActor @Test func whatMayNotBeReadIsPassedOver() async throws {
        let bench = try await Bench.withShield("info=\(Self.revision):read info=2a29:read")
        try await bench.report("refuse ReadValue org.bluez.Error.NotAuthorized no 1")
        bench.drive()
        let facts = try await bench.up().facts
        #expect(facts.confirms && facts.events.isEmpty)
        #expect(reads(bench) == 2)
        bench.close()
    }

    @Test func constantsAreReadFirstAndTheUnknownLast() {
        let device = "/org/bluez/hci0/dev_1"
        var objects: [String: [String: ObjectTree.Properties]] = [:]
        let services = [
            ("a", "0badcafe-0000-4000-8000-000000000000"), ("b", "0000180f-0000-1000-8000-00805f9b34fb"),
            ("c", Bench.service), ("d", "00001800-0000-1000-8000-00805f9b34fb"),
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
        let order = tree.readable(of: device, ofArm: Bench.profile.service).map(\.path)
        #expect(order == ["e", "d", "c", "b", "a"].map { "\(device)/\($0)/0" })
        let heard = tree.readable(of: device, ofArm: Bench.profile.service, heard: "\(device)/c/0").map(\.path)
        #expect(heard == ["e", "d", "b", "c", "a"].map { "\(device)/\($0)/0" })
    }
}
