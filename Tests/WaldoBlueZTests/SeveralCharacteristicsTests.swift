import Testing
import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

/// A board with a characteristic for each motor: each frame arrives where it belongs, and so does each zero.
@Suite(.serialized, .onLoop)
struct SeveralCharacteristicsTests {
    static let second = "713d0004-503e-4c75-ba94-3148f18d941e"
    private static let arm: Arm = {
        var arm = Arm.rover
        let uuids = [LinkHarness.service, LinkHarness.write, second].map { BluetoothUUID($0)! }
        arm.link = .bluetooth(BluetoothProfile(service: uuids[0], write: uuids[1], others: [uuids[2]]))
        arm.profiles = PerChannel(
            arm.profiles.list.prefix(2).enumerated().map { index, profile in
                var profile = profile
                let fields: [FrameTemplate.Field] = [.number(.i8, of: nil)]
                profile.frames = .init(FrameTemplate(fields, to: UInt8(index)))
                return profile
            } + Arm.follower.profiles.list.suffix(1))
        return arm
    }()

    /// What has arrived, as characteristic and bytes: `1:32` is byte 0x32 on the first.
    @LoopActor private func frames(_ harness: LinkHarness) -> [String] {
        harness.fake.lines.filter { $0.contains("\"write\"") }.map { line in
            "\(line.value(of: "uuid") == Self.second ? 2 : 1):\(line.value(of: "write"))"
        }
    }

    @LoopActor private func started(flags: String, second: String? = nil) async throws -> LinkHarness {
        let harness = try await LinkHarness.withShield(
            "char=\(LinkHarness.write):\(flags) char=\(Self.second):\(second ?? flags)")
        harness.drive(.init(peripheral: harness.address), profile: Self.arm.link.bluetooth!)
        return harness
    }

    /// A link on which both motors move.
    @LoopActor private func moving(flags: String) async throws -> LinkHarness {
        let harness = try await started(flags: flags)
        try await harness.up()
        harness.link?.setFailsafe(DriveStateMachine(arm: Self.arm, mapping: .pad()).failsafe)
        for destination in [UInt8(0), 1] {
            var motion = Frame([0x32])!
            motion.destination = destination
            let outcome = try await waitUntil("room for a motion") { () -> WriteOutcome? in
                let outcome = harness.link?.write(motion, isZero: false, pending: ZeroCounts([3, 3])) ?? .gone
                return outcome == .refused ? nil : outcome
            }
            #expect(outcome.isSent)
            try await waitUntil("the motion", instead: { "\(frames(harness))" }) {
                frames(harness).count == Int(destination) + 1 ? true : nil
            }
        }
        #expect(frames(harness) == ["1:32", "2:32"])
        return harness
    }

    @LoopActor private func expectZeros(_ harness: LinkHarness, of motors: Set<String>) async throws {
        for motor in motors {
            try await waitUntil("three zeros of \(motor)", instead: { "\(frames(harness))" }) {
                frames(harness).count { $0 == "\(motor):00" } == 3 ? true : nil
            }
        }
    }

    /// Over write sockets, by calls without an answer and by calls with one.
    @LoopActor @Test(arguments: ["write-without-response", "write"])
    func eachMotorMovesAndIsStoppedOnItsOwnCharacteristic(flags: String) async throws {
        let harness = try await moving(flags: flags)
        harness.link?.close()
        try await expectZeros(harness, of: ["1", "2"])
        #expect(frames(harness).dropFirst(2).allSatisfy { $0.hasSuffix(":00") })
        harness.close()
    }

    /// One socket has gone: the link is lost, and the other motor is stopped over the socket that is open.
    @LoopActor @Test(arguments: [(LinkHarness.write, "2"), (SeveralCharacteristicsTests.second, "1")])
    func aLossOfOneSocketStopsTheOtherMotor(gone: String, other: String) async throws {
        let harness = try await moving(flags: "write-without-response")
        try await harness.report("hangup \(harness.address) \(gone)")
        try await waitUntil("the loss", instead: { "\(harness.states)" }) { harness.ends == 1 ? true : nil }
        try await expectZeros(harness, of: [other])
        harness.close()
    }

    /// A socket that takes nothing keeps no zero from the others.
    @LoopActor @Test func aMotorIsStoppedWhileTheOtherSocketIsNotRead() async throws {
        let harness = try await moving(flags: "write-without-response")
        try await harness.report("deaf \(harness.address)")
        var zero = Frame([0])!
        #expect(harness.link?.write(zero, isZero: true) != .gone)
        zero.destination = 1
        #expect(harness.link?.write(zero, isZero: true) != .gone)
        var motion = Frame([0x32])!
        motion.destination = 1
        #expect(harness.link?.write(motion, isZero: false, pending: ZeroCounts([3, 3])) == .refused)
        try await harness.report("hearing \(harness.address)")
        try await waitUntil("both zeros", instead: { "\(frames(harness))" }) {
            frames(harness).count { $0.hasSuffix(":00") } == 2 ? true : nil
        }
        harness.close()
    }

    /// The link is not up without the second one, and the refusal names it.
    @LoopActor @Test func aBoardWithoutOneOfThemIsRefused() async throws {
        let harness = try await started(flags: "write-without-response", second: "notify")
        let failure = try await harness.failed()
        guard case .noCharacteristic(_, let wanted, _) = failure else {
            Issue.record("\(failure)")
            return harness.close()
        }
        #expect(wanted == BluetoothUUID(Self.second))
        #expect(try await harness.calls("AcquireWrite") == 0)
        harness.close()
    }

    /// One takes commands alone, the other requests alone.
    @LoopActor @Test func aBoardThatTakesThemInTwoWaysIsRefused() async throws {
        let harness = try await started(flags: "write-without-response", second: "write")
        let failure = try await harness.failed()
        if case .mixedWrites = failure {} else { Issue.record("\(failure)") }
        harness.close()
    }

    /// All are driven over sockets, or none is: the one that offers no socket decides.
    @LoopActor @Test func oneWithoutASocketHasAllWrittenByCalls() async throws {
        let harness = try await started(flags: "write-without-response+write", second: "write")
        let facts = try await harness.up().facts
        #expect(facts.route == .request)
        #expect(try await harness.calls("AcquireWrite") == 0)
        harness.close()
    }
}
