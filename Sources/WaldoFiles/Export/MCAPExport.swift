public import WaldoCore
internal import WaldoTime

/// Exports a recording as an MCAP file, for Foxglove, rosbag2 and other readers of that container.
public final class MCAPExport {
    private let writer: MCAPWriter
    private let clock: WallTime
    private let arm: Arm
    private let names: [ControlFields]
    private var lastControls: ControlSample?
    private var data: [UInt8] = []

    /// Messages written so far.
    public var messages: Int { Int(writer.messages) }

    /// Creates the file and writes its header and metadata.
    /// - Throws: why the file cannot be created or written.
    public init(_ path: String, of reader: RecordingReader) throws(ExportError) {
        let header = reader.header
        clock = WallTime(started: header.started)
        arm = reader.arm
        names = reader.mapping.controls.map(ControlFields.init)
        let facts =
            [
                ("waldo", header.version), ("started", clock.text(.clockStart)), ("arm", header.arm.name),
                ("arm file", header.arm.text), ("mapping", header.mapping.name), ("mapping file", header.mapping.text),
                ("input", header.input.name), ("place", header.input.place),
            ] + Self.facts(header.link)
        writer = try MCAPWriter(
            ExportFile(path), library: "waldo \(header.version)",
            topics: MCAPTopics.allCases.map { $0.topic(of: reader.arm, by: reader.mapping) },
            facts: ("waldo", facts))
    }

    private static func facts(_ link: RecordingHeader.Link?) -> [(String, String)] {
        switch link {
        case .none: []
        case .shield: [("link", "shield")]
        case .override: [("link", "override")]
        case .simulation(let options, _): [("link", "simulation"), ("simulation", options)]
        }
    }

    /// Adds the recording's next line.
    /// - Parameter trace: the state of the controls after the line.
    /// - Throws: why the file cannot be written.
    public func export(_ line: RecordedLine, _ trace: ControlTrace) throws(ExportError) {
        switch line {
        case .step(let step):
            if case .link(let event) = step.event { try add(event, at: step.at) }
            guard trace.isWhole else { return }
            let controls = trace.controls
            if controls != lastControls { try add(controls, at: step.at) }
            lastControls = controls
        case .command(let command): try add(command)
        case .sensorBytes(let sent): try add(sent.asEvent)
        case .notification(let notification): try add(notification)
        case .event(let event): if event.isWholeEvent { try add(event) }
        }
    }

    /// Writes the summary and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) { try writer.finish() }

    // MARK: messages

    private func add(_ topic: MCAPTopics, at time: Instant, _ body: () -> Void) throws(ExportError) {
        data.removeAll(keepingCapacity: true)
        data.append(UInt8(ascii: "{"))
        body()
        data.append(UInt8(ascii: "}"))
        try writer.add(topic: topic.rawValue, time: UInt64(clock.microseconds(time)) * 1_000, data)
    }

    private func add(_ controls: ControlSample, at time: Instant) throws(ExportError) {
        try add(.controls, at: time) {
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
        }
    }

    private func add(_ recorded: RecordedCommand) throws(ExportError) {
        let command = recorded.command
        try add(.commands, at: recorded.at) {
            text("channel", arm.profiles[command.channel].name)
            units("value", command.value, command.channel)
            for channel in arm.channels {
                let own = channel == command.channel ? command.value : nil
                units(arm.profiles[channel].name, recorded.all?[channel] ?? own, channel)
            }
            bytes(command.frame.bytes)
            text("link", recorded.outcome.word)
        }
    }

    private func add(_ event: LinkEvent, at time: Instant) throws(ExportError) {
        try add(.link, at: time) {
            text("state", event.word)
            text("to", "state machine")
        }
    }

    private func add(_ notification: RecordedNotification) throws(ExportError) {
        try add(.notify, at: notification.at) {
            if let characteristic = notification.characteristic { text("characteristic", "\(characteristic)") }
            bytes(notification.bytes)
        }
    }

    private func add(_ event: RecordedEvent) throws(ExportError) {
        switch event.event {
        case "link":
            try add(.link, at: event.at) {
                text("state", event.state)
                text("to", "screen")
            }
        default:
            try add(.events, at: event.at) {
                text("event", event.event)
                text("state", event.status.map { "\($0)" } ?? event.state)
            }
        }
    }

    // MARK: fields

    private func number(_ key: String, _ value: Double) {
        data.add(key: key)
        data.add(value)
    }

    /// Adds a channel's number; left out when the frame does not carry it.
    private func units(_ key: String, _ value: Int32?, _ channel: Channel) {
        guard let value else { return }
        data.add(key: key)
        data.add(value, decimals: arm.profiles[channel].range.decimals)
    }

    private func flag(_ key: String, _ value: Bool) {
        data.add(key: key)
        data.add(value ? "true" as StaticString : "false")
    }

    private func text(_ key: String, _ word: StaticString) {
        data.add(key: key)
        data.append(UInt8(ascii: "\""))
        data.add(word)
        data.append(UInt8(ascii: "\""))
    }

    private func text(_ key: String, _ text: String) {
        data.add(key: key)
        data.add(quoted: text)
    }

    private func bytes(_ bytes: [UInt8]) {
        data.add(key: "bytes")
        data.append(UInt8(ascii: "\""))
        data.add(hex: bytes)
        data.append(UInt8(ascii: "\""))
        text("text", SafeText.plain(bytes) ?? "")
    }
}

extension RecordedEvent {
    /// Whether the event is complete by itself. `gate` and `position` events hold only a part of the state; the
    /// recorded steps give all of it.
    var isWholeEvent: Bool { event != "gate" && event != "position" }
}
