import WaldoCore
import WaldoTime

/// Parses the lines of a recording.
struct RecordingParser {
    /// Parses a line after the header, of a drive of this arm by this mapping.
    static func line(
        _ bytes: UnsafeRawBufferPointer, of arm: Arm, by mapping: Mapping
    ) throws(JSONFault) -> RecordedLine {
        var cursor = JSONCursor(bytes)
        let fields = try RecordedFields(&cursor, arm)
        guard let time = fields.time else { throw cursor.fault("the time `t`") }
        if let step = fields.step {
            return .step(RecordedStep(at: time, event: try event(step, fields, mapping, cursor), due: fields.due))
        }
        if let channel = fields.channel { return .command(try command(channel, fields, arm, cursor, at: time)) }
        guard let word = fields.event else { throw cursor.fault("a `step`, a `channel` or an `event`") }
        let event = RecordedEvent(
            at: time, event: String(decoding: word, as: UTF8.self),
            state: (fields.reason ?? fields.by).map { String(decoding: $0, as: UTF8.self) } ?? fields.state,
            status: fields.status)
        switch event.name {
        case .notify:
            let bytes = fields.allBytes.isEmpty ? fields.bytes.bytes : fields.allBytes
            return .notification(
                RecordedNotification(at: time, characteristic: fields.characteristic, bytes: bytes))
        case .bytes:
            let outcome = try outcome(fields, cursor)
            return .bytes(RecordedBytes(at: time, bytes: fields.bytes, outcome: outcome))
        case .stop, .resume, .halt, .dropped, .profile, .precision, .gate, .parking, .position, .fence, .joint, .link,
            .input, .battery, .note, .spot, .delivery, .end, .failsafe, nil:
            return .event(event)
        }
    }

    /// The numbers of a frame that carries all channels; nil for another frame. Recordings of waldo 0.1.0 always have
    /// three of them, for the channels of the default arm.
    private static func all(
        _ numbers: [Int32], _ arm: Arm, _ cursor: JSONCursor
    ) throws(JSONFault) -> PerChannel<Int32>? {
        if numbers.isEmpty { return nil }
        if numbers.count == arm.channels.count { return PerChannel(numbers) }
        let indices = arm.channels.compactMap { ChannelNames.classic.firstIndex(of: arm.profiles[$0].name) }
        guard numbers.count == ChannelNames.classic.count, indices.count == arm.channels.count else {
            throw cursor.fault("a number for each of the arm's \(arm.channels.count) channels")
        }
        return PerChannel(indices.map { numbers[$0] })
    }

    private static func command(
        _ word: UnsafeRawBufferPointer, _ fields: RecordedFields, _ arm: Arm, _ cursor: JSONCursor, at time: Instant
    ) throws(JSONFault) -> RecordedCommand {
        guard let channel = RecordedFields.channel(named: word, of: arm) else {
            throw cursor.fault("a channel of the arm: \(arm.profiles.list.map(\.name).joined(separator: ", "))")
        }
        guard let value = fields.value, let number = Int32(exactly: value.units), fields.allBytes.isEmpty else {
            throw cursor.fault("the `value` and the `bytes` of a command")
        }
        var frame = fields.bytes
        frame.destination = arm.destination(of: channel)
        let command = Command(channel: channel, value: number, decimals: value.decimals, frame: frame)
        var recorded = RecordedCommand(at: time, command: command)
        recorded.all = try all(fields.all, arm, cursor)
        recorded.outcome = try outcome(fields, cursor)
        return recorded
    }

    private static func outcome(_ fields: RecordedFields, _ cursor: JSONCursor) throws(JSONFault) -> WriteOutcome {
        for outcome in WriteOutcome.allCases where fields.link.map({ outcome.name ~= $0 }) == true { return outcome }
        throw cursor.fault("what the `link` did with it")
    }
}
