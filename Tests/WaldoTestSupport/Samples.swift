public import WaldoCore
import WaldoTime

/// Codes of linux/input-event-codes.h that the tests use.
public enum Code {
    public static let x: UInt16 = 0, y: UInt16 = 1, z: UInt16 = 2, rx: UInt16 = 3, ry: UInt16 = 4, rz: UInt16 = 5
    public static let south: UInt16 = 0x130, east: UInt16 = 0x131, tl: UInt16 = 0x136
    public static let select: UInt16 = 0x13a, start: UInt16 = 0x13b
    public static let w: UInt16 = 17, s: UInt16 = 31, space: UInt16 = 57, enter: UInt16 = 28
    public static let up: UInt16 = 103, left: UInt16 = 105, right: UInt16 = 106, down: UInt16 = 108
}

extension FrameTemplate {
    /// A template of text in which `#` stands for the frame's own number.
    public static func text(_ text: String, width: Int = 0) -> FrameTemplate {
        FrameTemplate(text.utf8.map { $0 == UInt8(ascii: "#") ? .decimal(width: width, of: nil) : .byte($0) })
    }
}

extension Arm {
    private static let uart = ArmLink.bluetooth(
        BluetoothProfile(
            service: BluetoothUUID("713d0000-503e-4c75-ba94-3148f18d941e")!,
            write: BluetoothUUID("713d0003-503e-4c75-ba94-3148f18d941e")!))

    /// The original robot controller's arm.
    public static let robot = Arm(
        name: "robot", link: uart, pacing: Pacing(interval: .milliseconds(80), zeroRepeats: 3),
        profiles: PerChannel([
            ChannelProfile(
                "slider", mode: .velocity, range: ValueRange(low: -6, high: 6), heartbeat: .milliseconds(100),
                frames: .init(negative: .text("B>"), zero: .text("S>"), positive: .text("F>"))),
            stepper("zx", "L#>", "R#>"), stepper("zy", "D#>", "U#>"),
        ]))

    private static func stepper(_ name: String, _ negative: String, _ positive: String) -> ChannelProfile {
        ChannelProfile(
            name, mode: .position, range: ValueRange(low: -100, high: 100), send: .release,
            busy: .init(base: .milliseconds(52), perUnit: .milliseconds(31)),
            frames: .init(negative: .text(negative), zero: nil, positive: .text(positive)))
    }

    /// Three velocities, each with its own frame.
    public static let rover = Arm(
        name: "rover", link: uart, pacing: Pacing(interval: .milliseconds(20), zeroRepeats: 3),
        profiles: PerChannel([velocity("slider", "s#;"), velocity("zx", "x#;"), velocity("zy", "y#;")]))

    private static func velocity(_ name: String, _ text: String) -> ChannelProfile {
        ChannelProfile(
            name, mode: .velocity, range: ValueRange(low: -100, high: 100), heartbeat: .milliseconds(100),
            frames: .init(.text(text)))
    }

    /// A velocity and two positions that are sent while they change.
    public static let follower = Arm(
        name: "follower", link: uart, pacing: Pacing(interval: .milliseconds(30), zeroRepeats: 2),
        profiles: PerChannel([velocity("slider", "s#;"), position("zx", "x#;"), position("zy", "y#;")]))

    private static func position(_ name: String, _ text: String) -> ChannelProfile {
        ChannelProfile(name, mode: .position, range: ValueRange(low: -100, high: 100), frames: .init(.text(text)))
    }

    /// Eight channels, of which a pad moves the first three: five velocities and three positions.
    public static let eight = Arm(
        name: "eight", link: uart, pacing: Pacing(interval: .milliseconds(10), zeroRepeats: 3),
        profiles: PerChannel([
            velocity("slider", "s#;"), position("zx", "x#;"), position("zy", "y#;"), velocity("left", "l#;"),
            velocity("right", "r#;"), velocity("lift", "u#;"), velocity("turn", "t#;"), position("grip", "g#;"),
        ]))

    /// One servo.
    public static let servo = Arm(
        name: "servo", link: uart, pacing: Pacing(interval: .milliseconds(100)),
        profiles: PerChannel([
            ChannelProfile(
                "slider", mode: .position, range: ValueRange(low: 0, high: 180, zero: 90),
                frames: .init(FrameTemplate([.number(.u8, of: nil)])))
        ]))

    /// All channels in one frame: a5, slider as i8, zx and zy as i16le, the sequence number and a sum.
    public static let combined = Arm(
        name: "combined", link: uart, pacing: Pacing(interval: .milliseconds(25), zeroRepeats: 3),
        profiles: PerChannel([
            bare("slider", .velocity, 100, heartbeat: .milliseconds(200)), bare("zx", .position, 1000),
            bare("zy", .velocity, 1000, heartbeat: .milliseconds(200)),
        ]),
        frame: FrameTemplate([
            .byte(0xa5), .number(.i8, of: .slider), .number(.i16le, of: .zx), .number(.i16le, of: .zy), .sequence,
            .checksum(.init(.sum8)),
        ]))

    private static func bare(
        _ name: String, _ mode: ChannelProfile.Mode, _ end: Int32, heartbeat: TimeSpan? = nil
    ) -> ChannelProfile {
        ChannelProfile(name, mode: mode, range: ValueRange(low: -end, high: end), heartbeat: heartbeat, frames: nil)
    }

    /// All of the arms above.
    public static let samples = [robot, rover, follower, eight, servo, combined]
}

extension Mapping {
    /// Triggers for the slider, right stick for the joystick, like the shipped mapping for gamepads.
    public static func pad(
        _ behaviour: JoystickMapping.Behaviour = .rate, clutch: [UInt16] = [], enable: [UInt16] = []
    ) -> Mapping {
        Mapping(
            name: "pad", match: InputMatch(),
            slider: SliderMapping(
                .halves(forward: AxisSource(Code.rz, rest: .minimum), backward: AxisSource(Code.z, rest: .minimum)),
                shaping: Shaping(deadZone: 0.1)),
            joystick: JoystickMapping(
                .axes(x: AxisSource(Code.rx), y: AxisSource(Code.ry, invert: true)), behaviour: behaviour,
                clutch: clutch, shaping: Shaping(deadZone: 0.1)),
            keys: OperatorKeys(stop: [Code.east], resume: [Code.start], recentre: [Code.select], enable: enable))
    }

    /// W and S for the slider, the arrows for the joystick.
    public static func keyboard(_ behaviour: JoystickMapping.Behaviour = .hold) -> Mapping {
        Mapping(
            name: "keyboard", match: InputMatch(kind: .keyboard),
            slider: SliderMapping(.keys(forward: [Code.w], backward: [Code.s])),
            joystick: JoystickMapping(
                .keys(up: [Code.up], down: [Code.down], left: [Code.left], right: [Code.right]), behaviour: behaviour),
            keys: OperatorKeys(stop: [Code.space], resume: [Code.enter]))
    }
}

extension InputState {
    /// A gamepad at rest.
    public static let padAtRest = InputState(
        axes: [Code.x, Code.y, Code.rx, Code.ry].map { AxisState($0, minimum: -32768, maximum: 32767, value: 0) }
            + [Code.z, Code.rz].map { AxisState($0, minimum: 0, maximum: 255, value: 0) })
}
