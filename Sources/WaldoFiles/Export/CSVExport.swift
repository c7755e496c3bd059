public import WaldoCore
import WaldoTime

/// Exports a recording's commands and events as a table (RFC 4180, UTF-8, with a header, lines ended by CR LF), in the
/// order of the recording; an empty field means no value. A text that begins with `=`, `+`, `-`, `@`, a tab or CR gets
/// an apostrophe in front, because a spreadsheet would evaluate it as a formula; numbers stay as they are. Gate and
/// position events are left out: see `RecordedEvent.isWholeEvent`.
///
/// | column | in | |
/// |---|---|---|
/// | `t` | all | seconds since the recording began |
/// | `time` | all | the same as UTC wall-clock time, ISO 8601 |
/// | `kind` | all | `command`, or an event's name: `halt`, `link`, ...; `simulation` begins a simulated drive |
/// | `channel` | commands | the channel that the command was sent for |
/// | `value` | commands | that channel's number |
/// | one for each channel of the arm, such as `slider` | commands | the number of each channel that the frame carries |
/// | `bytes` | commands, `notify` | in hexadecimal |
/// | `text` | commands, `notify` | the bytes where all are printable ASCII |
/// | `link` | commands | what the link did with it: `written`, `written-last`, `in-flight`, `refused` or `gone` |
/// | `state` | events | the new state, the reason of a halt, the exit status of the end, the simulation's options |
/// | `characteristic` | `notify` | the UUID of the characteristic that notified; recordings of waldo 0.1.0 lack it |
public final class CSVExport {
    /// The table's columns for an arm.
    static func columns(of arm: Arm) -> [String] {
        ["t", "time", "kind", "channel", "value"] + arm.profiles.list.map(\.name)
            + ["bytes", "text", "link", "state", "characteristic"]
    }

    private let file: ExportFile
    private let clock: WallTime
    private let profiles: PerChannel<ChannelProfile>
    private var row: [UInt8] = []
    /// Rows written so far, without the header.
    public private(set) var rows = 0

    /// Creates the file and writes the table's header.
    /// - Throws: why the file cannot be created or written.
    public init(_ path: String, of reader: RecordingReader) throws(ExportError) {
        file = try ExportFile(path)
        clock = WallTime(started: reader.header.started)
        profiles = reader.arm.profiles
        row.add(Self.columns(of: reader.arm).joined(separator: ","))
        try end()
        rows = 0
        if let options = reader.header.simulation { try add(simulation: options) }
    }

    /// A table of a simulated drive begins with a row that states it.
    private func add(simulation options: String) throws(ExportError) {
        begin(.clockStart, "simulation")
        for _ in 0..<5 + profiles.channels.count { comma() }
        field(options)
        comma()
        try end()
    }

    /// Adds the recording's next line, if it is a command or a whole event.
    /// - Throws: why the file cannot be written.
    public func export(_ line: RecordedLine) throws(ExportError) {
        switch line {
        case .step: break
        case .command(let command): try add(command)
        case .bytes(let sent): try add(sent.asEvent)
        case .notification(let notification): try add(notification)
        case .event(let event): if event.isWholeEvent { try add(event) }
        }
    }

    /// Writes what is still buffered and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) { try file.finish() }

    private func begin(_ time: Instant, _ kind: String) {
        row.add(time.microseconds, decimals: 6)
        field(clock.text(time))
        field(kind)
    }

    private func add(_ recorded: RecordedCommand) throws(ExportError) {
        let command = recorded.command
        let bytes = command.frame.bytes
        begin(recorded.at, "command")
        field(profiles[command.channel].name)
        comma()
        row.add(command.value, decimals: command.decimals)
        for channel in profiles.channels {
            comma()
            if let all = recorded.all {
                row.add(all[channel], decimals: profiles[channel].range.decimals)
            } else if channel == command.channel {
                row.add(command.value, decimals: command.decimals)
            }
        }
        add(bytes)
        field("\(recorded.outcome.name)")
        for _ in 0..<2 { comma() }
        try end()
    }

    private func add(_ notification: RecordedNotification) throws(ExportError) {
        begin(notification.at, "notify")
        for _ in 0..<2 + profiles.channels.count { comma() }
        add(notification.bytes)
        for _ in 0..<2 { comma() }
        field(notification.characteristic?.description ?? "")
        try end()
    }

    private func add(_ event: RecordedEvent) throws(ExportError) {
        begin(event.at, event.event)
        for _ in 0..<5 + profiles.channels.count { comma() }
        if let status = event.status {
            comma()
            row.add(status)
        } else {
            field(event.state)
        }
        comma()
        try end()
    }

    private func add(_ bytes: [UInt8]) {
        comma()
        row.add(hex: bytes)
        field(SafeText.plain(bytes) ?? "")
    }

    private func comma() { row.append(UInt8(ascii: ",")) }

    private func field(_ text: String) {
        comma()
        row.add(csv: text)
    }

    private func end() throws(ExportError) {
        row.add("\r\n" as StaticString)
        try file.write(row)
        row.removeAll(keepingCapacity: true)
        rows += 1
    }
}

extension [UInt8] {
    /// A text field of the table: quoted where it contains a comma, a quote or a line break, and never a formula.
    mutating func add(csv text: String) {
        let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
        let text = isFormula ? "'" + text : text
        guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return add(text) }
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { append(byte) }
            append(byte)
        }
        append(UInt8(ascii: "\""))
    }
}
