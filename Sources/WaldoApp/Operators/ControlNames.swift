import WaldoCore
import WaldoFiles

/// What people call the buttons, sticks and keys of an input: "RT", "right stick", "B", "circle", "Space".
///
/// The buttons of a known pad have the names that are printed on it. Those of an unknown pad have Xbox letters, except
/// for the top and left buttons, which some drivers swap: these are called "north" and "west".
struct ControlNames {
    private let pad: PadButtons
    /// Whether the pad numbers its buttons, as pads without a driver of their own do: names such as BTN_TRIGGER do not
    /// apply to them, and their right stick is on Z and RZ.
    private let isNumbered: Bool
    /// What is printed on keys that do not have their US letter, by the codes of the keys.
    var labels: [UInt16: String] = [:]

    /// The names of a mapping's controls on an input.
    /// - Parameter keyCodes: the EV_KEY codes that the input can send; empty: unknown.
    init(_ mapping: Mapping, _ identity: InputIdentity, keyCodes: [UInt16] = []) {
        self.init(mapping, PadButtons(identity, keyCodes: keyCodes))
    }

    /// - Parameter pad: what is printed on its buttons; usually on those of any input that the mapping may be for.
    init(_ mapping: Mapping, _ pad: PadButtons = PadButtons()) {
        self.pad = pad
        // BTN_JOYSTICK to BTN_DEAD of linux/input-event-codes.h.
        isNumbered = mapping.keyCodes.contains { (0x120...0x12f).contains($0) }
    }

    private static let names = [
        "BTN_SOUTH": "A", "BTN_EAST": "B", "BTN_NORTH": "north", "BTN_WEST": "west", "BTN_TL": "LB",
        "BTN_TR": "RB", "BTN_TL2": "LT", "BTN_TR2": "RT", "BTN_SELECT": "Select", "BTN_START": "Start",
        "BTN_MODE": "Home", "BTN_THUMBL": "left stick's button", "BTN_THUMBR": "right stick's button",
        "BTN_DPAD_UP": "D-pad up", "BTN_DPAD_DOWN": "D-pad down", "BTN_DPAD_LEFT": "D-pad left",
        "BTN_DPAD_RIGHT": "D-pad right", "KEY_SPACE": "Space", "KEY_ENTER": "Enter", "KEY_KPENTER": "keypad Enter",
        "KEY_ESC": "Escape", "KEY_BACK": "Back", "KEY_LEFTSHIFT": "left Shift", "KEY_RIGHTSHIFT": "right Shift",
        "KEY_LEFTCTRL": "left Ctrl", "KEY_RIGHTCTRL": "right Ctrl", "KEY_LEFTALT": "left Alt",
        "KEY_RIGHTALT": "right Alt", "KEY_TAB": "Tab", "KEY_BACKSPACE": "Backspace", "KEY_UP": "up", "KEY_DOWN": "down",
        "KEY_LEFT": "left", "KEY_RIGHT": "right", "ABS_X": "left stick x", "ABS_Y": "left stick y",
        "ABS_RX": "right stick x", "ABS_RY": "right stick y",
        "ABS_HAT0X": "D-pad x", "ABS_HAT0Y": "D-pad y",
    ]

    /// The names of two axes that belong together.
    private static let sticks = [
        ["ABS_X", "ABS_Y"]: "left stick", ["ABS_RX", "ABS_RY"]: "right stick", ["ABS_Z", "ABS_RZ"]: "right stick",
        ["ABS_HAT0X", "ABS_HAT0Y"]: "D-pad",
    ]

    /// A button or key.
    func key(_ code: UInt16) -> String {
        if let label = labels[code] { return label }
        let name = EvdevNames.key(code)
        if let printed = pad.names[name] { return printed }
        // Numbered buttons count from one, as makers print them; those above the sixteenth have codes apart.
        if isNumbered, (0x120...0x12f).contains(code) { return "button \(code - 0x120 + 1)" }
        if isNumbered, (0x2c0...0x2e7).contains(code) { return "button \(code - 0x2c0 + 17)" }
        return Self.names[name] ?? Self.short(name)
    }

    /// What holds an emergency stop.
    func stop(_ held: HeldStop) -> String {
        switch held {
        case .key(let code): key(code)
        case .source(let source): source.words
        }
    }

    /// What has latched an emergency stop.
    func stop(_ cause: StopCause) -> String {
        switch cause {
        case .pressed(let held): stop(held)
        case .order: stop(HeldStop.source(.page))
        case .arm: "the arm, whose `begin` waits for a resume"
        }
    }

    /// An axis; one that rests at an end is a trigger.
    func axis(_ source: AxisSource) -> String {
        let name = EvdevNames.axis(source.code)
        switch (name, source.rest) {
        case ("ABS_Z", .minimum), ("ABS_Z", .maximum), ("ABS_BRAKE", _): return pad.left
        case ("ABS_RZ", .minimum), ("ABS_RZ", .maximum), ("ABS_GAS", _): return pad.right
        // Where the right stick is on Z and RZ, these are the triggers.
        case ("ABS_RX", .minimum) where !isNumbered: return pad.left
        case ("ABS_RY", .minimum) where !isNumbered: return pad.right
        default: return pad.names[name] ?? Self.names[name] ?? Self.short(name)
        }
    }

    /// Two axes of a joystick.
    func axes(_ x: AxisSource, _ y: AxisSource) -> String {
        Self.sticks[[x, y].map { EvdevNames.axis($0.code) }] ?? "\(axis(x)) \(axis(y))"
    }

    /// The four keys of a joystick.
    func keys(_ codes: [UInt16]) -> String {
        let names = codes.map(key)
        return names == ["up", "down", "left", "right"] ? "arrows" : names.joined(separator: " ")
    }

    /// The kernel's name without its prefix.
    private static func short(_ name: String) -> String {
        for kind in ["KEY_", "BTN_", "ABS_"] where name.hasPrefix(kind) { return String(name.dropFirst(4)) }
        return name
    }
}

extension StopSource {
    /// What it is called on screens and in reports.
    var words: String {
        switch self {
        case .terminal, .repeatedKey: "the terminal's stop key"
        case .page: "STOP on a page"
        }
    }
}
