import CLibevdev
import Testing
import WaldoCore

@testable import WaldoInput

/// What real devices declare (taken from their kernel drivers), and what kind of input they are.
@Suite struct CapabilitiesTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var keys: [CInt]
        var axes: [CInt]
        var properties: [CInt] = []
        var relative: [CInt] = [], switches: [CInt] = []
        var kind: InputMatch.Kind?
        var testDescription: String { name }
    }

    static let sticks = [ABS_X, ABS_Y, ABS_RX, ABS_RY]
    static let triggers = [ABS_Z, ABS_RZ]
    static let hat = [ABS_HAT0X, ABS_HAT0Y]
    static let face = [BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR, BTN_SELECT, BTN_START]
    static let thumbs = [BTN_MODE, BTN_THUMBL, BTN_THUMBR]
    static let dpad = [BTN_DPAD_UP, BTN_DPAD_DOWN, BTN_DPAD_LEFT, BTN_DPAD_RIGHT]
    static let keyboard = Array(KEY_ESC...KEY_F12) + [KEY_UP, KEY_DOWN, KEY_LEFT, KEY_RIGHT]
    static let mouse = [BTN_LEFT, BTN_RIGHT, BTN_MIDDLE, BTN_SIDE, BTN_EXTRA]

    static let rows: [Row] = [
        Row(name: "Xbox 360 (xpad)", keys: face + thumbs, axes: sticks + triggers + hat, kind: .gamepad),
        Row(name: "Xbox One (xpad)", keys: face + thumbs, axes: sticks + triggers + hat, kind: .gamepad),
        Row(
            name: "Xbox over Bluetooth (hid-microsoft): sticks on Z/RZ, triggers on GAS/BRAKE",
            keys: face + thumbs + [KEY_RECORD], axes: [ABS_X, ABS_Y, ABS_Z, ABS_RZ, ABS_GAS, ABS_BRAKE] + hat,
            kind: .gamepad),
        Row(
            name: "DualShock 4 (hid-playstation)", keys: face + thumbs + [BTN_TL2, BTN_TR2],
            axes: sticks + triggers + hat, kind: .gamepad),
        Row(
            name: "DualShock 4 touchpad", keys: [BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP],
            axes: [ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID],
            properties: [INPUT_PROP_POINTER, INPUT_PROP_BUTTONPAD], kind: nil),
        Row(
            name: "DualShock 4 motion sensors", keys: [], axes: sticks + triggers,
            properties: [INPUT_PROP_ACCELEROMETER], kind: nil),
        Row(
            name: "a motion node that repeats the pad's buttons", keys: face, axes: sticks + triggers,
            properties: [INPUT_PROP_ACCELEROMETER], kind: nil),
        Row(
            name: "PS3 (hid-sony): d-pad as keys", keys: face + thumbs + [BTN_TL2, BTN_TR2] + dpad,
            axes: sticks + triggers, kind: .gamepad),
        Row(
            name: "Switch Pro (hid-nintendo): no trigger axes", keys: face + thumbs + [BTN_TL2, BTN_TR2, BTN_Z],
            axes: sticks + hat, kind: .gamepad),
        Row(
            name: "Switch Pro IMU", keys: [], axes: sticks + triggers, properties: [INPUT_PROP_ACCELEROMETER], kind: nil
        ),
        Row(
            name: "generic HID gamepad: BTN_TRIGGER..., right stick on Z/RZ",
            keys: Array(BTN_TRIGGER...BTN_BASE6), axes: [ABS_X, ABS_Y, ABS_Z, ABS_RZ] + hat, kind: .gamepad),
        Row(
            name: "flight stick", keys: [BTN_TRIGGER, BTN_THUMB, BTN_THUMB2, BTN_TOP],
            axes: [ABS_X, ABS_Y, ABS_RZ, ABS_THROTTLE] + hat, kind: .gamepad),
        Row(name: "two-axis NES pad", keys: [BTN_TRIGGER, BTN_THUMB], axes: [ABS_X, ABS_Y], kind: .gamepad),
        Row(name: "buttons and a throttle alone", keys: [BTN_TRIGGER, BTN_THUMB], axes: [ABS_THROTTLE], kind: nil),
        Row(name: "button box without axes", keys: Array(BTN_TRIGGER...BTN_BASE6), axes: [], kind: nil),
        Row(
            name: "pen tablet's pad with BTN_A", keys: [BTN_0, BTN_1, BTN_SOUTH, BTN_EAST, BTN_STYLUS],
            axes: [ABS_X, ABS_Y, ABS_MISC], kind: nil),
        Row(name: "keyboard", keys: keyboard, axes: [], kind: .keyboard),
        Row(name: "keyboard with a touch pad in one node", keys: keyboard + mouse, axes: [], kind: .keyboard),
        Row(
            name: "a keyboard's media-key node", keys: [KEY_MUTE, KEY_VOLUMEUP, KEY_PLAYPAUSE, KEY_NEXTSONG],
            axes: [ABS_VOLUME], kind: nil),
        Row(name: "number pad", keys: Array(KEY_KP7...KEY_KPDOT) + [KEY_KPENTER, KEY_ENTER], axes: [], kind: nil),
        Row(name: "mouse", keys: mouse, axes: [], kind: nil),
        Row(name: "virtual machine's absolute mouse", keys: mouse, axes: [ABS_X, ABS_Y], kind: nil),
        Row(
            name: "laptop's touchpad", keys: [BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER],
            axes: [ABS_X, ABS_Y, ABS_PRESSURE],
            properties: [INPUT_PROP_POINTER, INPUT_PROP_BUTTONPAD], kind: nil),
        Row(name: "touch screen", keys: [BTN_TOUCH], axes: [ABS_X, ABS_Y], properties: [INPUT_PROP_DIRECT], kind: nil),
        Row(name: "power button", keys: [KEY_POWER], axes: [], kind: nil),
        Row(name: "lid switch", keys: [], axes: [], kind: nil),
        Row(name: "video bus", keys: [KEY_BRIGHTNESSUP, KEY_BRIGHTNESSDOWN, KEY_SWITCHVIDEOMODE], axes: [], kind: nil),
    ]

    private func capabilities(_ row: Row) -> Capabilities {
        func set(_ codes: [CInt]) -> CodeSet { CodeSet(codes.map { UInt16($0) }) }
        return Capabilities(
            keys: set(row.keys), axes: set(row.axes), relative: set(row.relative), switches: set(row.switches),
            properties: set(row.properties))
    }

    @Test(arguments: rows) func kind(of row: Row) {
        #expect(capabilities(row).kind == row.kind)
        if row.kind == .gamepad { #expect(capabilities(row).otherThanPad == nil) }
    }

    /// What has buttons and axes of a pad, and is something else.
    static let posing: [(row: Row, looks: String)] = [
        (
            Row(name: "mouse of 20 buttons", keys: Array(BTN_LEFT...BTN_TOP), axes: sticks, relative: [REL_X, REL_Y]),
            "looks like a mouse"
        ),
        (
            Row(
                name: "keyboard with axes", keys: keyboard + [BTN_TRIGGER, BTN_THUMB], axes: [ABS_X, ABS_Y],
                kind: .keyboard),
            "looks like a keyboard"
        ),
        (
            Row(
                name: "volume knob", keys: [BTN_SELECT, KEY_VOLUMEUP, KEY_VOLUMEDOWN, KEY_MUTE],
                axes: [ABS_X, ABS_WHEEL]),
            "looks like a knob"
        ),
        (Row(name: "dial", keys: face, axes: sticks, relative: [REL_DIAL]), "looks like a knob"),
        (
            Row(name: "touchpad with buttons", keys: face + [BTN_TOUCH, BTN_TOOL_FINGER], axes: sticks),
            "looks like a touchpad"
        ),
        (
            Row(name: "pointing device", keys: face, axes: sticks, properties: [INPUT_PROP_POINTER]),
            "looks like a touchpad"
        ),
        (Row(name: "lid switch", keys: face, axes: sticks, switches: [SW_LID]), "looks like a switch"),
        (Row(name: "tablet's pad", keys: face + [BTN_STYLUS], axes: sticks), "looks like a drawing tablet"),
    ]

    @Test(arguments: posing) func whatPosesAsAPadIsNone(row: Row, looks: String) {
        #expect(capabilities(row).kind == row.kind && capabilities(row).otherThanPad == looks)
    }

    /// A program's pad that points, too, has no mouse button.
    @Test func aPadThatPointsIsAPad() {
        let row = Row(name: "", keys: Self.face, axes: Self.sticks, relative: [REL_X, REL_Y])
        #expect(capabilities(row).kind == .gamepad && capabilities(row).otherThanPad == nil)
    }

    static let controls: [Row] = [
        Row(name: "foot switch", keys: [KEY_A, KEY_B, KEY_C], axes: []),
        Row(name: "foot pedals", keys: [KEY_F14, KEY_F15, KEY_F16], axes: []),
        Row(name: "buzzers", keys: Array(BTN_TRIGGER_HAPPY1...BTN_TRIGGER_HAPPY20), axes: []),
        Row(name: "dance mat", keys: Array(BTN_TRIGGER...BTN_BASE4), axes: []),
        Row(name: "arrows of a mat", keys: dpad, axes: []), Row(name: "button box", keys: [BTN_0, BTN_1], axes: []),
        Row(name: "rudder pedals", keys: [], axes: [ABS_X, ABS_Y, ABS_RZ]),
        Row(name: "a throttle alone", keys: [], axes: [ABS_THROTTLE]),
        Row(name: "a number pad", keys: Array(KEY_KP7...KEY_KPDOT), axes: []),
    ]

    @Test(arguments: controls) func buttonsAloneAndAxesAloneAreControls(row: Row) {
        #expect(capabilities(row).kind == nil && capabilities(row).isControl)
    }

    @Test func whatPointsOrSensesOrSwitchesIsNoControl() {
        let others = [
            "DualShock 4 touchpad", "DualShock 4 motion sensors", "Switch Pro IMU", "laptop's touchpad", "touch screen",
            "power button", "lid switch", "video bus",
        ]
        for row in Self.rows where others.contains(row.name) { #expect(!capabilities(row).isControl, "\(row.name)") }
        let mouse = Row(name: "mouse", keys: Self.mouse, axes: [], relative: [REL_X, REL_Y])
        #expect(!capabilities(mouse).isControl)
    }

    @Test func aSetHoldsExactlyItsCodes() {
        let codes: [UInt16] = [0, 1, 63, 64, 304, 511, 767]
        var set = CodeSet(codes + [768, .max])
        #expect(set.codes == codes)
        #expect(!set.contains(768) && !set.contains(.max))
        // The kernel's layout: code 304 is bit 0 of byte 38.
        #expect(set.withUnsafeMutableBytes { $0.count == 96 && $0[38] == 1 && $0[0] == 3 })
    }
}
