import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// The wizard with a hand that errs, axes that jitter, and pads that misbehave.
@Suite struct MappingWizardTests {
    static let axes = [
        AxisState(0, minimum: -32768, maximum: 32767, value: 900),
        AxisState(1, minimum: -32768, maximum: 32767, value: -700),
        AxisState(2, minimum: 0, maximum: 255, value: 0), AxisState(3, minimum: -32768, maximum: 32767, value: 0),
        AxisState(4, minimum: -32768, maximum: 32767, value: 0), AxisState(5, minimum: 0, maximum: 255, value: 0),
        AxisState(16, minimum: -1, maximum: 1, value: 0), AxisState(17, minimum: -1, maximum: 1, value: 0),
    ]
    static let keys: [UInt16] = [0x130, 0x131, 0x133, 0x134, 0x138, 0x139, 0x13a, 0x13b]

    static func pad(_ axes: [AxisState] = axes, kind: InputMatch.Kind = .gamepad) -> InputDescription {
        InputDescription(
            identity: InputIdentity(bus: 3, vendor: 1, product: 2, version: 1, place: "usb", name: "Pad"), kind: kind,
            axes: axes, keyCodes: keys)
    }

    static func hand(_ pad: InputDescription = pad(), noise: Double = 0, stated: Set<UInt16> = []) -> WizardHand {
        var hand = WizardHand(MappingWizard(WizardControl.usual), pad, seed: 7, noise: noise, stated: stated)
        hand.wait(.milliseconds(700))
        return hand
    }

    private func answer(_ hand: WizardHand, _ prompt: WizardPrompt) -> WizardAnswer? { hand.wizard.answer(prompt) }

    private static let forward = WizardPrompt.push(control: 0, .forward),
        backward = WizardPrompt.push(control: 0, .backward)
    private static let right = WizardPrompt.push(control: 1, .right), up = WizardPrompt.push(control: 1, .up)

    @Test func nothingIsAskedBeforeEverythingHasBeenStill() {
        var hand = WizardHand(MappingWizard(WizardControl.usual), Self.pad(), seed: 1, noise: 0)
        hand.wait(.milliseconds(300))
        #expect(hand.wizard.phase == .rest)
        hand.push([(5, 255)])
        hand.wait(.milliseconds(300))
        #expect(hand.wizard.phase == .rest)
        hand.wait(.milliseconds(400))
        #expect(hand.wizard.phase == .answer(Self.forward))
    }

    @Test func anAnswerCountsWhenItHasComeBack() {
        var hand = Self.hand()
        hand.push([(5, 255)], hold: .seconds(2))
        #expect(hand.wizard.answers.isEmpty)
        hand.wait(.milliseconds(300))
        #expect(answer(hand, Self.forward) == .axis(WizardPush(axis: Self.axes[5], rises: true)))
    }

    @Test func aTriggerThatIsAButtonTooIsTheAxisAndItsButtonIsTaken() {
        var hand = Self.hand()
        hand.push([(5, 255)], keys: [0x139])
        hand.wait(.seconds(1))
        hand.push([(2, 255)], keys: [0x138])
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.count == 2)
        hand.wizard.skip()
        #expect(hand.wizard.prompt == .press(.stop))
        hand.press(0x139)
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .taken(.key(0x139), by: Self.forward))
    }

    /// Where the half of a stick rests is not learned in a drive, and no stick rests exactly in its middle.
    @Test func halvesOfTwoSticksHaveAWideDeadZone() throws {
        var hand = Self.hand()
        for code in [0, 3, 4, 1] as [UInt16] {
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
        var hand = WizardHand(MappingWizard(WizardControl.usual), Self.pad(), seed: 1, noise: 0)
        for code in [0, 1, 3, 4, 0, 1, 3, 4] as [UInt16] {
            hand.push([(code, 32767)])
            hand.wait(.milliseconds(100))
        }
        #expect(hand.wizard.phase == .rest)
        hand.press(0x131)
        hand.wait(.seconds(1))
        #expect(hand.wizard.ignored.isEmpty && hand.wizard.phase == .answer(Self.forward))
        hand.press(0x131)
        hand.wait(.seconds(1))
        #expect(answer(hand, Self.forward) == .key(0x131))
    }

    @Test func twoThatMoveAlikeAreAskedForAgain() {
        var hand = Self.hand()
        hand.push([(3, 32767), (4, -30000)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .several([.axis(3), .axis(4)]) && hand.wizard.answers.isEmpty)
        hand.press(0x130, 0x131)
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .several([.key(0x130), .key(0x131)]) && hand.wizard.answers.isEmpty)
    }

    @Test func whatOnlyGoesAlongIsNotMeant() {
        var hand = Self.hand()
        hand.push([(3, 32767)], along: [(4, 0.5)])
        hand.wait(.seconds(1))
        #expect(answer(hand, Self.forward) == .axis(WizardPush(axis: Self.axes[3], rises: true)))
    }

    @Test func aPushThatStopsHalfWayIsNone() {
        var hand = Self.hand()
        hand.push([(5, 100)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .notFar(5) && hand.wizard.answers.isEmpty)
    }

    @Test func oneAxisServesBothWaysOfASlider() throws {
        var hand = Self.hand()
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
        var hand = Self.hand()
        for _ in 0..<2 {
            hand.push([(1, -32768)])
            hand.wait(.seconds(1))
        }
        #expect(hand.wizard.answers.count == 1 && hand.wizard.remark == .taken(.axis(1), by: Self.forward))
    }

    @Test func theOtherEndOfAStickNeedsNoPush() {
        var hand = Self.hand()
        hand.push([(1, -32768)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.canSkip)
        hand.wizard.skip()
        #expect(answer(hand, Self.backward) == .skipped && hand.wizard.prompt == Self.right)
    }

    @Test func theOtherHalfOfATriggerIsNeeded() {
        var hand = Self.hand()
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        hand.wizard.skip()
        #expect(hand.wizard.prompt == Self.backward && hand.wizard.remark == .needed)
    }

    @Test func aJoystickOfKeysIsAskedForAllFour() {
        var hand = Self.hand()
        hand.wizard.skip()
        hand.press(0x130)
        hand.wait(.seconds(1))
        #expect(hand.wizard.prompt == .push(control: 1, .left))
        hand.push([(3, 32767)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .needsKey(3))
    }

    @Test func aTriggerIsNoJoystick() {
        var hand = Self.hand()
        hand.wizard.skip()
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .restsAtEnd(5))
    }

    @Test func anAxisIsNoStop() {
        var hand = Self.hand()
        hand.push([(1, -32768)])
        hand.wait(.seconds(1))
        for _ in 0..<2 { hand.wizard.skip() }
        hand.push([(16, 1)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.prompt == .press(.stop) && hand.wizard.remark == .needsButton(16))
    }

    @Test func aKeyWithoutANameIsRefused() {
        var hand = WizardHand(
            MappingWizard(WizardControl.usual, nameless: [0x130]), Self.pad(), seed: 1, noise: 0)
        hand.wait(.seconds(1))
        hand.press(0x130)
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark == .nameless(0x130) && hand.wizard.answers.isEmpty)
    }

    @Test func whatWasWrongIsSaidAgainAfterTheNextMovement() {
        var hand = Self.hand()
        hand.press(0x130, 0x131)
        hand.wait(.seconds(1))
        #expect(hand.wizard.remark != nil)
        hand.wizard.handle(.key(0x130, down: true), at: hand.now)
        #expect(hand.wizard.remark == nil)
    }

    // MARK: rests

    @Test func aTriggerMayRestAtItsTop() {
        var pad = Self.pad()
        pad.axes[5].value = 255
        var hand = Self.hand(pad, noise: 0.01)
        hand.push([(5, 0)])
        hand.wait(.seconds(1))
        guard case .axis(let push) = answer(hand, Self.forward) else { return #expect(Bool(false)) }
        #expect(push.half == AxisSource(5, rest: .maximum))
    }

    @Test func aTriggerMayRestInTheMiddle() {
        var pad = Self.pad()
        pad.axes[5] = AxisState(5, minimum: -30, maximum: 30, value: 0)
        var hand = Self.hand(pad)
        hand.push([(5, 30)])
        hand.wait(.seconds(1))
        hand.push([(2, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.count == 2)
        guard case .axis(let push) = answer(hand, Self.forward) else { return #expect(Bool(false)) }
        #expect(push.half == AxisSource(5, rest: .minimum))
    }

    /// The kernel states 0 for a trigger of -32768...32767 that rests at its minimum and has sent nothing yet.
    @Test func aTriggerThatHasSentNothingYetRestsWhereItComesBackTo() {
        var pad = Self.pad()
        pad.axes[5] = AxisState(5, minimum: -32768, maximum: 32767, value: -32768)
        var hand = Self.hand(pad, stated: [5])
        hand.push([(5, 32767)], steps: 30)
        hand.wait(.seconds(1))
        guard case .axis(let push) = answer(hand, Self.forward) else { return #expect(Bool(false)) }
        #expect(push.half == AxisSource(5, rest: .minimum) && push.canBeHalf)
    }

    /// The same, but held: nothing may be learned of where it is held.
    @Test func aHeldTriggerThatHasSentNothingYetIsNoAnswer() {
        var pad = Self.pad()
        pad.axes[5] = AxisState(5, minimum: -32768, maximum: 32767, value: -32768)
        var hand = Self.hand(pad, stated: [5])
        for value in stride(from: Int32(-30000), through: 30000, by: 3000) { hand.leave(5, at: value) }
        hand.wait(.seconds(2))
        #expect(hand.wizard.answers.isEmpty && hand.wizard.isHeld)
    }

    @Test func aStickThatRestsOffCentreGetsACentre() throws {
        var pad = Self.pad()
        pad.axes[3].value = 4000
        var hand = Self.hand(pad)
        hand.wizard.skip()
        hand.push([(3, 32767)])
        hand.wait(.seconds(1))
        guard case .axis(let push) = answer(hand, Self.right) else { return #expect(Bool(false)) }
        #expect(push.whole == AxisSource(3, centre: 4000))
    }

    @Test func aLeverIsRefusedAndItsPlaceIsItsRestFromThenOn() {
        var hand = Self.hand()
        hand.leave(5, at: 255)
        hand.wait(.seconds(5))
        #expect(hand.wizard.remark == .stays(.axis(5)) && hand.wizard.answers.isEmpty)
        hand.push([(2, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.count == 1)
    }

    @Test func whatWasHeldTooLongAndIsLetGoAnswersNothing() {
        var hand = Self.hand()
        hand.push([(5, 255)], hold: .seconds(6))
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.isEmpty && !hand.wizard.isHeld)
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        #expect(answer(hand, Self.forward) == .axis(WizardPush(axis: Self.axes[5], rises: true)))
    }

    @Test func anAxisThatNeverRestsIsLeftOut() {
        var hand = WizardHand(MappingWizard(WizardControl.usual), Self.pad(), seed: 5, noise: 0)
        hand.restless = [4]
        hand.wait(.seconds(5))
        #expect(hand.wizard.ignored == [.axis(4)] && hand.wizard.phase == .answer(Self.forward))
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        #expect(answer(hand, Self.forward) == .axis(WizardPush(axis: Self.axes[5], rises: true)))
    }

    @Test func anAxisWithoutRangeIsNoAnswer() {
        var pad = Self.pad()
        pad.axes[5] = AxisState(5, minimum: 0, maximum: 0, value: 0)
        var hand = Self.hand(pad)
        hand.wizard.handle(.axis(5, 200), at: hand.now)
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.isEmpty && !hand.wizard.deflections.contains { $0.code == 5 })
    }

    @Test func aKeyThatIsAlwaysDownIsLeftOut() {
        var hand = WizardHand(MappingWizard(WizardControl.usual), Self.pad(), seed: 5, noise: 0)
        hand.wizard.handle(.key(0x130, down: true), at: hand.now)
        hand.wait(.seconds(4))
        #expect(hand.wizard.ignored == [.key(0x130)] && hand.wizard.phase == .answer(Self.forward))
    }

    // MARK: back, loss

    @Test func whatIsHeldWhileAPromptIsLeftOutAnswersNotTheNext() {
        var hand = Self.hand()
        hand.leave(5, at: 255)
        hand.wizard.skip()
        hand.leave(5, at: 0)
        hand.wait(.seconds(1))
        #expect(hand.wizard.prompt == Self.right && hand.wizard.answers.count == 1 && hand.wizard.remark == nil)
    }

    @Test func anAnswerIsTakenBack() {
        var hand = Self.hand()
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        hand.wizard.back()
        #expect(hand.wizard.prompt == Self.forward)
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.prompt == Self.backward)
    }

    @Test func anUnpluggedPadGoesOnWhereItWas() {
        var hand = Self.hand()
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        hand.leave(2, at: 200)
        hand.wizard.lost()
        #expect(hand.wizard.phase == .input)
        hand.wait(.seconds(1))
        hand.plugIn()
        hand.wait(.seconds(1))
        #expect(hand.wizard.phase == .answer(Self.backward) && hand.wizard.answers.count == 1)
    }

    @Test func aMovementOfWhichRecordsWereLostIsNone() {
        var hand = Self.hand()
        hand.leave(5, at: 255)
        hand.wizard.resynced(InputState(axes: [AxisState(5, minimum: 0, maximum: 255, value: 0)]), at: hand.now)
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.isEmpty && hand.wizard.remark == .recordsLost)
    }

    // MARK: keyboards, arms

    @Test func aKeyboardIsMappedByItsKeys() throws {
        var keyboard = Self.pad([], kind: .keyboard)
        keyboard.keyCodes = Array(1...110)
        var hand = Self.hand(keyboard)
        for key: UInt16 in [17, 31, 14, 31, 106, 105, 103, 108, 57, 28, MappingWizard.skipKey] {
            hand.press(key)
            hand.wait(.milliseconds(400))
        }
        let findings = try #require(hand.wizard.findings)
        #expect(findings.controls[0].source == .slider(.keys(forward: [17], backward: [31])))
        #expect(findings.controls[1].source == .joystick(.keys(up: [103], down: [108], left: [105], right: [106])))
        #expect(findings.stop == 57 && findings.resume == 28 && findings.recentre == nil)
        #expect(hand.wizard.answers.count == 9)
    }

    @Test func anArmWithMoreChannelsIsAskedForEach() {
        let names = WizardControl.list(for: .eight).map(\.name)
        #expect(names == ["slider", "joystick", "left", "right", "lift", "turn", "grip"])
        #expect(WizardControl.list(for: .robot) == WizardControl.usual)
        let wizard = MappingWizard(WizardControl.list(for: .eight))
        #expect(wizard.prompts.count == 2 + 2 + 5 * 2 + 3)
    }

    // MARK: anything

    /// Whatever comes: it never crashes, and what it accepts was touched, and far enough.
    @Test func randomRecordsAreSurvivedAndNothingUntouchedIsTaken() {
        var random = SeededGenerator(42), accepted = 0
        for round in 0..<300 {
            var wizard = MappingWizard(round % 3 == 0 ? WizardControl.list(for: .eight) : WizardControl.usual)
            var now: Instant = 1_000_000
            var least: [UInt16: Int32] = [:], most: [UInt16: Int32] = [:], pressed: Set<UInt16> = []
            wizard.added(Self.pad(), InputState(axes: Self.axes), at: now)
            for _ in 0..<400 {
                let axis = Self.axes.randomElement(using: &random)!
                switch Int.random(in: 0..<40, using: &random) {
                case 0..<12:
                    let value = [axis.minimum, axis.maximum, axis.value, .random(in: -40_000...40_000, using: &random)]
                        .randomElement(using: &random)!
                    wizard.handle(.axis(axis.code, value), at: now)
                    least[axis.code] = min(least[axis.code] ?? .max, value)
                    most[axis.code] = max(most[axis.code] ?? .min, value)
                    if Bool.random(using: &random) { wizard.handle(.axis(axis.code, axis.value), at: now) }
                case 12..<20:
                    let key = Self.keys.randomElement(using: &random)!
                    wizard.handle(.key(key, down: Bool.random(using: &random)), at: now)
                    pressed.insert(key)
                case 20: wizard.skip()
                case 21: wizard.back()
                case 22: wizard.lost()
                case 23: wizard.added(Self.pad(), InputState(axes: Self.axes), at: now)
                case 24: wizard.resynced(InputState(axes: Self.axes, keysDown: [0x130]), at: now)
                case 25: wizard.handle(.axis(.random(in: 0...70, using: &random), .max), at: now)
                case 26..<32: for key in Self.keys { wizard.handle(.key(key, down: false), at: now) }
                default: break
                }
                now += .milliseconds(.random(in: 0...600, using: &random))
                wizard.advance(to: now)
                _ = (wizard.findings, wizard.deflections)
            }
            for (_, answer) in wizard.answers {
                switch answer {
                case .axis(let push):
                    let range = Double(push.axis.maximum) - Double(push.axis.minimum)
                    let moved = Double(most[push.axis.code] ?? 0) - Double(least[push.axis.code] ?? 0)
                    #expect(moved >= 0.2 * range)
                    accepted += 1
                case .key(let key):
                    #expect(pressed.contains(key))
                    accepted += 1
                case .skipped: break
                }
            }
            let axes = wizard.answers.compactMap { answer -> String? in
                if case .axis(let push) = answer.answer { "\(push.axis.code) \(push.rises)" } else { nil }
            }
            #expect(Set(axes).count == axes.count, "round \(round): one movement was taken twice")
        }
        #expect(accepted > 200)
    }
}
