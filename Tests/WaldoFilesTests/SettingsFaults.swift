extension Samples {
    static let settings = """
        # Defaults.
        arm: rover
        shield: D3:11:9C:40:7E:02
        adapter: hci1
        input: keyboard
        panel: 127.0.0.1:8713
        record: ~/drives
        sensor: /srv/sensors/mine.yaml
        survey: none

        """
}

extension Fault {
    private static let settings = Samples.settings

    /// What a file of defaults is refused for.
    static let ofSettings: [Fault] = [
        Fault(settings, "shield:", "sheild:", "3:1", "did you mean `shield`?"),
        Fault(settings, "survey:", "position:", "9:1", "the key `position` is unknown in the file; expected `arm`"),
        Fault(settings, "arm: rover", "arm: [rover]", "2:6", "`arm` is a list; expected a text, such as `robot`"),
        Fault(settings, "arm: rover", "arm:", "2:5", "`arm` is empty"),
        Fault(settings, "arm: rover", "arm: ./rover.yaml", "2:6", "a path that begins with `/` or `~/`"),
        Fault(settings, "arm: rover", "arm: rover.yaml", "2:6", "a path that begins with `/` or `~/`"),
        Fault(settings, "arm: rover", "arm: rover\narm: robot", "3:1", "appears more than once", schemaAccepts: true),
        Fault(settings, "/srv/sensors/", "sensors/", "8:9", "a path that begins with `/` or `~/`"),
        Fault(settings, "keyboard", "demo", "5:8", "the demo moves the arm by itself"),
        Fault(settings, "127.0.0.1:8713", "8713", "6:8", "HOST:PORT"),
        Fault(settings, "127.0.0.1:8713", "localhost", "6:8", "HOST:PORT"),
        Fault(settings, "127.0.0.1:8713", "127.0.0.1:99999", "6:8", "HOST:PORT", schemaAccepts: true),
        Fault(settings, "~/drives", "drives", "7:9", "a directory whose path begins with `/` or `~/`"),
        Fault(settings, "survey: none", "survey: ~", "9:9", "a directory whose path"),
        Fault(settings, "hci1", "\"a\\nb\"", "4:10", "on one line", schemaAccepts: true),
        Fault(settings, "hci1", "&a hci1", "4:10", "anchors", schemaAccepts: true),
        Fault(settings, "# Defaults.", "--- 1\n---", "2:1", "a second document"),
        Fault(settings, settings, "arm\n", "1:1", "expected the keys `arm`"),
        Fault(settings, settings, "name: x\nmatch: { kind: gamepad }\n", "1:1", "this is a mapping, and config.yaml"),
        Fault(settings, settings, "name: x\nlink: {}\npacing: {}\n", "1:1", "this is an arm, and config.yaml"),
    ]
}
