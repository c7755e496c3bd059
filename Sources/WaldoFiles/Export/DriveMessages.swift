public import WaldoCore

/// Formats what happens in a drive as the messages of its topics. Each function returns the topic; the message is
/// `json` until the next one.
public struct DriveMessages {
    private let arm: Arm
    private let names: [ControlFields]
    private var object = JSONObject()
    /// The latest message, one JSON object.
    public var json: [UInt8] { object.bytes }

    /// Formats messages of a drive of this arm by this mapping.
    public init(of arm: Arm, by mapping: Mapping) {
        self.arm = arm
        names = mapping.controls.map(ControlFields.init)
    }

    /// The state of the controls.
    public mutating func controls(_ controls: ControlSample) -> DriveTopics {
        object.begin()
        for (control, state) in zip(names, controls.controls) {
            object.add(control.x, state.x)
            if let y = control.y { object.add(y, state.y) }
        }
        for (control, state) in zip(names, controls.controls) { object.add(control.touched, state.isTouched) }
        for (control, state) in zip(names, controls.controls) { text(control.gate, state.gate.name) }
        object.add("stopped", controls.isStopped)
        for channel in arm.channels {
            units(arm.profiles[channel].name + "Number", controls.numbers[channel], channel)
        }
        return end(.controls)
    }

    /// A command, and what the link did with it.
    public mutating func command(_ recorded: RecordedCommand) -> DriveTopics {
        object.begin()
        let command = recorded.command
        object.add("channel", whole: arm.profiles[command.channel].name)
        units("value", command.value, command.channel)
        for channel in arm.channels {
            let own = channel == command.channel ? command.value : nil
            units(arm.profiles[channel].name, recorded.all?[channel] ?? own, channel)
        }
        bytes(command.frame.bytes)
        text("link", recorded.outcome.name)
        return end(.commands)
    }

    /// An event of the link that the state machine handled.
    public mutating func link(_ event: LinkEvent) -> DriveTopics {
        object.begin()
        text("state", event.name)
        text("to", "state machine")
        return end(.link)
    }

    /// A notification of the shield.
    public mutating func notification(_ notification: RecordedNotification) -> DriveTopics {
        object.begin()
        if let characteristic = notification.characteristic { object.add("characteristic", whole: "\(characteristic)") }
        bytes(notification.bytes)
        return end(.notify)
    }

    /// Another event; a state of the link is of its topic.
    public mutating func event(_ event: RecordedEvent) -> DriveTopics {
        object.begin()
        guard event.name != .link else {
            object.add("state", whole: event.state)
            text("to", "screen")
            return end(.link)
        }
        object.add("event", whole: event.event)
        object.add("state", whole: event.status.map { "\($0)" } ?? event.state)
        return end(.events)
    }

    // MARK: fields

    private mutating func end(_ topic: DriveTopics) -> DriveTopics {
        object.end()
        return topic
    }

    /// Adds a channel's number; left out when the frame does not carry it.
    private mutating func units(_ key: String, _ value: Int32?, _ channel: Channel) {
        guard let value else { return }
        let decimals = arm.profiles[channel].range.decimals
        object.addJSON(key) { $0.add(value, decimals: decimals) }
    }

    private mutating func text(_ key: String, _ word: StaticString) { object.add(key, whole: "\(word)") }

    private mutating func bytes(_ bytes: [UInt8]) {
        object.add("bytes", whole: HexText.text(of: bytes))
        object.add("text", whole: SafeText.plain(bytes) ?? "")
    }
}

extension RecordedEvent {
    /// Whether the event is complete by itself. `gate` and `position` events hold only a part of the state; the
    /// recorded steps give all of it.
    var isWholeEvent: Bool { name != .gate && name != .position }
}
