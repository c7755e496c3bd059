import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// The wizard and the key that parks the arm.
@Suite struct WizardParkTests {
    @Test(arguments: [true, false]) func theKeyThatParksIsAskedForWhereTheArmParks(canPark: Bool) throws {
        var hand = WizardPad.hand(canPark: canPark)
        hand.push([(1, 32767)])
        hand.wait(.seconds(1))
        hand.wizard.skip()
        hand.wizard.skip()
        for key in [0x131, 0x13b] as [UInt16] {
            hand.press(key)
            hand.wait(.seconds(1))
        }
        #expect(hand.wizard.prompt == (canPark ? .press(.park) : nil))
        guard canPark else { return }
        #expect(hand.wizard.canSkip)
        hand.press(0x130)
        hand.wait(.seconds(1))
        let findings = try #require(hand.wizard.findings)
        #expect(findings.park == 0x130 && findings.recentre == nil)
    }
}
