extension Fault {
    private static let arm = Samples.arm
    private static let actions = Samples.actions
    private static let combined = Samples.combined
    private static let positionLine = "  zx: { mode: position, range: [-100, 100], frame: \"X{value}\" }"
    private static let timed = arm.replacing(
        "frame: \"X{value}\"", with: "limits: { slew: 5 }, frame: [1, i8, {u8: {time: 1 ms}}]")
    private static let eightPositions = (1...8).map { positionLine.replacing("zx", with: "c\($0)") }

    /// What an arm file is refused for.
    static let ofArms: [Fault] = [
        // Keys and types.
        Fault(arm, "pacing:", "pasing:", "5:1", "is unknown in the file; did you mean `pacing`? Expected `name`, "),
        Fault(arm, "mode: velocity", "mod: velocity", "7:13", "did you mean `mode`?"),
        Fault(arm, "name: Test arm\n", "", "1:1", "the file has no key `name`"),
        Fault(arm, "  write: ffe1\n", "", "3:3", "`link` has no key `write`"),
        Fault(arm, "name: Test arm", "name:", "1:6", "`name` is empty"),
        Fault(arm, "name: Test arm", "name: [a]", "1:7", "`name` is a list; expected a text"),
        Fault(
            arm, "position, range: [-100, 100]", "position, range: [-100 100]", "8:32",
            "is `[-100 100]`, without a comma; expected"),
        Fault(arm, "name: Test arm", "name: \"a\\eb\"", "1:7", "without control characters", schemaAccepts: true),
        Fault(
            arm, "pacing: { interval: 20 ms, zero repeats: 3 }", "pacing: 20 ms", "5:9", "expected the keys `interval`"),
        Fault(arm, "name: Test arm", "name: a\nname: b", "2:1", "appears more than once", schemaAccepts: true),
        Fault(
            arm, "zero repeats: 3", "zero repeats: 3, 'zero repeats': 3", "5:45", "appears more than once",
            schemaAccepts: true),
        // Old keys beside the new ones.
        Fault(
            arm, "zero repeats: 3", "zero repeats: 3, stops: 3", "5:45", "names of the same key; keep `zero repeats`"),
        Fault(arm, "mode: velocity", "means: velocity, mode: velocity", "7:30", "keep `mode`"),
        Fault(arm, "heartbeat: 100 ms", "heartbeat: 100 ms, repeat: 100 ms", "7:68", "keep `heartbeat`"),
        Fault(arm, "mode: velocity", "mode: speed", "7:19", "`velocity` or `position`"),
        Fault(
            arm, "mode: velocity", "mode: velocty", "7:19",
            "is `velocty`; did you mean `velocity`? Expected `velocity` or `position`"),
        Fault(arm, "write: ffe1", "write: ffe1\n  response: yes", "5:13", "`true` or `false`", schemaAccepts: true),
        Fault(arm, "write: ffe1", "write: ffe1\n  response: 'true'", "5:13", "`true` or `false`"),
        // Names of channels.
        Fault(arm, "  zx:", "  z x:", "8:3", "is no name of a channel"),
        Fault(arm, "  zx:", "  \"z\\ex\":", "8:3", "is no name of a channel"),
        Fault(arm, "  zx:", "  \"\":", "8:3", "is no name of a channel"),
        Fault(arm, "  zx:", "  2x:", "8:3", "is no name of a channel"),
        Fault(arm, "  zx:", "  a123456789a123456789a1234:", "8:3", "24 characters at most"),
        Fault(arm, "  zx:", "  time:", "8:3", "a channel cannot be called `time`"),
        Fault(arm, "  zx:", "  slider:", "8:3", "appears more than once", schemaAccepts: true),
        Fault(
            arm, positionLine, eightPositions.joined(separator: "\n"), "7:3", "lists 9 channels; an arm has 8 at most"),
        // Numbers.
        Fault(arm, "write: ffe1", "write: ffe1\n  max: 0", "5:8", "from 1 to 64"),
        Fault(arm, "write: ffe1", "write: ffe1\n  max: 65", "5:8", "from 1 to 64"),
        Fault(arm, "write: ffe1", "write: ffe1\n  max: 1_0", "5:8", "a whole number", schemaAccepts: true),
        Fault(arm, "write: ffe1", "write: ffe1\n  max: 010", "5:8", "a whole number", schemaAccepts: true),
        Fault(arm, "write: ffe1", "write: ffe1\n  max: 2.5", "5:8", "a whole number"),
        Fault(arm, "write: ffe1", "write: ffe1\n  max: '20'", "5:8", "a whole number"),
        Fault(arm, "zero repeats: 3", "zero repeats: 0", "5:42", "from 1 to 100"),
        Fault(arm, "zero repeats: 3", "zero repeats: -1", "5:42", "from 1 to 100"),
        Fault(
            arm, "zero repeats: 3", "zero repeats: 37", "5:42", "37 zeros of a halt, 20 ms apart, take 720 ms",
            schemaAccepts: true),
        Fault(
            combined, "20 ms }", "400 ms }", "3:21", "3 zeros of a halt, 400 ms apart, take 800 ms", schemaAccepts: true
        ),
        Fault(arm, "i8, sum8", "abs8, sum8", "7:82", "abs8 leaves out the sign", schemaAccepts: true),
        Fault(
            arm, "frame: [0xA5, i8, sum8]", "frames: { negative: [0xA5, abs8], positive: [0xA5, abs8] }", "7:95",
            "state the direction in each", schemaAccepts: true),
        Fault(arm, "20 ms", "0 ms", "5:21", "from 0.1 ms to 10 s", schemaAccepts: true),
        Fault(arm, "20 ms", "20", "5:21", "a time such as"),
        Fault(arm, "20 ms", "20 min", "5:21", "a time such as"),
        Fault(arm, "20 ms", "99999999999999999999 s", "5:21", "a time such as", schemaAccepts: true),
        Fault(arm, "[-100, 100], heartbeat", "[-100], heartbeat", "7:36", "two different numbers"),
        Fault(arm, "[-100, 100], heartbeat", "[5, 5], heartbeat", "7:36", "one number twice", schemaAccepts: true),
        Fault(arm, "[-100, 100], heartbeat", "[-100, 1e2], heartbeat", "7:43", "expected a number"),
        Fault(
            arm, "[-100, 100], heartbeat", "[-100, 9999999999], heartbeat", "7:43", "1,000,000,000", schemaAccepts: true
        ),
        Fault(arm, "position, range", "position, zero: 101, range", "8:31", "-100 to 100", schemaAccepts: true),
        Fault(arm, "position, range", "position, start: -101, range", "8:32", "-100 to 100", schemaAccepts: true),
        // UUIDs.
        Fault(arm, "service: ffe0", "service: ffg0", "3:12", "a Bluetooth UUID"),
        Fault(arm, "service: ffe0", "service: 713d0000-503e-4c75-ba94-3148f18d941", "3:12", "a Bluetooth UUID"),
        Fault(arm, "service: ffe0", "service: 713d0000 503e-4c75-ba94-3148f18d941e", "3:12", "a Bluetooth UUID"),
        // A characteristic for a channel.
        Fault(arm, "velocity, range", "velocity, to: ffg3, range", "7:33", "a Bluetooth UUID"),
        Fault(
            combined, "velocity, range", "velocity, to: ffe3, range", "5:33", "one `frame` carries all channels",
            schemaAccepts: true),
        Fault(
            Samples.serial, "velocity, range", "velocity, to: ffe3, range", "7:33", "this arm's link is a serial port",
            schemaAccepts: true),
        // Keys of the other kind of channel.
        Fault(
            arm, "velocity, range", "velocity, send: release, range", "7:35", "whose mode is position",
            schemaAccepts: true),
        Fault(
            arm, "velocity, range", "velocity, start: 0, range", "7:36", "whose mode is position", schemaAccepts: true),
        Fault(
            arm, "position, range", "position, heartbeat: 1 s, range", "8:36", "whose mode is velocity",
            schemaAccepts: true),
        Fault(arm, "position, range", "position, busy: soon, range", "8:31", "52 ms + 31 ms/unit"),
        Fault(arm, "position, range", "position, busy: 1 ms/unit + 1 ms, range", "8:31", "52 ms + 31 ms/unit"),
        Fault(arm, "position, range", "position, busy: 61 s, range", "8:31", "60 s at most", schemaAccepts: true),
        // Frames.
        Fault(arm, ", frame: \"X{value}\"", "", "8:7", "`channels.zx` has no frame", schemaAccepts: true),
        Fault(
            arm, "frame: \"X", "frames: { negative: a, positive: b }, frame: \"X", "8:53",
            "and `frame` exclude each other"),
        Fault(arm, "frame: \"X{value}\"", "frames: { negative: a }", "8:53", "no key `positive`"),
        Fault(arm, "X{value}", "", "8:52", "an empty text"),
        Fault(arm, "X{value}", "X{valve}", "8:52", "did you mean `value`? Expected `{value}`", schemaAccepts: true),
        Fault(arm, "X{value}", "X{slider}", "8:52", "expected `{value}`", schemaAccepts: true),
        Fault(arm, "X{value}", "X{value", "8:52", "has no `}`", schemaAccepts: true),
        Fault(arm, "X{value}", "X}", "8:52", "has no `{`", schemaAccepts: true),
        Fault(arm, "X{value}", "X{value:4}", "8:52", "is not a format", schemaAccepts: true),
        Fault(arm, "X{value}", "X{value:099}", "8:52", "is not a format", schemaAccepts: true),
        Fault(arm, "X{value}", "X{value:.7}", "8:52", "is not a format", schemaAccepts: true),
        Fault(arm, "X{value}", "X{value:}", "8:52", "is not a format", schemaAccepts: true),
        Fault(arm, "X{value}", "{value:.1}{value:.2}", "8:52", "let them agree", schemaAccepts: true),
        Fault(
            arm, "X{value}", "0123456789{value:011}", "8:52", "21 bytes, and one write takes 20", schemaAccepts: true),
        Fault(
            arm, "X{value}", "01234567890123456{value}", "8:52", "21 bytes, and one write takes 20", schemaAccepts: true
        ),
        // What the arm could not act on, or would take for another channel's.
        Fault(
            arm, "X{value}", "X90", "8:52", "all positions from -100 to 100 would be the same", schemaAccepts: true),
        Fault(
            arm, "frame: \"X{value}\"", "frames: { negative: \"X{value}\", positive: Y }", "8:53",
            "all positions from 0 to 100 would be the same", schemaAccepts: true),
        Fault(
            arm, "frame: \"X{value}\" }",
            "frame: \"X{value}\" }\n  zy: { mode: position, range: [0, 9], frame: \"X{value}\" }",
            "9:47", "`channels.zy.frame` is that of zx too", schemaAccepts: true),
        Fault(arm, "[0xA5, i8, sum8]", "[]", "7:75", "an empty list"),
        Fault(arm, "0xA5", "256", "7:76", "a byte from 0 to 255"),
        Fault(arm, "0xA5", "-1", "7:76", "a byte from 0 to 255"),
        Fault(arm, "i8", "i9", "7:82", "did you mean `i8`?"),
        Fault(arm, "i8", "u8", "7:82", "u8 holds 0 to 255, and slider goes to -100", schemaAccepts: true),
        Fault(arm, "i8", "{ u8: slider }", "7:88", "expected `value`, `sequence`"),
        Fault(arm, "i8", "{ u8: sequence, i8: value }", "7:82", "one element of a frame has one key"),
        Fault(arm, "[-100, 100], heartbeat", "[-1.5, 1.5], heartbeat", "7:82", "whole numbers", schemaAccepts: true),
        Fault(
            arm, "[-100, 100], heartbeat", "[-200, 100], heartbeat", "7:82", "i8 holds -128 to 127", schemaAccepts: true
        ),
        Fault(arm, "0xA5, i8, sum8", "sum8, i8", "7:76", "would cover nothing but itself", schemaAccepts: true),
        Fault(arm, "sum8", "{ sum8: { from: 2 } }", "7:86", "would cover nothing but itself", schemaAccepts: true),
        Fault(arm, "sum8", "{ sum8: { poly: 2 } }", "7:96", "the key `poly` is unknown"),
        Fault(arm, "sum8", "{ crc8: { poly: 256 } }", "7:102", "from 0 to 255"),
        // Timing that cannot be kept, and heartbeats.
        Fault(arm, "100 ms", "19 ms", "7:60", "2 channels 20 ms apart take 40 ms", schemaAccepts: true),
        Fault(arm, "heartbeat: 100 ms", "heartbeat: 0 ms", "7:60", "from 1 ms to 60 s", schemaAccepts: true),
        Fault(arm, ", heartbeat: 100 ms", "", "7:11", "velocity without a heartbeat"),
        Fault(arm, "heartbeat: 100 ms", "heartbeat: never", "7:60", "or `none`"),
        Fault(
            arm, "position, range", "position, heartbeat: none, range", "8:36", "whose mode is velocity",
            schemaAccepts: true),
        // All channels in one frame.
        Fault(combined, "{slider},", "", "7:8", "does not carry slider", schemaAccepts: true),
        Fault(
            combined, "{slider}", "{slider}{zy}", "7:8", "did you mean `zx`? Expected `{slider}`, `{zx}`",
            schemaAccepts: true),
        Fault(combined, "{slider}", "{value}", "7:8", "expected `{slider}`, `{zx}`", schemaAccepts: true),
        Fault(combined, "\"{slider},{zx:07.2}\"", "[i8, {i8: zx}]", "7:9", "must say whose number"),
        Fault(
            combined, "\"{slider},{zx:07.2}\"", "[{i8: slidr}, {i8: zx}]", "7:14", "did you mean `slider`?",
            schemaAccepts: true),
        Fault(
            combined, "\"{slider},{zx:07.2}\"", "[{i8: slider}, {i8: zx}]", "7:23", "whole numbers", schemaAccepts: true
        ),
        Fault(combined, "-1.5", "-1.255", "6:33", "2 digits after the point at most", schemaAccepts: true),
        Fault(
            combined, "200 ms }", "200 ms, frame: a }", "5:75", "beside the arm's `frame`",
            schemaAccepts: true),
        Fault(
            combined, "[-1.5, 1.5] }", "[-1.5, 1.5], busy: 1 ms/unit }", "6:51", "whole numbers", schemaAccepts: true),
        // The `halt` frame, which stops an arm whose positions are unknown.
        Fault(arm, "channels:", "halt: [1]\nchannels:", "6:7", "one `frame` for all channels"),
        Fault(combined, "{zx:07.2}\"", "{zx:07.2}\"\nhalt: stop{slider}", "8:7", "carries no number"),
        Fault(combined, "{zx:07.2}\"", "{zx:07.2}\"\nhalt: stop{value}", "8:7", "carries no number"),
        Fault(combined, "{zx:07.2}\"", "{zx:07.2}\"\nhalt: [1, u8]", "8:11", "carries no number"),
        Fault(combined, "{zx:07.2}\"", "{zx:07.2}\"\nhalt: [1, { i8: slider }]", "8:11", "carries no number"),
        Fault(combined, "{zx:07.2}\"", "{zx:07.2}\"\nhalt: [1, { u8: zx }]", "8:11", "carries no number"),
        Fault(combined, "{zx:07.2}\"", "{zx:07.2}\"\nhalt: [1, squence]", "8:11", "did you mean `sequence`?"),
        Fault(combined, "{zx:07.2}\"", "{zx:07.2}\"\nhalt: [sum8, 1]", "8:8", "cover nothing", schemaAccepts: true),
        Fault(combined, "{zx:07.2}\"", "{zx:07.2}\"\nhalt: []", "8:7", "an empty list"),
        Fault(
            combined, "{zx:07.2}\"", "{zx:07.2}\"\nhalt: aaaaaaaaaaaaaaaaaaaaa", "8:7",
            "21 bytes, and one write takes 20", schemaAccepts: true),
        Fault(
            combined.replacing("mode: position", with: "mode: velocity, heartbeat: 200 ms"), "{zx:07.2}\"",
            "{zx:07.2}\"\nhalt: a", "8:7", "no channel is a position", schemaAccepts: true),
        Fault(
            "name: a\nlink: { service: ffe0, write: ffe1 }\npacing: { interval: 1 s }\nchannels: ?", "?", "{}", "4:11",
            "`channels` is empty"),
        // Limits.
        Fault(actions, "[10, 170]", "[170, 10]", "5:62", "is inside out", schemaAccepts: true),
        Fault(actions, "[10, 170]", "[90, 90]", "5:62", "one number twice", schemaAccepts: true),
        Fault(actions, "[10, 170]", "[10, 190]", "5:67", "within the range, 0 to 180", schemaAccepts: true),
        Fault(actions, "[10, 170]", "[100, 170]", "5:62", "leaves out 90", schemaAccepts: true),
        Fault(actions, "slew: 60", "slew: 0", "5:79", "more than 0"),
        Fault(actions, "limits:", "send: release, limits:", "5:94", "sent on release", schemaAccepts: true),
        Fault(
            actions, "heartbeat:", "limits: { slew: 1 }, heartbeat:", "7:52", "whose mode is position",
            schemaAccepts: true),
        // The time of a move.
        Fault(actions, "b{value}\\n", "b{value}T{time}", "5:92", "nothing says where it ends", schemaAccepts: true),
        Fault(actions, "b{value}\\n", "b{value}T{time:.2}\\n", "5:92", "whole number of milli", schemaAccepts: true),
        Fault(actions, "g{value:.1}\\n", "g{value:.1}T{time}\\n", "6:9", "add `limits: { slew", schemaAccepts: true),
        Fault(actions, "w{value}\\n", "w{value}T{time}\\n", "7:10", "take `time` out", schemaAccepts: true),
        Fault(actions, "[0x4C, 10]", "[0x4C, {u8: {time: 1 ms}}]", "10:26", "carries no number"),
        Fault(timed, "{u8: {time: 1 ms}}", "{u8: {tim: 1 ms}}", "8:87", "did you mean `time`?"),
        Fault(timed, "{u8: {time: 1 ms}}", "{f32le: {time: 1 ms}}", "8:81", "a time is a whole number"),
        // Actions.
        Fault(actions, "sets: { base: 90, grip: 2.5 }, ", "", "9:9", "may move the arm and has no `sets`"),
        Fault(actions, "busy: 2 s, ", "", "9:9", "has no `busy`"),
        Fault(actions, ", release: \"X\\n\"", "", "9:9", "has no `release`"),
        Fault(actions, "moves: false", "moves: false, release: X", "10:54", "is for an action that moves"),
        Fault(actions, "base: 90", "bass: 90", "9:33", "did you mean `base`?", schemaAccepts: true),
        Fault(actions, "base: 90", "base: 190", "9:39", "within the range", schemaAccepts: true),
        Fault(actions, "base: 90", "base: 175", "9:39", "outside of the travel of base", schemaAccepts: true),
        Fault(actions, "frame: \"H\\n\"", "frame: \"H{value}\\n\"", "9:18", "carries no number"),
        Fault(
            actions, "release: \"X\\n\"", "release: \"H\\n\"", "9:9", "would send the action again", schemaAccepts: true
        ),
        Fault(
            combined, "frame: \"{slider},{zx:07.2}\"",
            "actions: { home: { frame: H, sets: { zx: 1 }, busy: 1 s, release: X } }\nframe: \"{slider},{zx:07.2}\"",
            "7:18",
            "carries them with each stop", schemaAccepts: true),
        Fault(arm, "  zx:", "  step:", "8:3", "a channel cannot be called `step`"),
        Fault(actions, "  light:", "  grip:", "10:3", "is a channel and an action", schemaAccepts: true),
        Fault(
            actions, "  light:", (1...4).map { "  a\($0): { frame: A, moves: false }\n" }.joined() + "  light:", "9:3",
            "an arm has 8 of both", schemaAccepts: true),
        // Reports.
        Fault(actions, ", notify: ffe1", "", "12:3", "`link` has no `notify`"),
        Fault(actions, "{base} {grip}", "{bass}", "12:13", "did you mean `base`?", schemaAccepts: true),
        Fault(actions, "{base} {grip}", "{base}{grip}", "12:13", "nothing separates `{base}`", schemaAccepts: true),
        Fault(actions, "POS {base} {grip}", "POS", "12:13", "has no channel's number", schemaAccepts: true),
        Fault(actions, "POS {base}", "{base}", "12:13", "begins with no text of its own", schemaAccepts: true),
        Fault(actions, "ERR {*}", "ERR {*} now", "13:11", "put it at the end", schemaAccepts: true),
        Fault(
            arm, "range: [-100, 100], frame: \"X{value}\"",
            "range: [-100, 100], zero: 50, frames: { negative: \"L{value}\", zero: \(long), positive: \"R{value}\" }",
            "8:63", "the longest frame has 21 bytes", schemaAccepts: true),
        // A serial port.
        Fault(arm, service, "  serial: /dev/ttyUSB0", "3:3", "`link` has no key `baud`"),
        Fault(arm, service, "  serial: ttyUSB0\n  baud: 9600", "3:11", "the path of a serial port"),
        Fault(arm, service, "  serial: /dev/ttyUSB0\n  baud: 100", "4:9", "from 300 to 4000000"),
        Fault(arm, service, service + "\n  baud: 9600", "5:9", "belongs to a serial port"),
        Fault(arm, service, service + "\n  serial: /dev/ttyUSB0\n  baud: 9600", "3:12", "an arm has one link"),
        Fault(
            arm, service, "  serial: /dev/ttyUSB0\n  baud: 9600\n  reset: 0 s", "5:10", "from 1 ms to 30 s",
            schemaAccepts: true),
        // Messages of bytes, and the question for them.
        Fault(
            actions, "\"POS {base} {grip}\"", "[0x55, any, {u8: bass}]", "12:30", "did you mean `base`?",
            schemaAccepts: true),
        Fault(
            actions, "\"POS {base} {grip}\"", "[0x55, any, {u8: base}]", "12:13", "two that tell it from others",
            schemaAccepts: true),
        Fault(actions, "\"POS {base} {grip}\"", "[0x55, 0x55, sequence]", "12:26", "cannot be expected in a report"),
        Fault(
            actions, "\"POS {base} {grip}\"", "[0x55, 0x55, any]", "12:13", "has no channel's number",
            schemaAccepts: true),
        Fault(
            actions, "reports:\n", "reports:\n  ask: { send: [1], every: 5 ms }\n", "12:28", "from 20 ms to 60 s",
            schemaAccepts: true),
        Fault(
            actions, "  position: \"POS {base} {grip}\"\n", "  ask: { send: [1], every: 1 s }\n", "12:8",
            "has no answer", schemaAccepts: true),
        Fault(
            actions, "reports:\n", "reports:\n  answers: { each: OK, within: 5 ms }\n", "12:32", "from 50 ms to 30 s",
            schemaAccepts: true),
        // Steps.
        Fault(arm, "channels:", "begin: []\nchannels:", "6:8", "`begin` is empty"),
        Fault(arm, "channels:", "begin: [{ send: [1], wait: 1 s }]\nchannels:", "6:9", "either `send` or `wait`"),
        Fault(arm, "channels:", "begin: [{ wait: 1 s, moves: true }]\nchannels:", "6:29", "put it beside `send`"),
        Fault(arm, "channels:", "begin: [{ send: [u8] }]\nchannels:", "6:18", "carries no number"),
        Fault(
            arm, "channels:", "begin: [{ send: [sequence] }]\nchannels:", "6:17", "has no `sequence`",
            schemaAccepts: true),
        Fault(
            arm, "channels:", "begin: [{ send: \"\(long)\" }]\nchannels:", "6:17", "has 21 bytes", schemaAccepts: true),
        Fault(
            arm, "channels:", "begin: [{ wait: 20 s }, { wait: 20 s }]\nchannels:", "6:8", "over 30 s",
            schemaAccepts: true),
        Fault(arm, "channels:", "end: [{ wait: 600 ms }]\nchannels:", "6:6", "over 500 ms", schemaAccepts: true),
        Fault(arm, "channels:", "end: [{ send: [1], moves: true }]\nchannels:", "6:20", "`moves`"),
        Fault(
            arm, "channels:", "begin: [{ send: x }, { expect: OK }]\nchannels:", "6:32", "has no `notify`",
            schemaAccepts: true),
        Fault(
            arm, "channels:", "begin: [{ send: [1], within: 1 s }]\nchannels:", "6:30", "put it beside `expect`"),
        Fault(
            actions, "actions:", "begin: [{ expect: OK }]\nactions:", "8:8", "put one before it", schemaAccepts: true),
        // Parking.
        Fault(
            actions, "actions:", "park: { wheel: 0 }\nactions:", "8:9", "is not a position of this arm",
            schemaAccepts: true),
        Fault(actions, "actions:", "park: { bas: 20 }\nactions:", "8:9", "did you mean `base`?", schemaAccepts: true),
        Fault(
            actions, "actions:", "park: { base: 5 }\nactions:", "8:15", "outside of `limits.travel`",
            schemaAccepts: true),
        Fault(actions, "actions:", "park: { grip: 2 }\nactions:", "8:15", "`limits.slew`", schemaAccepts: true),
        Fault(
            actions, "actions:", "park: { base: 20, within: 61 s }\nactions:", "8:27", "60 s", schemaAccepts: true),
        // Silence.
        Fault(arm, "channels:", "silence: { after: 1 s, does: home }\nchannels:", "6:10", "add `keep alive`"),
        Fault(arm, "channels:", "silence: { after: 1 s, does: homes }\nchannels:", "6:30", "did you mean `home`?"),
        Fault(
            arm, "channels:", "keep alive: 1 s\nsilence: { after: 1 s, does: stop }\nchannels:", "6:13",
            "comes too late",
            schemaAccepts: true),
        Fault(
            combined, "channels:", "silence: { after: 1 s, does: limp }\nchannels:", "4:10", "add a `halt` frame",
            schemaAccepts: true),
    ]

    private static let long = String(repeating: "Z", count: 21)
    private static let service = "  service: ffe0\n  write: ffe1"
}
