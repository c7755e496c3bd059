public import WaldoCore

/// The mapping for an arm that is driven by a panel alone, and for whose channels no file is at hand.
public enum PanelMapping {
    /// Its name in a recording.
    public static let name = "panel"
    /// What its joystick may be called: the second where an action has the first.
    public static let stickNames = ["joystick", "stick"]

    /// Makes the mapping: the first two positions are one joystick, every other channel is a slider of its name, every
    /// action a button. A lone position is a slider. It is made as a file's text, because a recording holds that.
    /// - Parameter hasStick: whether there is a joystick; else each channel is a slider, as where nobody steers.
    /// - Throws: never for an arm that was read from a file.
    public static func mapping(
        for arm: Arm, hasStick: Bool = true
    ) throws(FileError) -> (value: Mapping, source: SourceText) {
        let source = SourceText(name: name, text: text(for: arm, hasStick: hasStick))
        return (try MappingReader.mapping(from: source.text, file: "panel.yaml (made for the arm)"), source)
    }

    private static func text(for arm: Arm, hasStick: Bool) -> String {
        let positions = arm.movingChannels.filter { arm.profiles[$0].mode == .position }
        let stick = hasStick && positions.count > 1 ? Array(positions.prefix(2)) : []
        var lines: [String] = []
        for channel in arm.movingChannels {
            let name = arm.profiles[channel].name
            if channel == stick.first {
                let other = arm.profiles[stick[1]].name
                let joystick = stickNames[arm.action(named: stickNames[0]) == nil ? 0 : 1]
                lines.append("  \(joystick): { input: none, channels: { x: \(name), y: \(other) } }")
            } else if channel != stick.last {
                lines.append("  \(slider(channel, arm)): { input: none, channel: \(name) }")
            }
        }
        let actions = arm.channels.dropFirst(arm.movingChannels.count).map { "  \(arm.profiles[$0].name): none" }
        if !actions.isEmpty { lines += ["actions:"] + actions }
        return """
            name: Panel
            match: { kind: keyboard }
            controls:
            \(lines.joined(separator: "\n"))
            keys:
              stop: [KEY_SPACE, KEY_ESC]
              resume: [KEY_ENTER, KEY_KPENTER]
              precise: { key: KEY_P, factor: 25 % }

            """
    }

    /// The channel's name, unless a control cannot have it.
    private static func slider(_ channel: Channel, _ arm: Arm) -> String {
        let own = arm.profiles[channel].name
        guard ["joystick", "x", "y", "stopped"].contains(own) else { return own }
        let names = ["slider", "slide", "control"].map { "\($0)-\(channel.index + 1)" }
        return names.first { arm.channel(named: $0) == nil } ?? own
    }
}
