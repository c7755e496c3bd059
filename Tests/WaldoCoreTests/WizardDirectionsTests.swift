import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// The wizard and the directions of an arm's hand.
@Suite struct WizardDirectionsTests {
    /// An arm of the foreign library's poses, with a gripper behind its joints.
    private func arm(_ name: String, gripper: String = "gripper") throws -> Arm {
        var arm = try #require(try HandNumbers().arms[name])
        let profile = ChannelProfile(
            gripper, mode: .position, range: ValueRange(low: 0, high: 180), frames: .init(.text("#;")))
        arm.profiles = PerChannel(arm.profiles.list + [profile])
        return arm
    }

    @Test func whatTheJointsMoveIsAskedFor() throws {
        let hand = WizardControl("hand", .joystick(x: "hand.turn -40 deg/s", y: "hand.reach 60 mm/s"))
        let height = WizardControl("height", .slider("hand.height 60 mm/s"))
        let gripper = WizardControl("gripper", .slider("gripper"))
        // The linkage of a MeArm keeps its hand level.
        #expect(WizardControl.hand(of: try arm("mearm")) == [hand, height, gripper])
        let wrist = ["pitch", "roll"].map { WizardControl($0, .slider("hand.\($0) 40 deg/s")) }
        let whole = WizardControl.hand(of: try arm("so101"))
        #expect(whole == [hand, height] + wrist + [gripper])
        #expect(whole?.map(\.handAxis) == [.reach, .height, .pitch, .roll, nil])
    }

    @Test func aChannelKeepsItsName() throws {
        let names = WizardControl.hand(of: try arm("mearm", gripper: "height"))?.map(\.name)
        #expect(names == ["hand", "hand-height", "height"])
    }

    @Test func anArmWhoseHandCannotBeMovedHasNone() throws {
        #expect(WizardControl.hand(of: .robot) == nil && WizardControl.hand(of: PosedArms.stepper) == nil)
        let turned = HandNumbers.arm(
            "turned", [.init(.turn, .z, .position(Channel(0), zero: 0, unit: 1)), .init(.move, .x, .fixed(0.1))])
        #expect(WizardControl.hand(of: turned) == nil)
    }

    /// A hand has no centre to return to.
    @Test func aHandIsNotRecentred() throws {
        var hand = WizardHand(
            MappingWizard(try #require(WizardControl.hand(of: try arm("mearm")))), WizardPad.pad(), seed: 1, noise: 0)
        hand.wait(.milliseconds(700))
        for (code, end) in [(0, 32_767), (1, -32_768), (4, -32_768)] as [(UInt16, Int32)] {
            hand.push([(code, end)])
            hand.wait(.seconds(1))
        }
        // The other way of the stick, and no gripper.
        hand.wizard.skip()
        hand.wizard.skip()
        for key in [0x131, 0x13b] as [UInt16] {
            hand.press(key)
            hand.wait(.seconds(1))
        }
        #expect(hand.wizard.phase == .done)
        let findings = try #require(hand.wizard.findings)
        #expect(
            findings.controls.map(\.source) == [
                .joystick(.axes(x: AxisSource(0, centre: 900), y: AxisSource(1, centre: -700, invert: true))),
                .slider(.axis(AxisSource(4, invert: true))), nil,
            ])
    }
}
