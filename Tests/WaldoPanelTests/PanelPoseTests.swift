import Testing
import WaldoCore
import WaldoTime

@testable import WaldoPanel

/// The arm in space, as the pages get it: whole millimetres, of a bounded size.
@Suite struct PanelPoseTests {
    private let base = ArmPoint(), elbow = ArmPoint(z: 0.1), hand = ArmPoint(x: 0.0504, y: -0.02, z: 0.1496)

    private func text(_ shown: ArmShown) -> String { String(decoding: PanelPose(shown).json.finish(), as: UTF8.self) }

    @Test func aSimulatedArmIsTwoChainsInMillimetres() {
        let shown = ArmShown(
            commanded: [base, elbow, hand], simulated: [base, ArmPoint(z: 0.0895)], isAssumed: true, reach: 0.25,
            isMoving: true, deafFor: .milliseconds(1_101))
        // The hands are 50.4, 20 and 60.1 mm apart along the axes.
        #expect(
            text(shown) == #"{"commanded":[0,0,0,0,0,100,50,-20,150],"simulated":[0,0,0,0,0,90],"reach":250,"#
                + #""assumed":true,"lag":81,"deaf":1200}"#)
    }

    @Test func aRealArmIsItsCommandsAlone() {
        #expect(
            text(ArmShown(commanded: [base, hand], reach: 0.15))
                == #"{"commanded":[0,0,0,50,-20,150],"simulated":[],"reach":150,"assumed":false}"#)
    }

    @Test func jointsAtOnePlaceAreOnePoint() {
        let shown = ArmShown(commanded: [base, base, elbow, elbow, ArmPoint(z: 0.1004), base], reach: 0.1)
        #expect(PanelPose(shown).commanded == [0, 0, 0, 0, 0, 100, 0, 0, 0])
    }

    @Test func whatIsSmallerThanAMillimetreChangesNothing() {
        let one = ArmShown(commanded: [base, ArmPoint(x: 0.0301)], reach: 0.1, deafFor: .milliseconds(610))
        let other = ArmShown(commanded: [base, ArmPoint(x: 0.0304)], reach: 0.1, deafFor: .milliseconds(690))
        #expect(PanelPose(one) == PanelPose(other))
    }

    @Test func noCoordinateExceedsItsBoundAndTheLastPointIsTheHand() {
        let many = (1...200).map { ArmPoint(x: Double($0), y: .nan, z: -.infinity) }
        let chain = PanelPose(ArmShown(commanded: many, reach: .nan)).commanded
        #expect(chain.count == 3 * PanelPose.maxPoints)
        #expect(chain.suffix(3) == [200_000, 0, -PanelPose.farthest])
        #expect(PanelPose(ArmShown(commanded: [], reach: 0)).reach == 1)
    }

    @Test func aStateNamesItsTransportAndHasNoPoseWithoutOne() {
        var state = PanelState()
        state.status.transport = .simulated
        let without = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(without.contains(#""moves":false,"transport":"simulated""#))
        #expect(!without.contains("pose") && !without.contains("rssi"))
        (state.status.link.signal, state.status.recording, state.status.pages) = (-61, "a \"drive\".jsonl", 3)
        state.pose = PanelPose(ArmShown(commanded: [base], reach: 0.1))
        let with = String(decoding: state.text(for: 1, at: .zero, sent: []), as: UTF8.self)
        #expect(with.contains(#""rssi":-61,"recording":"a \"drive\".jsonl","viewers":3"#))
        #expect(with.contains(#""pose":{"commanded":[0,0,0]"#))
    }
}
