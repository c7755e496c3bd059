import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// The wizard: answers taken back, lost pads, keyboards, other arms, and anything at all.
@Suite struct WizardCourseTests {
    @Test func whatIsHeldWhileAPromptIsLeftOutAnswersNotTheNext() {
        var hand = WizardPad.hand()
        hand.leave(5, at: 255)
        hand.wizard.skip()
        hand.leave(5, at: 0)
        hand.wait(.seconds(1))
        #expect(hand.wizard.prompt == WizardPad.right && hand.wizard.answers.count == 1 && hand.wizard.remark == nil)
    }

    @Test func anAnswerIsTakenBack() {
        var hand = WizardPad.hand()
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        hand.wizard.back()
        #expect(hand.wizard.prompt == WizardPad.forward)
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        #expect(hand.wizard.prompt == WizardPad.backward)
    }

    @Test func anUnpluggedPadGoesOnWhereItWas() {
        var hand = WizardPad.hand()
        hand.push([(5, 255)])
        hand.wait(.seconds(1))
        hand.leave(2, at: 200)
        hand.wizard.lost()
        #expect(hand.wizard.phase == .input)
        hand.wait(.seconds(1))
        hand.plugIn()
        hand.wait(.seconds(1))
        #expect(hand.wizard.phase == .answer(WizardPad.backward) && hand.wizard.answers.count == 1)
    }

    @Test func aMovementOfWhichRecordsWereLostIsNone() {
        var hand = WizardPad.hand()
        hand.leave(5, at: 255)
        hand.wizard.resynced(InputState(axes: [AxisState(5, minimum: 0, maximum: 255, value: 0)]), at: hand.now)
        hand.wait(.seconds(1))
        #expect(hand.wizard.answers.isEmpty && hand.wizard.remark == .recordsLost)
    }

    // MARK: keyboards, arms

    @Test func aKeyboardIsMappedByItsKeys() throws {
        var keyboard = WizardPad.pad([], kind: .keyboard)
        keyboard.keyCodes = Array(1...110)
        var hand = WizardPad.hand(keyboard)
        for key: UInt16 in [17, 31, 14, 31, 106, 105, 103, 108, 57, 28, KeyCode.tab] {
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
        var wizard = MappingWizard(WizardControl.list(for: .eight))
        let pad = WizardPad.pad()
        wizard.added(pad, InputState(axes: pad.axes), at: .clockStart)
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
            wizard.added(WizardPad.pad(), InputState(axes: WizardPad.axes), at: now)
            for _ in 0..<400 {
                let axis = WizardPad.axes.randomElement(using: &random)!
                switch Int.random(in: 0..<40, using: &random) {
                case 0..<12:
                    let value = [axis.minimum, axis.maximum, axis.value, .random(in: -40_000...40_000, using: &random)]
                        .randomElement(using: &random)!
                    wizard.handle(.axis(axis.code, value), at: now)
                    least[axis.code] = min(least[axis.code] ?? .max, value)
                    most[axis.code] = max(most[axis.code] ?? .min, value)
                    if Bool.random(using: &random) { wizard.handle(.axis(axis.code, axis.value), at: now) }
                case 12..<20:
                    let key = WizardPad.keys.randomElement(using: &random)!
                    wizard.handle(.key(key, down: Bool.random(using: &random)), at: now)
                    pressed.insert(key)
                case 20: wizard.skip()
                case 21: wizard.back()
                case 22: wizard.lost()
                case 23: wizard.added(WizardPad.pad(), InputState(axes: WizardPad.axes), at: now)
                case 24: wizard.resynced(InputState(axes: WizardPad.axes, keysDown: [0x130]), at: now)
                case 25: wizard.handle(.axis(.random(in: 0...70, using: &random), .max), at: now)
                case 26..<32: for key in WizardPad.keys { wizard.handle(.key(key, down: false), at: now) }
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
