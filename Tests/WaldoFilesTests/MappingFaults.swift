extension Fault {
    private static let mapping = Samples.mapping
    private static let controls = Samples.controls
    private static let keys = Samples.mapping.replacing(
        "  x: ABS_RX\n  y: { axis: ABS_RY, invert: true }\n",
        with: "  up: KEY_UP\n  down: KEY_DOWN\n  left: KEY_LEFT\n  right: KEY_RIGHT\n")

    /// What a mapping file is refused for.
    static let ofMappings: [Fault] = [
        Fault(mapping, "slider:", "slidr:", "3:1", "did you mean `slider`?"),
        Fault(mapping, "  stop: BTN_EAST\n", "", "10:3", "`keys` has no key `stop`"),
        Fault(mapping, "kind: gamepad", "kind: pad", "2:16", "`gamepad` or `keyboard`"),
        Fault(mapping, "kind: gamepad, ", "", "2:8", "no key `kind`"),
        Fault(mapping, "codes:", "bus: 3, codes:", "2:30", "`usb` or `bluetooth`"),
        Fault(mapping, "codes:", "vendor: 0x10000, codes:", "2:33", "from 0 to 65535"),
        Fault(mapping, "codes:", "product: 1, codes:", "2:34", "without its `vendor`"),
        Fault(mapping, "ABS_X]", "ABS_RXX]", "2:33", "did you mean `ABS_RX`?", schemaAccepts: true),
        // Codes.
        Fault(
            mapping, "stop: BTN_EAST", "stop: BTN_EATS", "10:9", "; did you mean `BTN_EAST`? Expected a key or button ",
            schemaAccepts: true),
        Fault(mapping, "stop: BTN_EAST", "stop: ABS_Y", "10:9", "that one is an axis"),
        Fault(mapping, "stop: BTN_EAST", "stop: KEY_MAX", "10:9", "a key or button", schemaAccepts: true),
        Fault(mapping, "stop: BTN_EAST", "stop: 305", "10:9", "a key or button"),
        Fault(mapping, "stop: BTN_EAST", "stop: []", "10:9", "a key or button"),
        Fault(mapping, "stop: BTN_EAST", "stop: { axis: ABS_Y }", "10:9", "a key or button"),
        Fault(mapping, "x: ABS_RX", "x: BTN_EAST", "7:6", "that one is a key or button"),
        Fault(mapping, "x: ABS_RX", "x: ABS_ZR", "7:6", "did you mean", schemaAccepts: true),
        Fault(mapping, "resume: BTN_START", "resume: [BTN_START, BTN_B]", "11:23", "`keys.stop`", schemaAccepts: true),
        Fault(mapping, "x: ABS_RX", "x: ABS_RZ", "7:6", "`slider.forward.axis`", schemaAccepts: true),
        // Slider.
        Fault(mapping, "forward: { axis: ABS_RZ }", "axis: ABS_Y", "5:13", "does not go together with `axis`"),
        Fault(mapping, "forward: { axis: ABS_RZ }", "forward: KEY_W", "5:13", "an axis and keys", schemaAccepts: true),
        Fault(mapping, "ABS_RZ }", "ABS_RZ, rest: centre }", "4:12", "rests at an end", schemaAccepts: true),
        Fault(mapping, "ABS_RZ }", "ABS_RZ, rest: middle }", "4:34", "`min` or `centre` or `max`"),
        Fault(mapping, "  forward: { axis: ABS_RZ }\n", "", "4:3", "no key `forward`"),
        Fault(mapping, "backward: {", "invert: true\n  backward: {", "5:11", "does not go together with `forward`"),
        Fault(mapping, "joystick:", "  dead zone: 91 %\njoystick:", "6:14", "`0 %` to `90 %`", schemaAccepts: true),
        Fault(mapping, "joystick:", "  dead zone: 0.1\njoystick:", "6:14", "a percentage"),
        Fault(mapping, "joystick:", "  expo: 101 %\njoystick:", "6:9", "a percentage", schemaAccepts: true),
        Fault(mapping, "joystick:", "  speed: 0\njoystick:", "6:10", "from 0.01 to 10"),
        Fault(mapping, "keys:", "silence: 20\nkeys:", "9:10", "a time such as `80 ms`"),
        Fault(mapping, "keys:", "silence: 100 ms\nkeys:", "9:10", "from 500 ms to 600 s", schemaAccepts: true),
        Fault(mapping, "keys:", "rumble: 50 %\nkeys:", "9:9", "`on` or `off`"),
        Fault(mapping, "keys:", "rumble: true\nkeys:", "9:9", "`on` or `off`", schemaAccepts: true),
        // No input.
        Fault(mapping, "  forward: {", "  input: none\n  forward: {", "5:12", "does not go together with `input`"),
        Fault(mapping, "  x: ABS_RX", "  input: pad\n  x: ABS_RX", "7:10", "expected `none`"),
        Fault(mapping, "  x: ABS_RX\n", "  input: none\n", "8:6", "does not go together with `input`"),
        // Joystick.
        Fault(mapping, "  x: ABS_RX\n", "", "7:3", "no key `x`"),
        Fault(mapping, "  x: ABS_RX\n", "  x: ABS_RX\n  up: KEY_UP\n", "8:7", "does not go together with `x`"),
        Fault(mapping, "keys:", "  behaviour: hold\nkeys:", "9:14", "add `clutch`", schemaAccepts: true),
        Fault(mapping, "keys:", "  clutch: BTN_TR\nkeys:", "9:11", "for `behaviour: hold`", schemaAccepts: true),
        Fault(mapping, "keys:", "  gate: round\nkeys:", "9:9", "`circle` or `square`"),
        Fault(mapping, "keys:", "  snap: 41 deg\nkeys:", "9:9", "`0 deg` to `40 deg`", schemaAccepts: true),
        Fault(mapping, "keys:", "  snap: 8\nkeys:", "9:9", "an angle"),
        Fault(mapping, "ABS_RZ }", "ABS_RZ, centre: 5 }", "4:36", "this one rests at an end", schemaAccepts: true),
        Fault(mapping, "x: ABS_RX", "x: { axis: ABS_RX, centre: mid }", "7:30", "from -2147483648"),
        Fault(keys, "keys:", "  snap: 8 deg\nkeys:", "11:9", "is for a stick"),
        Fault(keys, "  left: KEY_LEFT\n", "", "7:3", "no key `left`"),
        Fault(keys, "KEY_RIGHT", "KEY_UP", "10:10", "`joystick.up`", schemaAccepts: true),
        // Controls.
        Fault(
            mapping, "keys:", "controls: { a: { axis: ABS_Y, channel: 1 } }\nkeys:", "4:3",
            "does not go together with `controls`"),
        Fault(controls, ", channel: wrist", "", "5:9", "moves no channel; add `channel: NAME`"),
        Fault(
            controls, "channel: wrist", "channel: base", "5:9", "is moved by `reach` and by `turn`", schemaAccepts: true
        ),
        Fault(controls, "channel: wrist", "channel: 2", "5:9", "number 2 is moved by", schemaAccepts: true),
        Fault(controls, "channel: wrist", "channel: 9", "5:52", "from 1 to 8"),
        Fault(controls, "channel: wrist", "channel: \"w\\eb\"", "5:52", "a channel by its name"),
        Fault(controls, "x: base, y: 2", "x: base, y: base", "4:66", "moved by `x` and by `y`", schemaAccepts: true),
        Fault(controls, "{ x: base, y: 2 }", "{}", "4:66", "is empty; expected `x`, `y` or both"),
        Fault(controls, "  turn:", "  t urn:", "5:3", "is no name of a control"),
        Fault(controls, "  turn:", "  stopped:", "5:3", "a control cannot be called `stopped`"),
        Fault(controls, "behaviour: spring", "behaviour: step", "5:35", "is for keys", schemaAccepts: true),
        Fault(controls, "behaviour: step, ", "", "6:52", "is for `behaviour: step`", schemaAccepts: true),
        Fault(controls, "light: [", "grip: [", "7:29", "is a control and an action", schemaAccepts: true),
        Fault(controls, "home: BTN_NORTH", "home: BTN_TR", "7:18", "BTN_TR serves", schemaAccepts: true),
        // Profiles and precision.
        Fault(controls, "hand: [turn, grip, home]", "hand: []", "10:9", "the profile `hand` has no control"),
        Fault(
            controls, "hand: [turn, grip, home]", "hand: [tunr]", "10:10", "did you mean `turn`?", schemaAccepts: true),
        Fault(controls, "  hand: [turn, grip, home]\n", "", "9:3", "expected two to 8 profiles"),
        Fault(controls, "hand: [turn", "hand: [reach, turn", "5:17", "ABS_X serves", schemaAccepts: true),
        Fault(controls, "  profile: BTN_SELECT\n", "", "12:3", "nothing changes the profiles", schemaAccepts: true),
        Fault(
            mapping, "resume: BTN_START", "resume: BTN_START\n  profile: BTN_TR", "12:12", "there are none",
            schemaAccepts: true),
        Fault(mapping, "keys:", "profiles: { a: slider, b: slider }\nkeys:", "9:11", "name them under `controls`"),
        Fault(controls, "50 %", "100 %", "14:39", "from `1 %` to `99 %`", schemaAccepts: true),
    ]
}
