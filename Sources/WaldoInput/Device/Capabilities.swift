import CLibevdev
import WaldoCore

/// The events that a device can send, and its declared properties.
struct Capabilities: Equatable, Sendable {
    /// EV_KEY codes.
    var keys = CodeSet()
    /// EV_ABS codes.
    var axes = CodeSet()
    /// EV_REL codes.
    var relative = CodeSet()
    /// EV_SW codes.
    var switches = CodeSet()
    /// INPUT_PROP_* codes of linux/input-event-codes.h.
    var properties = CodeSet()

    private static let joystickButtons = UInt16(BTN_JOYSTICK)..<UInt16(BTN_GAMEPAD)
    private static let gamepadButtons = UInt16(BTN_GAMEPAD)...UInt16(BTN_THUMBR)
    private static let faceButtons = UInt16(BTN_SOUTH)...UInt16(BTN_Z)
    private static let directions = UInt16(BTN_DPAD_UP)...UInt16(BTN_DPAD_RIGHT)
    // Multi-touch and volume axes are not sticks.
    private static let stickAxes = UInt16(ABS_X)...UInt16(ABS_HAT3Y)
    private static let penTools = [UInt16(BTN_TOOL_PEN), UInt16(BTN_STYLUS)]
    private static let touches = [UInt16(BTN_TOUCH), UInt16(BTN_TOOL_FINGER)]
    private static let pointers = [UInt16(INPUT_PROP_POINTER), UInt16(INPUT_PROP_BUTTONPAD)]
    private static let typing: [UInt16] =
        Array(UInt16(KEY_Q)...UInt16(KEY_P)) + Array(UInt16(KEY_A)...UInt16(KEY_L))
        + Array(UInt16(KEY_Z)...UInt16(KEY_M)) + [UInt16(KEY_SPACE), UInt16(KEY_ENTER)]

    /// Whether the device is a gamepad, a keyboard, or neither (nil).
    ///
    /// A gamepad has a button in the gamepad's or the joystick's range and two axes. Many pads bring a motion sensor
    /// and a touchpad as separate nodes with the same ids: their properties, and their lack of buttons, tell them
    /// apart.
    var kind: InputMatch.Kind? {
        if keys.containsAll(Self.typing) { return .keyboard }
        return hasPartsOfPad && otherThanPad == nil ? .gamepad : nil
    }

    /// What else than a pad it is, though it has buttons and axes of one: what completes a sentence that begins with
    /// its name. Nil: it has none of a pad, or is one.
    var otherThanPad: String? {
        guard hasPartsOfPad else { return nil }
        if keys.containsAll(Self.typing) { return "looks like a keyboard" }
        if isMouse { return "looks like a mouse" }
        if keys.containsAny(Self.penTools) { return "looks like a drawing tablet" }
        if isTouched { return "looks like a touchpad" }
        if !switches.isEmpty { return "looks like a switch" }
        let hasMainButton =
            keys.containsAny(Self.joystickButtons) || keys.containsAny(Self.faceButtons)
            || keys.containsAny(Self.directions)
        return hasMainButton && !relative.contains(UInt16(REL_DIAL)) ? nil : "looks like a knob"
    }

    /// Whether there is something to control with: buttons or axes of a controller, or a few keys to type with, such as
    /// those of a foot switch.
    var isControl: Bool {
        guard !isMotionSensor, !isTouched, !properties.contains(UInt16(INPUT_PROP_DIRECT)),
            !keys.containsAny(Self.penTools), !isMouse
        else { return false }
        return hasPadButtons || keys.containsAny(Self.directions) || keys.containsAny(Self.otherButtons)
            || keys.containsAny(Self.fewKeys) || keys.containsAny(Self.typing) || axes.containsAny(Self.stickAxes)
    }

    private static let otherButtons =
        Array(UInt16(BTN_0)...UInt16(BTN_9)) + Array(UInt16(BTN_TRIGGER_HAPPY1)...UInt16(BTN_TRIGGER_HAPPY40))
    private static let fewKeys =
        [KEY_ESC, KEY_TAB, KEY_UP, KEY_DOWN, KEY_LEFT, KEY_RIGHT, KEY_PAGEUP, KEY_PAGEDOWN].map { UInt16($0) }
        + Array(UInt16(KEY_1)...UInt16(KEY_0)) + Array(UInt16(KEY_F1)...UInt16(KEY_F10))
        + Array(UInt16(KEY_F13)...UInt16(KEY_F24)) + Array(UInt16(KEY_KP7)...UInt16(KEY_KPDOT))

    private var hasPadButtons: Bool { keys.containsAny(Self.gamepadButtons) || keys.containsAny(Self.joystickButtons) }

    private var hasPartsOfPad: Bool {
        hasPadButtons && !isMotionSensor && Self.stickAxes.count(where: { axes.contains($0) }) >= 2
    }

    /// Whether it points and clicks; some pads by programs of the user's point, too.
    private var isMouse: Bool {
        relative.containsAny([UInt16(REL_X), UInt16(REL_Y)]) && keys.contains(UInt16(BTN_LEFT))
    }

    private var isMotionSensor: Bool { properties.contains(UInt16(INPUT_PROP_ACCELEROMETER)) }

    private var isTouched: Bool { properties.containsAny(Self.pointers) || keys.containsAny(Self.touches) }
}
