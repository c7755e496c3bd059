public import WaldoCore
public import WaldoTime

/// A built-in operator of about ten seconds, who shows all channels of an arm, an emergency stop, and the
/// resume after it.
public struct DemoOperator: Sendable {
    /// Codes of linux/input-event-codes.h.
    private static let leftTrigger: UInt16 = 0x02, rightTrigger: UInt16 = 0x05
    private static let rightX: UInt16 = 0x03, rightY: UInt16 = 0x04
    private static let hats = Array<UInt16>(0x10...0x17)
    private static let eastButton: UInt16 = 0x131
    static let startButton: UInt16 = 0x13b
    private static let buttons: [UInt16] = [
        0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e,
    ]

    /// The operator's pad.
    public let pad: InputDescription
    /// The input's changes in order, each with its time since the beginning.
    public let script: [(at: TimeSpan, events: [InputEvent])]
    /// How long the script takes.
    public let duration: TimeSpan

    init(axes: [AxisState], _ script: [(at: TimeSpan, events: [InputEvent])], _ duration: TimeSpan) {
        pad = InputDescription(
            identity: InputIdentity(bus: 6, vendor: 0, product: 0, version: 0, port: "demo", name: "demo operator"),
            kind: .gamepad, axes: axes, keyCodes: Self.buttons)
        self.script = script.sorted { $0.at < $1.at }
        self.duration = duration
    }

    /// The operator for an arm: with a standard Linux gamepad if the arm has only channels of the default arm, and
    /// otherwise with a pad that has one axis per channel.
    public static func of(_ arm: Arm) -> DemoOperator {
        let isUsual = arm.profiles.list.allSatisfy { ["slider", "zx", "zy"].contains($0.name) }
        return isUsual ? usual : channels(arm.movingChannels.count)
    }

    /// For the default arm: triggers for the slider, the right stick for the joystick.
    public static let usual = DemoOperator(
        axes: [0x00, 0x01, rightX, rightY].map { AxisState($0, minimum: -32768, maximum: 32767, value: 0) }
            + [leftTrigger, rightTrigger].map { AxisState($0, minimum: 0, maximum: 255, value: 0) },
        trigger(rightTrigger, from: 500, to: 1_700) + trigger(leftTrigger, from: 2_300, to: 2_900)
            + stick(Polar(angle: 90, displacement: 1), from: 3_400, to: 4_200)
            + stick(Polar(angle: 315, displacement: 0.8), from: 5_900, to: 6_700)
            + trigger(rightTrigger, from: 8_800, to: 9_900) + press(eastButton, from: 9_500, to: 9_600)
            + press(startButton, from: 10_200, to: 10_300),
        .milliseconds(10_700))

    /// Moves each of an arm's channels in turn, forward and back.
    private static func channels(_ count: Int) -> DemoOperator {
        let script = hats.prefix(count).enumerated().flatMap { index, code in
            let from = 500 + Int64(index) * 1_300
            return [(0, 100), (500, 0), (600, -100), (1_000, 0)].map { at, value in
                (TimeSpan.milliseconds(from + at), [InputEvent.axis(code, value)])
            }
        }
        let end = 500 + Int64(count) * 1_300
        return DemoOperator(
            axes: hats.map { AxisState($0, minimum: -100, maximum: 100, value: 0) },
            script + press(eastButton, from: end, to: end + 100)
                + press(startButton, from: end + 500, to: end + 600),
            .milliseconds(end + 1_000))
    }

    /// Pulls a trigger within 0.2 s, holds it and releases it; times in milliseconds.
    private static func trigger(_ code: UInt16, from: Int64, to: Int64) -> [(at: TimeSpan, events: [InputEvent])] {
        let pull = (1...10).map { (TimeSpan.milliseconds(from + $0 * 20), [InputEvent.axis(code, Int32($0) * 25)]) }
        return pull + [(.milliseconds(to), [.axis(code, 0)])]
    }

    /// Deflects the stick and releases it; times in milliseconds.
    private static func stick(_ polar: Polar, from: Int64, to: Int64) -> [(at: TimeSpan, events: [InputEvent])] {
        let x = Int32((polar.rounded.x * 32767).rounded()), y = Int32((-polar.rounded.y * 32767).rounded())
        return [
            (.milliseconds(from), [.axis(rightX, x), .axis(rightY, y)]),
            (.milliseconds(to), [.axis(rightX, 0), .axis(rightY, 0)]),
        ]
    }

    private static func press(_ code: UInt16, from: Int64, to: Int64) -> [(at: TimeSpan, events: [InputEvent])] {
        [(.milliseconds(from), [.key(code, down: true)]), (.milliseconds(to), [.key(code, down: false)])]
    }
}
