extension Fault {
    private static let modelled = Samples.modelled

    /// What an arm file is refused for because of its `model`.
    static let ofModels: [Fault] = [
        Fault(modelled, "buffer: 32", "bufer: 32", "26:3", "did you mean `buffer`?"),
        Fault(modelled, "buffer: 32", "buffer: 0", "26:11", "from 1 to 4096"),
        Fault(modelled, "buffer: 32", "buffer: 32 bytes", "26:11", "a whole number"),
        Fault(modelled, "source: a watch", "source:", "25:10", "`model.source` is empty"),
        Fault(modelled, "byte: 1.042 ms", "byte: 0 ms", "27:9", "from 0.001 ms to 100 ms", schemaAccepts: true),
        Fault(modelled, "watchdog: 0.5 s", "watchdog: never", "28:13", "or `none`"),
        Fault(modelled, "buffer: 32", "parser: sketches", "26:11", "did you mean `sketch`?"),
        Fault(modelled, "buffer: 32", "parser: sketch", "26:11", "this arm has other frames", schemaAccepts: true),
        Fault(
            Samples.combined, "frame:", "model: { parser: sketch }\nframe:", "7:18", "this arm has other frames",
            schemaAccepts: true),
        Fault(
            Samples.arm, "channels:", "model: fast\nchannels:", "6:8", "`model` is `fast`; expected the keys `source`"),
        Fault(
            Samples.arm,
            "  slider: { mode: velocity, range: [-100, 100], heartbeat: 100 ms, frame: [0xA5, i8, sum8] }\n",
            "", "6:20", "no channel is one", schemaAccepts: true,
            also: ("channels:", "model: { watchdog: 1 s }\nchannels:")),
        // Channels.
        Fault(
            modelled, "    lift: { speed", "    left: { speed", "31:5", "of this arm; did you mean `lift`? It has ",
            schemaAccepts: true),
        Fault(
            modelled, "    lift: { speed", "    home: { speed", "31:5", "is no channel of this arm", schemaAccepts: true
        ),
        Fault(modelled, "speed: 2.5", "sped: 2.5", "31:13", "did you mean `speed`?"),
        Fault(modelled, "speed: 2.5", "speed: 0", "31:20", "more than 0"),
        Fault(modelled, "speed: 2.5", "speed: 2.5, takes: 1 ms", "31:32", "and `speed` exclude each other"),
        Fault(
            modelled, "speed: 2.5", "rate: 2.5", "31:19", "is for a velocity, and lift is a position",
            schemaAccepts: true),
        Fault(
            modelled, "rate: 45 deg/s", "speed: 5", "33:21", "is for a position, and wheel is a velocity",
            schemaAccepts: true),
        Fault(modelled, "frame: [1, 3], ", "frame: [1, 3], delay: 1 s, ", "32:36", "is for a position"),
        Fault(modelled, "frame: [1, 3]", "frame: [1, 0]", "32:25", "from 1 to 10000"),
        Fault(modelled, "frame: [1, 3]", "frame: []", "32:21", "1 to 16 numbers of steps"),
        Fault(modelled, "frame: [1, 3]", "rate: 1 mm/s", "32:34", "and `rate` exclude each other"),
        Fault(modelled, "step: 0.25 mm", "step: 0 mm", "32:35", "more than zero"),
        Fault(modelled, "step: 0.25 mm", "step: 0.25 deg", "32:35", "a length such as", schemaAccepts: true),
        Fault(modelled, "takes: 30 ms", "takes: 0 ms", "32:51", "from 0.001 ms to 60 s", schemaAccepts: true),
        Fault(modelled, "takes: 5 ms", "takes: 5", "30:20", "a time such as"),
        Fault(modelled, "deaf: 40 ms", "deaf: often", "31:31", "`true`, `false`"),
        Fault(
            modelled, "deaf: false", "deaf: true", "33:36", "a velocity with a `rate` has no end", schemaAccepts: true),
        Fault(modelled, "[10, 170]", "[170, 10]", "30:60", "is inside out", schemaAccepts: true),
        Fault(modelled, "[10, 170]", "[90, 90]", "30:60", "one number twice", schemaAccepts: true),
        Fault(modelled, "[10, 170]", "[10]", "30:60", "the two ends"),
        Fault(modelled, "[10, 170]", "[95, 170]", "30:60", "leaves out where base starts", schemaAccepts: true),
        Fault(modelled, "[10, 170]", "[10.5, 170]", "30:61", "0 digits after the point", schemaAccepts: true),
        Fault(modelled, "-1 cm, 20 mm", "-1 deg, 20 mm", "32:67", "a length such as", schemaAccepts: true),
        Fault(modelled, "start: 1 mm", "start: 1", "32:89", "a length such as", schemaAccepts: true),
        // A velocity that moves no joint, and wheels.
        Fault(
            Samples.arm, "channels:", "model: { channels: { slider: { frame: 2, takes: 1 ms } } }\nchannels:", "6:30",
            "has no `step`", schemaAccepts: true),
        Fault(
            Samples.arm, "channels:", "model: { channels: { slider: { frame: 2, step: 1 } } }\nchannels:", "6:30",
            "has no `takes`", schemaAccepts: true),
        Fault(
            Samples.arm, "channels:", "model: { channels: { slider: { rate: 1 mm/s } } }\nchannels:", "6:38",
            "a number more than 0", schemaAccepts: true),
        Fault(modelled, "rate: 45 deg/s", "limits: [0 deg, 1 deg]", "33:22", "is not for a wheel", schemaAccepts: true),
    ]
}
