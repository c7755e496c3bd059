import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// The wizard with a hand that errs.
@Suite struct MappingWizardTests {
    @Test func nothingIsAskedBeforeEverythingHasBeenStill() {
        var hand = WizardHand(MappingWizard(WizardControl.usual), WizardPad.pad(), seed: 1, noise: 0)
        hand.wait(.milliseconds(300))
        #expect(hand.wizard.phase == .rest)
        hand.push([(5, 255)])
        hand.wait(.milliseconds(300))
        #expect(hand.wizard.phase == .rest)
        hand.wait(.milliseconds(400))
        #expect(hand.wizard.phase == .answer(WizardPad.forward))
    }

    @Test func anAnswerCountsWhenItHasComeBack() {
        var hand = WizardPad.hand()
        hand.push([(5, 255)], hold: .seconds(2))
        #expect(hand.wizard.answers.isEmpty)
        hand.wait(.milliseconds(300))
        #expect(hand.wizard.answer(WizardPad.forward) == .axis(WizardPush(axis: WizardPad.axes[5], rises: true)))
    }

    @Test func aTriggerThatIsAButtonTooIsTheAxisAndItsButtonIsTaken() {
        var hand = WizardPad.hand()
        hand.push([(5, 255)], keys: [0x139])
        hand.wait(.seconds(1))
        hand.push([(2, 255)], keys: [0x138])
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.count == 2)
        hand.wizard.skip()
        #expect(hand.wizard.prompt == .press(.stop))
        hand.press(0x139)
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .inUse(.key(0x139), by: WizardPad.forward))
    }

    /// Where the half of a stick rests is not learned in a drive, and no stick rests exactly in its middle.
    @Test func halvesOfTwoSticksHaveAWideDeadZone() throws {
        var hand = WizardPad.hand()
        // It asks about the second stick once.
        for code in [0, 3, 3, 4, 1] as [UInt16] {
            hand.push([(code, 32767)])
            hand.wait(.seconds(1))
        }
        for key in [0x130, 0x131] as [UInt16] {
            hand.press(key)
            hand.wait(.seconds(1))
        }
        hand.wizard.skip()
        let findings = try #require(hand.wizard.findings)
        guard case .slider(.halves) = findings.controls[0].source else {
            Issue.record("\(findings.controls)")
            return
        }
        #expect(findings.deadZones == [15, 10])
    }

    /// A key counts as stuck from when it went down, and no more once it comes up.
    @Test func aKeyThatIsPressedLateIsNotStuck() {
        var hand = WizardHand(MappingWizard(WizardControl.usual), WizardPad.pad(), seed: 1, noise: 0)
        for code in [0, 1, 3, 4, 0, 1, 3, 4] as [UInt16] {
            hand.push([(code, 32767)])
            hand.wait(.milliseconds(100))
        }
        #expect(hand.wizard.phase == .rest)
        hand.press(0x131)
        hand.wait(.seconds(1))
        #expect(hand.wizard.ignored.isEmpty && hand.wizard.phase == .answer(WizardPad.forward))
        hand.press(0x131)
        hand.wait(.seconds(1))
        #expect(hand.wizard.answer(WizardPad.forward) == .key(0x131))
    }

    @Test func twoThatMoveAlikeAreAskedForAgain() {
        var hand = WizardPad.hand()
        hand.push([(3, 32767), (4, -30000)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .several([.axis(3), .axis(4)]) && hand.wizard.answers.isEmpty)
        hand.press(0x130, 0x131)
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .several([.key(0x130), .key(0x131)]) && hand.wizard.answers.isEmpty)
    }

    @Test func whatOnlyGoesAlongIsNotMeant() {
        var hand = WizardPad.hand()
        hand.push([(3, 32767)], along: [(4, 0.5)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.answer(WizardPad.forward) == .axis(WizardPush(axis: WizardPad.axes[3], rises: true)))
    }

    @Test func aPushThatStopsHalfWayIsNone() {
        var hand = WizardPad.hand()
        hand.push([(5, 100)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .notFar(5) && hand.wizard.answers.isEmpty)
    }

    @Test func oneAxisServesBothWaysOfASlider() throws {
        var hand = WizardPad.hand()
        for end in [Int32(-32768), 32767] {
            hand.push([(1, end)])
            hand.wait(.seconds(1))
        }
        #expect(hand.wizard.answers.count == 2)
        hand.wizard.skip()
        for key in [UInt16(0x131), 0x13b] {
            hand.press(key)
            hand.wait(.seconds(1))
        }
        let findings = try #require(hand.wizard.findings)
        // It rests 2 % beside the middle.
        #expect(findings.controls[0].source == .slider(.axis(AxisSource(1, centre: -700, invert: true))))
        #expect(findings.controls[1].source == nil && findings.recentre == nil)
        #expect(findings.deadZones == [10, 10], "a stick rests less exactly than a trigger")
    }

    @Test func theSameWayTwiceIsRefused() {
        var hand = WizardPad.hand()
        for _ in 0..<2 {
            hand.push([(1, -32768)])
            hand.wait(.seconds(1))
        }
        #expect(hand.wizard.answers.count == 1 && hand.wizard.remark == .inUse(.axis(1), by: WizardPad.forward))
    }

    @Test func theOtherEndOfAStickNeedsNoPush() {
        var hand = WizardPad.hand()
        hand.push([(1, -32768)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.canSkip)
        hand.wizard.skip()
        #expect(hand.wizard.answer(WizardPad.backward) == .skipped && hand.wizard.prompt == WizardPad.right)
    }

    @Test func theOtherHalfOfATriggerIsNeeded() {
        var hand = WizardPad.hand()
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        hand.wizard.skip()
        #expect(hand.wizard.prompt == WizardPad.backward && hand.wizard.remark == .needed)
    }

    @Test func aJoystickOfKeysIsAskedForAllFour() {
        var hand = WizardPad.hand()
        hand.wizard.skip()
        hand.press(0x130)
        hand.wait(.seconds(1))
        #expect(hand.wizard.prompt == .push(control: 1, .left))
        hand.push([(3, 32767)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .needsKey(3))
    }

    @Test func aTriggerIsNoJoystick() {
        var hand = WizardPad.hand()
        hand.wizard.skip()
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .restsAtEnd(5))
    }

    @Test func anAxisIsNoStop() {
        var hand = WizardPad.hand()
        hand.push([(1, -32768)])
        hand.wait(.seconds(1))
        for _ in 0..<2 { hand.wizard.skip() }
        hand.push([(16, 1)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.prompt == .press(.stop) && hand.wizard.remark == .needsButton(16))
    }

    /// 0x12c to 0x12e, which the kernel has no name for.
    @Test func aKeyWithoutANameServesLikeAnyOther() {
        var hand = WizardPad.hand()
        hand.press(0x12c)
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == nil && hand.wizard.answer(WizardPad.forward) == .key(0x12c))
    }

    private func hand(keys: [UInt16], axes: [AxisState] = []) -> WizardHand {
        var input = WizardPad.pad(axes)
        (input.kind, input.keyCodes) = (nil, keys)
        return WizardPad.hand(input)
    }

    /// A foot switch: the last of its keys stops, and nothing is left to resume.
    @Test func onceNoKeyIsLeftTheOthersAreNotAskedFor() {
        var hand = hand(keys: [184, 185, 186])
        for key in [UInt16(184), 185] {
            hand.press(key)
            hand.wait(.seconds(1))
        }
        hand.wizard.skip()
        #expect(hand.wizard.prompt == .press(.stop))
        hand.press(186)
        hand.wait(.seconds(1))
        #expect(hand.wizard.phase == .done)
        let findings = hand.wizard.findings
        #expect(findings?.stop == 186 && findings?.resume == nil && findings?.recentre == nil)
        hand.wizard.back()
        #expect(hand.wizard.prompt == .press(.stop) && hand.wizard.findings == nil)
    }

    @Test func pedalsAreNotAskedForKeys() {
        var hand = hand(keys: [], axes: WizardPad.axes.filter { [2, 5].contains($0.code) })
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        hand.push([(2, 255)])
        hand.wait(.seconds(1))
        hand.wizard.skip()
        #expect(hand.wizard.phase == .done && hand.wizard.findings?.stop == nil)
    }

    @Test func oneKeyAloneStops() {
        var hand = hand(keys: [0x100])
        #expect(hand.wizard.prompt == .press(.stop))
        hand.press(0x100)
        hand.wait(.seconds(1))
        #expect(hand.wizard.phase == .done && hand.wizard.findings?.stop == 0x100)
        #expect(hand.wizard.findings?.controls.allSatisfy { $0.source == nil } == true)
    }

    @Test func whatWasWrongIsSaidAgainAfterTheNextMovement() {
        var hand = WizardPad.hand()
        hand.press(0x130, 0x131)
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark != nil)
        hand.wizard.handle(.key(0x130, down: true), at: hand.now)
        #expect(hand.wizard.remark == nil)
    }
}
