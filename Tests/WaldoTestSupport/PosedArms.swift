public import WaldoCore
import WaldoTime

/// Arms with a pose, for tests of places; their frames are never written.
public enum PosedArms {
    private static func arm(_ profiles: [ChannelProfile], _ pose: ArmPose) -> Arm {
        let uuid = BluetoothUUID("ffe0")!
        return Arm(
            name: "Posed", link: .bluetooth(BluetoothProfile(service: uuid, write: uuid)),
            pacing: Pacing(interval: .milliseconds(20), zeroRepeats: 3), profiles: PerChannel(profiles), pose: pose)
    }

    /// Four servos in degrees, links of 60, 100, 80 and 40 mm; level at base 90, shoulder 0, elbow 90, wrist 90.
    public static let servo = arm(
        ["base", "shoulder", "elbow", "wrist"].map {
            ChannelProfile($0, mode: .position, range: ValueRange(low: 0, high: 180), frames: nil)
        },
        ArmPose(
            joints: [
                .init(.move, .z, .fixed(0.06)), .init(.turn, .z, .position(Channel(0), zero: 90, unit: 1)),
                .init(.turn, .y, .position(Channel(1), zero: 0, unit: -1)), .init(.move, .x, .fixed(0.1)),
                .init(.turn, .y, .position(Channel(2), zero: 90, unit: -1)), .init(.move, .x, .fixed(0.08)),
                .init(.turn, .y, .position(Channel(3), zero: 90, unit: -1)), .init(.move, .x, .fixed(0.04)),
            ], accuracy: 0.005, settlingTime: .milliseconds(300), source: "a ruler"))

    /// Steppers that turn a tool of 150 mm in two planes by 1.8 degrees a step, and a slider along it by frames; two
    /// actions, `home` and `light`.
    public static let stepper = arm(
        [
            ChannelProfile("slider", mode: .velocity, range: ValueRange(low: -6, high: 6), frames: nil),
            stepped("zx"), stepped("zy"),
            ChannelProfile(
                action: "home", frame: FrameTemplate([.byte(72)]), release: FrameTemplate([.byte(88)]),
                busy: .seconds(2), sets: [.init(Channel(1), 0), .init(Channel(2), 0)]),
            ChannelProfile(action: "light", frame: FrameTemplate([.byte(76)]), release: nil, busy: nil),
        ],
        ArmPose(
            joints: [
                .init(.turn, .y, .position(Channel(1), zero: 0, unit: 1.8)),
                .init(.turn, .x, .position(Channel(2), zero: 0, unit: -1.8)), .init(.move, .z, .fixed(0.15)),
                .init(.move, .z, .frames(Channel(0), each: 0.000_08, error: 0.000_04, home: Channel(3))),
            ], accuracy: 0.01))

    private static func stepped(_ name: String) -> ChannelProfile {
        ChannelProfile(
            name, mode: .position, range: ValueRange(low: -100, high: 100), send: .release,
            busy: .init(base: .milliseconds(52), perUnit: .milliseconds(31)), frames: nil)
    }

    /// Two wheels 150 mm apart at 2 mm/s a unit, and a boom that a third velocity moves at 3 mm/s a unit.
    public static let rover = arm(
        ["left", "right", "boom"].map {
            ChannelProfile($0, mode: .velocity, range: ValueRange(low: -60, high: 60), frames: nil)
        },
        ArmPose(
            joints: [
                .init(
                    .move, .z,
                    .rate(Channel(2), unit: 0.003, error: 0.2, holds: .seconds(10), home: nil))
            ],
            drive: .init(
                .init(Channel(0), speed: 0.001, turn: -0.001 / 0.15 * 114.591_559_026_164_64),
                .init(Channel(1), speed: 0.001, turn: 0.001 / 0.15 * 114.591_559_026_164_64), error: 0.1,
                holds: .seconds(10)), accuracy: 0.001))
}
