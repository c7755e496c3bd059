import WaldoCore
import WaldoFiles

extension StationState {
    /// Reads one field; those of a later version are skipped.
    mutating func read(_ key: UnsafeRawBufferPointer, _ cursor: inout JSONCursor) throws(JSONFault) {
        switch key {
        case "utc": utc = try cursor.integer()
        case "station": station = try Self.text(&cursor) ?? ""
        case "title": title = try Self.text(&cursor)
        case "online": isOnline = try cursor.flag()
        case "arm": arm = try Self.text(&cursor)
        case "sensor": sensor = try Self.text(&cursor)
        case "link": drive.link = try Self.word(&cursor)
        case "mode": drive.mode = try Self.word(&cursor)
        case "stop": drive.stop = try Self.word(&cursor)
        case "value": value = cursor.takesNull() ? nil : try Self.value(&cursor)
        case "gaps": gaps = try cursor.integer()
        case "rows": rows = try cursor.integer()
        case "acknowledged": acknowledged = try cursor.integer()
        default: try cursor.skipValue()
        }
    }

    private static func text(_ cursor: inout JSONCursor) throws(JSONFault) -> String? {
        cursor.takesNull() ? nil : String(try cursor.string().unicodeScalars.prefix(128))
    }

    private static func word<Word: RawRepresentable<String>>(_ cursor: inout JSONCursor) throws(JSONFault) -> Word {
        let position = cursor.position
        guard let word = Word(rawValue: try cursor.string()) else {
            throw JSONFault(position: position, expected: "a word of version 1")
        }
        return word
    }

    private static func value(_ cursor: inout JSONCursor) throws(JSONFault) -> Value {
        var value = Value(stream: "", value: nil, unit: "", utc: nil)
        try cursor.object { (key, cursor) throws(JSONFault) in
            switch key {
            case "stream": value.stream = try text(&cursor) ?? ""
            case "unit": value.unit = try text(&cursor) ?? ""
            case "value": value.value = cursor.takesNull() ? nil : try cursor.double()
            case "utc": value.utc = cursor.takesNull() ? nil : try cursor.integer()
            default: try cursor.skipValue()
            }
        }
        return value
    }
}
