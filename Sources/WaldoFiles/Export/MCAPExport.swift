public import WaldoCore
import WaldoTime

/// Exports a recording as an MCAP file, for Foxglove, rosbag2 and other readers of that container.
public final class MCAPExport {
    private let writer: MCAPWriter
    private let clock: WallTime
    private var format: DriveMessages
    private var lastControls: ControlSample?

    /// Messages written so far.
    public var messages: Int { Int(writer.messages) }

    /// Creates the file and writes its header and metadata.
    /// - Throws: why the file cannot be created or written.
    public init(_ path: String, of reader: RecordingReader) throws(ExportError) {
        let header = reader.header
        clock = WallTime(started: header.started)
        format = DriveMessages(of: reader.arm, by: reader.mapping)
        let facts =
            [
                ("waldo", header.version), ("started", clock.text(.clockStart)), ("arm", header.arm.name),
                ("arm file", header.arm.text), ("mapping", header.mapping.name), ("mapping file", header.mapping.text),
                ("input", header.input.name), ("place", header.input.port),
            ] + Self.facts(header.link)
        writer = try MCAPWriter(
            ExportFile(path), library: "waldo \(header.version)",
            topics: DriveTopics.allCases.map { $0.topic(of: reader.arm, by: reader.mapping) },
            facts: ("waldo", facts))
    }

    private static func facts(_ link: RecordingHeader.Link?) -> [(String, String)] {
        switch link {
        case .none: []
        case .arm: [("link", "shield")]
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
            if case .link(let event) = step.event { try add(format.link(event), at: step.at) }
            guard trace.isWhole else { return }
            let controls = trace.controls
            if controls != lastControls { try add(format.controls(controls), at: step.at) }
            lastControls = controls
        case .command(let command): try add(format.command(command), at: command.at)
        case .bytes(let sent): try add(format.event(sent.asEvent), at: sent.at)
        case .notification(let notification): try add(format.notification(notification), at: notification.at)
        case .event(let event): if event.isWholeEvent { try add(format.event(event), at: event.at) }
        }
    }

    /// Writes the summary and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) { try writer.finish() }

    private func add(_ topic: DriveTopics, at time: Instant) throws(ExportError) {
        try writer.add(topic: topic.rawValue, time: UInt64(clock.microseconds(time)) * 1_000, format.json)
    }
}
