public import WaldoCore

/// Formats what happens in a drive as the messages of its topics. Each function returns the topic; the message is
/// `json` until the next one.
public struct DriveMessages {
    private let arm: Arm
    private let names: [ControlFields]
    /// The latest message, one JSON object.
    public private(set) var json: [UInt8] = []

    /// Formats messages of a drive of this arm by this mapping.
    public init(of arm: Arm, by mapping: Mapping) {
        self.arm = arm
        names = mapping.controls.map(ControlFields.init)
        json.reserveCapacity(1_024)
    }

    /// The state of the controls.
    public mutating func controls(_ controls: ControlSample) -> DriveTopics {
        begin()
        for (control, state) in zip(names, controls.controls) {
            number(control.x, state.x)
            if let y = control.y { number(y, state.y) }
        }
        for (control, state) in zip(names, controls.controls) { flag(control.touched, state.isTouched) }
        for (control, state) in zip(names, controls.controls) { text(control.gate, state.gate.word) }
        flag("stopped", controls.isStopped)
        for channel in arm.channels {
            units(arm.profiles[channel].name + "Number", controls.numbers[channel], channel)
        }
        return end(.controls)
    }

    /// A command, and what the link did with it.
    public mutating func command(_ recorded: RecordedCommand) -> DriveTopics {
        begin()
        let command = recorded.command
        text("channel", arm.profiles[command.channel].name)
        units("value", command.value, command.channel)
        for channel in arm.channels {
            let own = channel == command.channel ? command.value : nil
            units(arm.profiles[channel].name, recorded.all?[channel] ?? own, channel)
        }
        bytes(command.frame.bytes)
        text("link", recorded.outcome.word)
        return end(.commands)
    }

    /// An event of the link that the state machine handled.
    public mutating func link(_ event: LinkEvent) -> DriveTopics {
        begin()
        text("state", event.word)
        text("to", "state machine")
        return end(.link)
    }

    /// A notification of the shield.
    public mutating func notification(_ notification: RecordedNotification) -> DriveTopics {
        begin()
        if let characteristic = notification.characteristic { text("characteristic", "\(characteristic)") }
        bytes(notification.bytes)
        return end(.notify)
    }

    /// Another event; a state of the link is of its topic.
    public mutating func event(_ event: RecordedEvent) -> DriveTopics {
        begin()
        guard event.event != "link" else {
            text("state", event.state)
            text("to", "screen")
            return end(.link)
        }
        text("event", event.event)
        text("state", event.status.map { "\($0)" } ?? event.state)
        return end(.events)
    }

    // MARK: fields

    private mutating func begin() {
        json.removeAll(keepingCapacity: true)
        json.append(UInt8(ascii: "{"))
    }

    private mutating func end(_ topic: DriveTopics) -> DriveTopics {
        json.append(UInt8(ascii: "}"))
        return topic
    }

    private mutating func number(_ key: String, _ value: Double) {
        json.add(key: key)
        json.add(value)
    }

    /// Adds a channel's number; left out when the frame does not carry it.
    private mutating func units(_ key: String, _ value: Int32?, _ channel: Channel) {
        guard let value else { return }
        json.add(key: key)
        json.add(value, decimals: arm.profiles[channel].range.decimals)
    }

    private mutating func flag(_ key: String, _ value: Bool) {
        json.add(key: key)
        json.add(value ? "true" as StaticString : "false")
    }

    private mutating func text(_ key: String, _ word: StaticString) {
        json.add(key: key)
        json.append(UInt8(ascii: "\""))
        json.add(word)
        json.append(UInt8(ascii: "\""))
    }

    private mutating func text(_ key: String, _ text: String) {
        json.add(key: key)
        json.add(quoted: text)
    }

    private mutating func bytes(_ bytes: [UInt8]) {
        json.add(key: "bytes")
        json.append(UInt8(ascii: "\""))
        json.add(hex: bytes)
        json.append(UInt8(ascii: "\""))
        text("text", SafeText.plain(bytes) ?? "")
    }
}

extension RecordedEvent {
    /// Whether the event is complete by itself. `gate` and `position` events hold only a part of the state; the
    /// recorded steps give all of it.
    var isWholeEvent: Bool { event != "gate" && event != "position" }
}
