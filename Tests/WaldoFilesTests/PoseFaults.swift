extension Fault {
    private static let posed = Samples.posed

    /// What an arm file is refused for because of its `pose`.
    static let ofPoses: [Fault] = [
        Fault(posed, "  accuracy: 5 mm\n", "", "13:3", "`pose` has no key `accuracy`"),
        Fault(posed, "accuracy: 5 mm", "acuracy: 5 mm", "14:3", "did you mean `accuracy`?"),
        Fault(posed, "accuracy: 5 mm", "accuracy: 0 mm", "14:13", "more than zero"),
        Fault(posed, "accuracy: 5 mm", "accuracy: 5", "14:13", "a length such as `120 mm`"),
        Fault(posed, "accuracy: 5 mm", "accuracy: 5 km", "14:13", "a length such as `120 mm`"),
        Fault(posed, "accuracy: 5 mm", "accuracy: 100001 m", "14:13", "is the unit right?", schemaAccepts: true),
        Fault(posed, "source: a ruler", "source: ", "13:10", "`pose.source` is empty"),
        Fault(posed, "settle: 300 ms", "settle: 61 s", "15:11", "from 0 s to 60 s", schemaAccepts: true),
        // Joints.
        Fault(posed, "- { move: z, length: 60 mm }", "- 60 mm", "18:7", "expected the keys `turn`"),
        Fault(posed, "{ move: z, length: 60 mm }", "{ length: 60 mm }", "18:7", "neither `turn` nor `move`"),
        Fault(
            posed, "{ move: z, length: 60 mm }", "{ move: z, turn: z, length: 60 mm }", "18:15",
            "and `turn` exclude each other"),
        Fault(posed, "{ move: z, length: 60 mm }", "{ move: w, length: 60 mm }", "18:15", "`x` or `y` or `z`"),
        Fault(posed, "{ move: z, length: 60 mm }", "{ move: z }", "18:7", "has no key `length`"),
        Fault(posed, "length: 60 mm", "length: 60 deg", "18:26", "a length such as"),
        Fault(posed, "length: 60 mm", "angle: 60 deg", "18:25", "is not for `move`"),
        Fault(posed, "angle: 90 deg", "angle: 90", "21:25", "an angle such as"),
        Fault(posed, "angle: 90 deg", "angle: 90 deg, error: 1 deg", "21:40", "is for a joint with `by`"),
        Fault(posed, "by: base", "by: bass", "19:22", "did you mean `base`?", schemaAccepts: true),
        Fault(posed, "by: base", "by: home", "19:22", "is no channel of this arm", schemaAccepts: true),
        Fault(posed, "unit: -1.5 deg", "unit: 0 deg", "19:34", "would not move", schemaAccepts: true),
        Fault(posed, "unit: -1.5 deg", "unit: -1.5 mm", "19:34", "an angle such as"),
        Fault(posed, "unit: -1.5 deg, ", "", "19:7", "has no key `unit`"),
        Fault(posed, "zero: 100", "zero: 100.5", "19:50", "with 0 digits after the point", schemaAccepts: true),
        Fault(posed, "zero: 100", "frame: 1 deg", "19:51", "is for a velocity, and base is a position"),
        Fault(posed, "frame: 0.5 mm", "unit: 0.5 mm", "22:35", "is for a position, and reach is a velocity"),
        Fault(posed, "frame: 0.5 mm, error: 0.2 mm, home: home", "home: home", "22:7", "add `frame`"),
        Fault(posed, "error: 0.2 mm, ", "", "22:7", "has no key `error`"),
        Fault(posed, "error: 0.2 mm", "error: 20 %", "22:51", "a length such as"),
        Fault(posed, "frame: 0.5 mm, ", "frame: 0.5 mm, rate: 1 mm/s, ", "22:50", "stands beside `frame`"),
        Fault(posed, "home: home", "home: hom", "22:65", "did you mean `home`?", schemaAccepts: true),
        Fault(posed, "home: home", "home: base", "22:65", "is no action of this arm that moves", schemaAccepts: true),
        Fault(posed, "rate: 3 deg/s", "rate: 3 deg", "23:35", "a rate of turn such as"),
        Fault(posed, "error: 20 %", "error: 3 deg", "23:51", "a percentage from"),
        Fault(posed, "holds: 0.5 s", "holds: 0 s", "23:64", "from 1 ms to 3600 s", schemaAccepts: true),
        Fault(
            posed, "    - { move: z, length: 60 mm }\n",
            String(repeating: "    - { move: z, length: 60 mm }\n", count: 28), "18:5", "32 are taken at most"),
        // Wheels.
        Fault(posed, "right: wheel", "right: base", "16:32", "wheels have velocities", schemaAccepts: true),
        Fault(posed, "right: wheel", "right: track", "16:32", "name the same channel", schemaAccepts: true),
        Fault(posed, "width: 150 mm, ", "", "16:10", "has no key `width`"),
        Fault(posed, "width: 150 mm", "width: 0 mm", "16:60", "more than zero"),
        Fault(posed, "width: 150 mm", "turn unit: 1 deg/s", "16:53", "the key `turn unit` is unknown"),
        Fault(posed, "unit: 2 mm/s", "unit: 2 deg/s", "16:45", "a speed such as"),
        Fault(posed, "joints:\n", "joint:\n", "17:3", "did you mean `joints`?"),
        Fault(
            Samples.arm, "channels:", "pose: { accuracy: 1 mm }\nchannels:", "6:7", "`pose` is moved by no channel"),
        Fault(
            Samples.arm, "channels:", "pose: { accuracy: 1 mm, joints: [{ move: x, length: 1 m }] }\nchannels:", "6:33",
            "`pose.joints` is moved by no channel", schemaAccepts: true),
    ]
}
