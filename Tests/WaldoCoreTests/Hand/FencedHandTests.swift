import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A hand that its controls move against a fence.
@Suite struct FencedHandTests {
    private static let mapping = Mapping(
        name: "lift", match: InputMatch(kind: .keyboard),
        controls: [
            ControlMapping(
                "lift", .slider(.init(.keys(forward: [Code.w], backward: [Code.s])), .hand(.height, rate: 50)))
        ],
        keys: OperatorKeys(stop: [Code.space], resume: [Code.enter]))

    /// A MeArm whose hand is 140 mm up, over a table.
    private func harness() throws -> DriveHarness {
        var arm = try #require(try HandNumbers().arms["mearm"])
        arm.pacing = Pacing(interval: .milliseconds(20))
        arm.profiles = PerChannel(
            ["base", "shoulder", "elbow"].map { name in
                ChannelProfile(
                    name, mode: .position, range: ValueRange(low: 0, high: 180), start: 90,
                    frames: .init(.text("\(name)#;")))
            })
        arm.fence = ArmFence([ArmFence.Region("table", .table(0.1))])
        var harness = DriveHarness(arm, Self.mapping)
        harness.start(InputState())
        return harness
    }

    private func held(_ harness: DriveHarness) -> [String] { harness.stateMachine.heldFences }

    /// The hand asks once an interval, and the fence holds in between as well.
    @Test func theFenceHoldsAHandWithoutAPause() throws {
        var harness = try harness()
        harness.input(.key(Code.s, down: true))
        harness.advance(.seconds(3))
        #expect(held(harness) == ["table"] && harness.takeNotices().contains(.fence))
        for _ in 0..<200 {
            harness.advance(.milliseconds(1))
            #expect(held(harness) == ["table"])
        }
        #expect(!harness.takeNotices().contains(.fence))
        harness.input(.key(Code.s, down: false))
        harness.advance(.milliseconds(300))
        #expect(held(harness).isEmpty && harness.takeNotices().contains(.fence))
    }

    @Test func aHandThatTurnsBackIsFreeAtOnce() throws {
        var harness = try harness()
        harness.input(.key(Code.s, down: true))
        harness.advance(.seconds(3))
        harness.input(.key(Code.s, down: false), .key(Code.w, down: true))
        harness.advance(.milliseconds(40))
        #expect(held(harness).isEmpty)
    }
}
