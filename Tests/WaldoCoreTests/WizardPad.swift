import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A pad for the wizard, a hand at it, and the prompts for the default arm.
enum WizardPad {
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
            identity: InputIdentity(bus: 3, vendor: 1, product: 2, version: 1, port: "usb", name: "Pad"), kind: kind,
            axes: axes, keyCodes: keys)
    }

    static func hand(
        _ pad: InputDescription = pad(), noise: Double = 0, stated: Set<UInt16> = [], canPark: Bool = false
    ) -> WizardHand {
        var hand = WizardHand(
            MappingWizard(WizardControl.usual, canPark: canPark), pad, seed: 7, noise: noise, stated: stated)
        hand.wait(.milliseconds(700))
        return hand
    }

    static let forward = WizardPrompt.push(control: 0, .forward),
        backward = WizardPrompt.push(control: 0, .backward)
    static let right = WizardPrompt.push(control: 1, .right), up = WizardPrompt.push(control: 1, .up)
}
