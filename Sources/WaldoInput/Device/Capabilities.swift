internal import CLibevdev
internal import WaldoCore

/// The events that a device can send, and its declared properties.
struct Capabilities: Equatable, Sendable {
    /// EV_KEY codes.
    var keys = CodeSet()
    /// EV_ABS codes.
    var axes = CodeSet()
    /// INPUT_PROP_* codes of linux/input-event-codes.h.
    var properties = CodeSet()

    private static let joystickButtons = UInt16(BTN_JOYSTICK)..<UInt16(BTN_GAMEPAD)
    private static let gamepadButtons = UInt16(BTN_GAMEPAD)...UInt16(BTN_THUMBR)
    // Multi-touch and volume axes are not sticks.
    private static let stickAxes = UInt16(ABS_X)...UInt16(ABS_HAT3Y)
    private static let penTools = [UInt16(BTN_TOOL_PEN), UInt16(BTN_STYLUS)]
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
        let hasPadButtons = keys.containsAny(Self.gamepadButtons) || keys.containsAny(Self.joystickButtons)
        if hasPadButtons {
            let isOther =
                properties.contains(UInt16(INPUT_PROP_ACCELEROMETER)) || properties.containsAny(Self.pointers)
                || keys.containsAny(Self.penTools)
            return !isOther && Self.stickAxes.count(where: { axes.contains($0) }) >= 2 ? .gamepad : nil
        }
        return keys.containsAll(Self.typing) ? .keyboard : nil
    }
}
