internal import WaldoCore
internal import WaldoTime

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
        guard let event = fields.event else { throw cursor.fault("a `step`, a `channel` or an `event`") }
        if "notify" ~= event {
            let bytes = fields.allBytes.isEmpty ? fields.bytes.bytes : fields.allBytes
            return .notification(
                RecordedNotification(at: time, characteristic: fields.characteristic, bytes: bytes))
        }
        if "sensor" ~= event {
            let outcome = try outcome(fields, cursor)
            return .sensorBytes(RecordedSensorBytes(at: time, bytes: fields.bytes, outcome: outcome))
        }
        return .event(
            RecordedEvent(
                at: time, event: String(decoding: event, as: UTF8.self),
                state: fields.reason.map { String(decoding: $0, as: UTF8.self) } ?? fields.state,
                status: fields.status))
    }

    // MARK: steps

    private static func event(
        _ word: UnsafeRawBufferPointer, _ fields: RecordedFields, _ mapping: Mapping, _ cursor: JSONCursor
    ) throws(JSONFault) -> DriveEvent {
        switch word {
        case "axis":
            return .input(.axis(fields.code, try whole(fields.value, of: "an axis", cursor)))
        case "report": return .input(.report(more: fields.isMore))
        case "deadline": return .deadline
        case "key": return .input(.key(fields.code, down: fields.isDown))
        case "ready": return .link(.ready)
        case "busy": return .link(.busy)
        case "refused": return .link(.refused)
        case "held": return .link(.windowFull)
        case "stalled": return .link(.stalled)
        case "flowing": return .link(.flowing)
        case "up": return .link(.up(takenOver: fields.isTakenOver))
        case "opened": return .link(.opened(takenOver: fields.isTakenOver))
        case "last-word": return .link(.failsafe(sent: ZeroCounts(fields.frames)))
        case "down": return .link(.down)
        case "added": return .inputAdded(InputState(axes: fields.axes, keysDown: fields.keys))
        case "resynced": return .inputResynced(InputState(axes: fields.axes, keysDown: fields.keys))
        case "lost": return .inputLost
        case "silent": return .inputSilent
        case "heard": return .inputHeard
        case "stop": return .operator(try source(fields, cursor).map { .stopHeld($0) } ?? .stop)
        case "stop let go":
            guard let source = try source(fields, cursor) else { throw cursor.fault("`by`: what let go of the stop") }
            return .operator(.stopReleased(source))
        case "resume": return .operator(.resume)
        case "recentre": return .operator(.recentre(down: fields.isDown))
        case "precise": return .operator(.precise(fields.isDown))
        case "next profile": return .operator(.nextProfile)
        case "park": return .operator(.park)
        case "halt": return .operator(.halt(try reason(fields, cursor)))
        case "played": return .played(fields.played)
        case "replayed":
            return .replayed(PlayedMotion(fields.played, lateness: .microseconds(Int64(fields.late))))
        case "reported": return .reported(fields.played)
        case "answered": return .answered
        case "sensor": return .sensor(fields.bytes)
        case "shutdown": return .shutdown
        default: return .finger(try finger(word, fields, mapping, cursor))
        }
    }

    private static func finger(
        _ word: UnsafeRawBufferPointer, _ fields: RecordedFields, _ mapping: Mapping, _ cursor: JSONCursor
    ) throws(JSONFault) -> FingerEvent {
        switch word {
        case "panel there": return .there
        case "fingers lost": return .lost
        case "panel gone": return .gone
        default: break
        }
        if let control = control(before: " finger", in: word, mapping) {
            guard !mapping.controls[control.index].isJoystick else { return .moved(control, x: fields.x, y: fields.y) }
            return .deflected(control, try whole(fields.value, of: "a finger", cursor))
        }
        if let control = control(before: " let go", in: word, mapping) { return .released(control) }
        if let control = control(before: " recentred", in: word, mapping) { return .recentred(control) }
        throw cursor.fault("a step that this waldo knows, of a control that the mapping has")
    }

    /// The control whose name stands before this ending.
    private static func control(
        before ending: StaticString, in word: UnsafeRawBufferPointer, _ mapping: Mapping
    ) -> Control? {
        let length = word.count - ending.utf8CodeUnitCount
        guard length > 0, ending ~= UnsafeRawBufferPointer(rebasing: word[length...]) else { return nil }
        return mapping.controls.firstIndex { $0.name.utf8.elementsEqual(word[..<length]) }.map { Control($0) }
    }

    private static func whole(
        _ value: (units: Int64, decimals: Int)?, of what: String, _ cursor: JSONCursor
    ) throws(JSONFault) -> Int32 {
        guard let value, value.decimals == 0, let number = Int32(exactly: value.units) else {
            throw cursor.fault("the whole `value` of \(what)")
        }
        return number
    }

    private static func reason(_ fields: RecordedFields, _ cursor: JSONCursor) throws(JSONFault) -> HaltReason {
        for reason in HaltReason.allCases where fields.reason.map({ reason.name ~= $0 }) == true { return reason }
        throw cursor.fault("the `reason` of a halt")
    }

    /// What holds a stop; nil: the step does not say.
    private static func source(_ fields: RecordedFields, _ cursor: JSONCursor) throws(JSONFault) -> StopSource? {
        guard let word = fields.by else { return nil }
        for source in StopSource.allCases where source.name ~= word { return source }
        throw cursor.fault("`by`: terminal, repeated-key or page")
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
