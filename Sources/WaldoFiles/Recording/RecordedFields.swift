import WaldoCore
import WaldoTime

/// All fields that a line of a recording may have, collected in any order.
struct RecordedFields {
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

    /// Reads a whole line of a drive of this arm.
    init(_ cursor: inout JSONCursor, _ arm: Arm) throws(JSONFault) {
        played = PerChannel(repeating: nil, for: arm.channels)
        try cursor.object { (key, cursor) throws(JSONFault) in
            switch key {
            case "t": time = Instant(microseconds: try cursor.integer())
            case "step": step = try cursor.rawString()
            case "code": code = try cursor.integer()
            case "value": value = try cursor.decimal()
            case "due": due = Instant(microseconds: try cursor.integer())
            case "channel": channel = try cursor.rawString()
            case "bytes": try readBytes(&cursor)
            case "link": link = try cursor.rawString()
            case "event": event = try cursor.rawString()
            default: try readRare(key, &cursor, arm)
            }
        }
        try cursor.end()
    }

    private mutating func readRare(
        _ key: UnsafeRawBufferPointer, _ cursor: inout JSONCursor, _ arm: Arm
    ) throws(JSONFault) {
        switch key {
        case "down": isDown = try cursor.flag()
        case "late": late = try cursor.integer()
        case "numbers": try readNumbers(&cursor)
        // In recordings of waldo 0.1.0, each number under the name of its channel.
        case "slider", "zx", "zy":
            let number = try Self.whole(&cursor)
            if let channel = Self.channel(named: key, of: arm) { played[channel] = number }
        case "right": x = try Self.whole(&cursor) ?? 0
        case "up": y = try Self.whole(&cursor) ?? 0
        case "more": isMore = try cursor.flag()
        case "frames": try cursor.list { (cursor) throws(JSONFault) in frames.append(try cursor.integer()) }
        case "taken over": isTakenOver = try cursor.flag()
        case "reason": reason = try cursor.rawString()
        case "by": by = try cursor.rawString()
        case "state": state = try cursor.string()
        case "status": status = try cursor.integer()
        case "characteristic": characteristic = try Self.uuid(&cursor)
        case "all":
            try cursor.list { (cursor) throws(JSONFault) in all.append(try cursor.integer()) }
        case "keys":
            try cursor.list { (cursor) throws(JSONFault) in keys.append(try cursor.integer()) }
        case "axes":
            try cursor.list { (cursor) throws(JSONFault) in
                var numbers: [Int32] = []
                try cursor.list { (cursor) throws(JSONFault) in numbers.append(try cursor.integer()) }
                guard numbers.count == 4, let code = UInt16(exactly: numbers[0]) else {
                    throw cursor.fault("[code, minimum, maximum, value] of an axis")
                }
                axes.append(AxisState(code, minimum: numbers[1], maximum: numbers[2], value: numbers[3]))
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
    private mutating func readNumbers(_ cursor: inout JSONCursor) throws(JSONFault) {
        var index = 0
        try cursor.list { (cursor) throws(JSONFault) in
            let number: Int32? = cursor.takesNull() ? nil : try cursor.integer()
            guard index < played.channels.count else { throw cursor.fault("a number for each channel") }
            played[Channel(index)] = number
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
    private mutating func readBytes(_ cursor: inout JSONCursor) throws(JSONFault) {
        var frame = Frame(), rest: [UInt8] = []
        try cursor.hex { byte in
            if frame.count < Frame.capacity { frame.append(byte) } else { rest.append(byte) }
        }
        bytes = frame
        allBytes = rest.isEmpty ? [] : frame.bytes + rest
    }

    /// The channel of this name in an arm.
    static func channel(named word: UnsafeRawBufferPointer, of arm: Arm) -> Channel? {
        arm.channels.first { word.elementsEqual(arm.profiles[$0].name.utf8) }
    }
}
