import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// The wizard and axes that jitter or rest anywhere, and pads that misbehave.
@Suite struct WizardRestTests {
    @Test func aTriggerMayRestAtItsTop() {
        var pad = WizardPad.pad()
        pad.axes[5].value = 255
        var hand = WizardPad.hand(pad, noise: 0.01)
        hand.push([(5, 0)])
        hand.wait(.seconds(1))
        guard case .axis(let push) = hand.wizard.answer(WizardPad.forward) else { return #expect(Bool(false)) }
        #expect(push.half == AxisSource(5, rest: .maximum))
    }

    @Test func aTriggerMayRestInTheMiddle() {
        var pad = WizardPad.pad()
        pad.axes[5] = AxisState(5, minimum: -30, maximum: 30, value: 0)
        var hand = WizardPad.hand(pad)
        hand.push([(5, 30)])
        hand.wait(.seconds(1))
        hand.push([(2, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.count == 2)
        guard case .axis(let push) = hand.wizard.answer(WizardPad.forward) else { return #expect(Bool(false)) }
        #expect(push.half == AxisSource(5, rest: .minimum))
    }

    @Test func aSecondStickForTheOtherWayIsAskedAbout() {
        var hand = WizardPad.hand()
        func push(_ code: UInt16, _ value: Int32) {
            hand.push([(code, value)])
            hand.wait(.seconds(1))
        }
        push(4, -32768)
        push(3, 32767)
        #expect(hand.wizard.remark == .otherAxis(3, than: 4) && hand.wizard.answers.count == 1)
        push(1, 32767)
        #expect(hand.wizard.remark == .otherAxis(1, than: 4), "each is asked about")
        push(1, 32767)
        guard case .axis(let push) = hand.wizard.answer(WizardPad.backward) else { return #expect(Bool(false)) }
        #expect(push.axis.code == 1 && hand.wizard.doubted == nil)
    }

    /// The kernel states 0 for a trigger of -32768...32767 that rests at its minimum and has sent nothing yet.
    @Test func aTriggerThatHasSentNothingYetRestsWhereItComesBackTo() {
        var pad = WizardPad.pad()
        pad.axes[5] = AxisState(5, minimum: -32768, maximum: 32767, value: -32768)
        var hand = WizardPad.hand(pad, stated: [5])
        hand.push([(5, 32767)], steps: 30)
        hand.wait(.seconds(1))
        guard case .axis(let push) = hand.wizard.answer(WizardPad.forward) else { return #expect(Bool(false)) }
        #expect(push.half == AxisSource(5, rest: .minimum) && push.canBeHalf)
    }

    /// The same, but held: nothing may be learned of where it is held.
    @Test func aHeldTriggerThatHasSentNothingYetIsNoAnswer() {
        var pad = WizardPad.pad()
        pad.axes[5] = AxisState(5, minimum: -32768, maximum: 32767, value: -32768)
        var hand = WizardPad.hand(pad, stated: [5])
        for value in stride(from: Int32(-30000), through: 30000, by: 3000) { hand.leave(5, at: value) }
        hand.wait(.seconds(2))
        #expect(hand.wizard.answers.isEmpty && hand.wizard.awaitsRelease)
    }

    @Test func aStickThatRestsOffCentreGetsACentre() throws {
        var pad = WizardPad.pad()
        pad.axes[3].value = 4000
        var hand = WizardPad.hand(pad)
        hand.wizard.skip()
        hand.push([(3, 32767)])
        hand.wait(.seconds(1))
        guard case .axis(let push) = hand.wizard.answer(WizardPad.right) else { return #expect(Bool(false)) }
        #expect(push.whole == AxisSource(3, centre: 4000))
    }

    @Test func aLeverIsRefusedAndItsPlaceIsItsRestFromThenOn() {
        var hand = WizardPad.hand()
        hand.leave(5, at: 255)
        hand.wait(.seconds(5))
        #expect(hand.wizard.remark == .stays(.axis(5)) && hand.wizard.answers.isEmpty)
        hand.push([(2, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.count == 1)
    }

    @Test func whatWasHeldTooLongAndIsLetGoAnswersNothing() {
        var hand = WizardPad.hand()
        hand.push([(5, 255)], hold: .seconds(6))
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.isEmpty && !hand.wizard.awaitsRelease)
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.answer(WizardPad.forward) == .axis(WizardPush(axis: WizardPad.axes[5], rises: true)))
    }

    @Test func anAxisThatNeverRestsIsLeftOut() {
        var hand = WizardHand(MappingWizard(WizardControl.usual), WizardPad.pad(), seed: 5, noise: 0)
        hand.restless = [4]
        hand.wait(.seconds(5))
        #expect(hand.wizard.ignored == [.axis(4)] && hand.wizard.phase == .answer(WizardPad.forward))
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.answer(WizardPad.forward) == .axis(WizardPush(axis: WizardPad.axes[5], rises: true)))
    }

    @Test func anAxisWithoutRangeIsNoAnswer() {
        var pad = WizardPad.pad()
        pad.axes[5] = AxisState(5, minimum: 0, maximum: 0, value: 0)
        var hand = WizardPad.hand(pad)
        hand.wizard.handle(.axis(5, 200), at: hand.now)
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.isEmpty && !hand.wizard.deflections.contains { $0.code == 5 })
    }

    @Test func aKeyThatIsAlwaysDownIsLeftOut() {
        var hand = WizardHand(MappingWizard(WizardControl.usual), WizardPad.pad(), seed: 5, noise: 0)
        hand.wizard.handle(.key(0x130, down: true), at: hand.now)
        hand.wait(.seconds(4))
        #expect(hand.wizard.ignored == [.key(0x130)] && hand.wizard.phase == .answer(WizardPad.forward))
    }
}
