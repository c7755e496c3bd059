internal import WaldoCore
internal import WaldoTime

/// Parses the lines of a recording.
struct RecordingParser {
    /// All fields that a line may have, collected in any order.
    private struct Fields {
        var time: Instant?
        var step: UnsafeRawBufferPointer?, event: UnsafeRawBufferPointer?, channel: UnsafeRawBufferPointer?
        var code: UInt16 = 0, value: (units: Int64, decimals: Int)?
        var isDown = false, isMore = false, isTakenOver = false
        var x: Int32 = 0, y: Int32 = 0
        var due: Instant?
        var frames: [UInt8] = []
        var axes: [AxisState] = [], keys: [UInt16] = []
        var bytes = Frame(), allBytes: [UInt8] = []
        var all: [Int32] = [], played: PerChannel<Int32?>, late: Int32 = 0
        var reason: UnsafeRawBufferPointer?, link: UnsafeRawBufferPointer?, by: UnsafeRawBufferPointer?
        var state = "", status: Int32?, characteristic: BluetoothUUID?
    }

    /// Parses a line after the header, of a drive of this arm by this mapping.
    static func line(
        _ bytes: UnsafeRawBufferPointer, of arm: Arm, by mapping: Mapping
    ) throws(JSONFault) -> RecordedLine {
        var cursor = JSONCursor(bytes)
        let fields = try fields(&cursor, arm)
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

    private static func fields(_ cursor: inout JSONCursor, _ arm: Arm) throws(JSONFault) -> Fields {
        var fields = Fields(played: PerChannel(repeating: nil, for: arm.channels))
        try cursor.object { (key, cursor) throws(JSONFault) in
            switch key {
            case "t": fields.time = Instant(microseconds: try cursor.integer())
            case "step": fields.step = try cursor.rawString()
            case "code": fields.code = try cursor.integer()
            case "value": fields.value = try cursor.decimal()
            case "due": fields.due = Instant(microseconds: try cursor.integer())
            case "channel": fields.channel = try cursor.rawString()
            case "bytes": try readBytes(&cursor, &fields)
            case "link": fields.link = try cursor.rawString()
            case "event": fields.event = try cursor.rawString()
            default: try readRare(key, &cursor, &fields, arm)
            }
        }
        try cursor.end()
        return fields
    }

    private static func readRare(
        _ key: UnsafeRawBufferPointer, _ cursor: inout JSONCursor, _ fields: inout Fields, _ arm: Arm
    ) throws(JSONFault) {
        switch key {
        case "down": fields.isDown = try cursor.flag()
        case "late": fields.late = try cursor.integer()
        case "numbers": try readNumbers(&cursor, &fields)
        // In recordings of waldo 0.1.0, each number under the name of its channel.
        case "slider", "zx", "zy":
            let number = try whole(&cursor)
            if let channel = channel(named: key, of: arm) { fields.played[channel] = number }
        case "right": fields.x = try whole(&cursor) ?? 0
        case "up": fields.y = try whole(&cursor) ?? 0
        case "more": fields.isMore = try cursor.flag()
        case "frames": try cursor.list { (cursor) throws(JSONFault) in fields.frames.append(try cursor.integer()) }
        case "taken over": fields.isTakenOver = try cursor.flag()
        case "reason": fields.reason = try cursor.rawString()
        case "by": fields.by = try cursor.rawString()
        case "state": fields.state = try cursor.string()
        case "status": fields.status = try cursor.integer()
        case "characteristic": fields.characteristic = try uuid(&cursor)
        case "all":
            try cursor.list { (cursor) throws(JSONFault) in fields.all.append(try cursor.integer()) }
        case "keys":
            try cursor.list { (cursor) throws(JSONFault) in fields.keys.append(try cursor.integer()) }
        case "axes":
            try cursor.list { (cursor) throws(JSONFault) in
                var numbers: [Int32] = []
                try cursor.list { (cursor) throws(JSONFault) in numbers.append(try cursor.integer()) }
                guard numbers.count == 4, let code = UInt16(exactly: numbers[0]) else {
                    throw cursor.fault("[code, minimum, maximum, value] of an axis")
                }
                fields.axes.append(AxisState(code, minimum: numbers[1], maximum: numbers[2], value: numbers[3]))
            }
        default: try cursor.skipValue()
        }
    }

    /// A number of a `played` step; nil for a decimal fraction, which events have in fields of the same names.
    private static func whole(_ cursor: inout JSONCursor) throws(JSONFault) -> Int32? {
        let (units, decimals) = try cursor.decimal()
        return decimals == 0 ? Int32(exactly: units) : nil
    }

    /// Reads the numbers of a `played` step: one for each channel, or null.
    private static func readNumbers(_ cursor: inout JSONCursor, _ fields: inout Fields) throws(JSONFault) {
        var index = 0
        try cursor.list { (cursor) throws(JSONFault) in
            let number: Int32? = cursor.takesNull() ? nil : try cursor.integer()
            guard index < fields.played.channels.count else { throw cursor.fault("a number for each channel") }
            fields.played[Channel(index)] = number
            index += 1
        }
    }

    private static func uuid(_ cursor: inout JSONCursor) throws(JSONFault) -> BluetoothUUID {
        let start = cursor.position
        guard let uuid = BluetoothUUID(String(decoding: try cursor.rawString(), as: UTF8.self)) else {
            throw JSONFault(position: start, expected: "a Bluetooth UUID")
        }
        return uuid
    }

    /// Reads `bytes` of any length: a notification may be longer than a frame.
    private static func readBytes(_ cursor: inout JSONCursor, _ fields: inout Fields) throws(JSONFault) {
        var frame = Frame(), rest: [UInt8] = []
        try cursor.hex { byte in
            if frame.count < Frame.capacity { frame.append(byte) } else { rest.append(byte) }
        }
        fields.bytes = frame
        fields.allBytes = rest.isEmpty ? [] : frame.bytes + rest
    }

    // MARK: steps

    private static func event(
        _ word: UnsafeRawBufferPointer, _ fields: Fields, _ mapping: Mapping, _ cursor: JSONCursor
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
        case "sensor": return .sensor(fields.bytes)
        case "shutdown": return .shutdown
        default: return .finger(try finger(word, fields, mapping, cursor))
        }
    }

    private static func finger(
        _ word: UnsafeRawBufferPointer, _ fields: Fields, _ mapping: Mapping, _ cursor: JSONCursor
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

    private static func reason(_ fields: Fields, _ cursor: JSONCursor) throws(JSONFault) -> HaltReason {
        for reason in HaltReason.allCases where fields.reason.map({ reason.name ~= $0 }) == true { return reason }
        throw cursor.fault("the `reason` of a halt")
    }

    /// What holds a stop; nil: the step does not say.
    private static func source(_ fields: Fields, _ cursor: JSONCursor) throws(JSONFault) -> StopSource? {
        guard let word = fields.by else { return nil }
        for source in StopSource.allCases where source.name ~= word { return source }
        throw cursor.fault("`by`: terminal, repeated-key or page")
    }

    private static func channel(named word: UnsafeRawBufferPointer, of arm: Arm) -> Channel? {
        arm.channels.first { word.elementsEqual(arm.profiles[$0].name.utf8) }
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
        _ word: UnsafeRawBufferPointer, _ fields: Fields, _ arm: Arm, _ cursor: JSONCursor, at time: Instant
    ) throws(JSONFault) -> RecordedCommand {
        guard let channel = channel(named: word, of: arm) else {
            throw cursor.fault("a channel of the arm: \(arm.profiles.list.map(\.name).joined(separator: ", "))")
        }
        guard let value = fields.value, let number = Int32(exactly: value.units), fields.allBytes.isEmpty else {
            throw cursor.fault("the `value` and the `bytes` of a command")
        }
        let command = Command(
            channel: channel, value: number, decimals: value.decimals, frame: fields.bytes)
        var recorded = RecordedCommand(at: time, command: command)
        recorded.all = try all(fields.all, arm, cursor)
        recorded.outcome = try outcome(fields, cursor)
        return recorded
    }

    private static func outcome(_ fields: Fields, _ cursor: JSONCursor) throws(JSONFault) -> WriteOutcome {
        for outcome in WriteOutcome.allCases where fields.link.map({ outcome.name ~= $0 }) == true { return outcome }
        throw cursor.fault("what the `link` did with it")
    }
}
