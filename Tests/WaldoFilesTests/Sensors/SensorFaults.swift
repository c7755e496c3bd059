extension Fault {
    private static let binary = SensorSamples.binary
    private static let text = SensorSamples.text
    private static let burst = SensorSamples.burst
    private static let dated = SensorSamples.dated

    /// What a sensor file is refused for.
    static let ofSensors: [Fault] = [
        // Keys, names, and where it is heard.
        Fault(binary, "message:", "mesage:", "5:1", "did you mean `message`?"),
        Fault(binary, "name: Test sensor\n", "", "1:1", "the file has no key `name`"),
        Fault(
            binary, "streams:\n  counts: { over: 1 s, valid: fix }\n", "", "1:1", "no key `streams`",
            schemaAccepts: true),
        Fault(binary, "message:", "messages: {}\nmessage:", "5:11", "and `message` exclude each other"),
        Fault(binary, "service: ffe0", "service: ffe", "2:18", "a Bluetooth UUID"),
        Fault(binary, "[ffe1, ffe4]", "[ffe1, ffe1]", "2:32", "names a characteristic twice"),
        Fault(binary, "[ffe1, ffe4]", "[]", "2:32", "one to eight characteristics"),
        Fault(text, "hear: arm", "hear: shield", "2:7", "`arm`"),
        Fault(binary, "[0xA0, 1]", "[0xA0, 256]", "3:32", "a byte from 0 to 255"),
        Fault(binary, "{ to: ffe2, start", "{ start", "3:6", "no key `to`", schemaAccepts: true),
        Fault(
            binary, "to: ffe2, start: [0xA0, 1], stop: \"X\"", "to: ffe2", "3:6", "neither `start` nor `stop`",
            schemaAccepts: true),
        Fault(
            text, "hear: arm", "hear: arm\nsay: { to: ffe2, start: A }", "3:12",
            "of use only for a sensor with a service", schemaAccepts: true),
        Fault(binary, "every: 500 ms", "every: 500", "4:8", "a time such as"),
        Fault(binary, "every: 500 ms", "every: 500 ms\nmethod: foots", "5:9", "did you mean `foot`?"),
        // Where messages begin and end.
        Fault(binary, "  bytes: 11\n", "", "6:3", "neither `bytes` nor `ends`", schemaAccepts: true),
        Fault(binary, "bytes: 11", "bytes: 0", "6:10", "from 1 to 1024"),
        Fault(binary, "bytes: 11", "bytes: 11\n  ends: 3", "6:10", "`ends` exclude each other", schemaAccepts: true),
        Fault(
            binary, "bytes: 11", "bytes: 10", "12:13", "ends behind the message, which has 10 bytes",
            schemaAccepts: true),
        Fault(
            binary, "range: [-90, 90], unit: deg, if: fix, otherwise: 0", "unit: deg, if: fix", "6:3",
            "nothing shows where", schemaAccepts: true, also: ("range: [-180, 180], ", "")),
        Fault(
            text, "    begins: \"$C,\"\n", "    begins: [\"$C,\", \"$C,\"]\n", "19:21", "this mark twice",
            schemaAccepts: true),
        Fault(text, "    split: \",\"\n", "", "10:14", "there is no `split`", schemaAccepts: true),
        Fault(text, "    columns: [5, 6]\n", "", "6:5", "has no `columns`", schemaAccepts: true),
        Fault(text, "like: one", "like: three", "18:11", "the name of a message above", schemaAccepts: true),
        Fault(
            text, "before: \"*\" ", "", "9:20", "has no `before`", schemaAccepts: true, also: ("from: 1, ", "from: 1")),
        Fault(text, "wrong: flag", "wrong: ignore", "9:53", "`reject` or `flag`"),
        Fault(text, "xor8: {", "xor9: {", "9:14", "did you mean `xor8`?"),
        // Fields.
        Fault(binary, "fix: { bit: 0, at: 0 }", "fix: { at: 0 }", "8:10", "needs one of `bit`", schemaAccepts: true),
        Fault(binary, "{ bit: 0, at: 0 }", "{ bit: 8, at: 0 }", "8:17", "from 0 to 7"),
        Fault(binary, "bits: [1, 3]", "bits: [3, 1]", "9:19", "the lowest and the highest bit", schemaAccepts: true),
        Fault(binary, "u16be: 9,", "u17be: 9,", "12:15", "did you mean `u16be`?"),
        Fault(binary, "u16be: 9,", "u16be: 9, at: 1,", "12:13", "`at` belongs to `bit`", schemaAccepts: true),
        Fault(
            binary, "range: [-90, 90]", "range: [90, -90]", "10:34", "write the smaller number first",
            schemaAccepts: true),
        Fault(
            binary, "if: fix, otherwise: 0", "if: fx, otherwise: 0", "10:60", "did you mean `fix`?", schemaAccepts: true
        ),
        Fault(binary, "if: fix, otherwise: 0", "if: counts", "10:60", "is read after `latitude`", schemaAccepts: true),
        Fault(binary, "if: fix, otherwise: 0", "otherwise: 0", "10:67", "belongs to an `if`", schemaAccepts: true),
        Fault(text, "scale: 1/10", "scale: 1/0", "14:48", "a number or a ratio", schemaAccepts: true),
        Fault(text, "number: 2,", "number: 64,", "14:25", "from 0 to 63"),
        Fault(
            text, "number: 4,", "number: 6,", "16:14", "ends behind the message, which has 6 columns",
            schemaAccepts: true),
        Fault(
            text, "fields: { extra: none }", "fields: { \"a.b\": 1 }", "20:15", "has 1 to 120 characters and no point"),
        // Times.
        Fault(dated, "time: stamp", "time: stam", "3:7", "did you mean `stamp`?", schemaAccepts: true),
        Fault(
            dated, "    check: { xor8: { from: 1, before: \"*\" } }\n", "", "7:11",
            "and there is no `check` in two digits", schemaAccepts: true),
        Fault(dated, "zone: local", "zone: here", "12:72", "`local`, `utc`, or an offset"),
        Fault(dated, "zone: \"+02:00\"", "zone: \"+2\"", "20:56", "`local`, `utc`, or an offset"),
        Fault(dated, "date: \"dd/MM/yyyy\"", "date: \"dd/MM\"", "12:22", "a pattern of yyyy", schemaAccepts: true),
        Fault(dated, "date: \"dd/MM/yyyy\"", "date: \"dd/mm/yyyy\"", "12:22", "a pattern of yyyy", schemaAccepts: true),
        Fault(
            dated, "date: \"dd/MM/yyyy\"", "date: \"dd/MMM/yyyy\"", "12:22", "a pattern of yyyy", schemaAccepts: true),
        Fault(dated, "time: \"HH:mm:ss\"", "time: \"HH:MM\"", "12:42", "a pattern of HH", schemaAccepts: true),
        Fault(dated, "at: [1, 2]", "at: 1", "12:58", "the columns of the date and of the time", schemaAccepts: true),
        Fault(
            dated, "at: [1, 2]", "at: [1, 4]", "12:14", "ends behind the message, which has 4 columns",
            schemaAccepts: true),
        Fault(dated, "{ unix ms: 1 }", "{ unix ms: 1, zone: local }", "19:34", "is not needed", schemaAccepts: true),
        Fault(
            dated, "{ number: 3, unit: count }", "{ number: 3, zone: local }", "13:34", "belongs to a date and time",
            schemaAccepts: true),
        Fault(
            dated, "{ unix ms: 1 }", "{ iso8601: 1, time: \"HH:mm\" }", "19:34", "belongs to a `date`",
            schemaAccepts: true),
        Fault(
            dated, "date: \"yyyy-MM-dd HH:mm\"", "date: \"yyyy-MM-dd\"", "20:23", "has no hour and minute",
            schemaAccepts: true),
        Fault(dated, "time: other", "time: othr", "21:11", "did you mean `other`?", schemaAccepts: true),
        Fault(dated, "at: 2,", "", "20:15", "has no key `at`", schemaAccepts: true),
        Fault(
            binary, "counter: counts", "counter: counts\n  time: counts", "15:9", "dates the lines of a text",
            schemaAccepts: true),
        // Place, counter and streams.
        Fault(binary, "accuracy: 5 m", "accuracy: 5", "13:76", "a length such as `5 m`"),
        Fault(binary, "accuracy: 5 m", "accuracy: 5 m x hdop", "13:76", "one for each of a field", schemaAccepts: true),
        Fault(
            binary, "valid: fix, accuracy", "valid: fix, none: [0], accuracy", "13:72",
            "the latitude and the longitude that mean no place"),
        Fault(
            binary, "valid: fix, accuracy", "valid: fix, none: 0, accuracy", "13:72",
            "the latitude and the longitude that mean no place"),
        Fault(binary, "latitude: latitude,", "latitude: north,", "13:22", "the name of a field", schemaAccepts: true),
        Fault(binary, "counter: counts", "counter: latitude", "14:12", "an unsigned number", schemaAccepts: true),
        Fault(
            binary, "  counts: { over: 1 s, valid: fix }", "  count: { over: 1 s }", "17:10", "did you mean `counts`?",
            schemaAccepts: true),
        Fault(binary, "over: 1 s", "over: 0 s", "17:19", "a time from", schemaAccepts: true),
        Fault(text, "of: one.counts", "of: three.counts", "22:17", "no message has the field", schemaAccepts: true),
        // Bursts.
        Fault(burst, "rows: count, most: 8,", "rows: count,", "8:10", "has no key `most`", schemaAccepts: true),
        Fault(burst, "rows: count", "rows: temperature", "8:18", "is a field of a row", schemaAccepts: true),
        Fault(burst, "bytes: 2,", "bytes: 1,", "9:23", "ends behind the row, which has 1 bytes", schemaAccepts: true),
        Fault(
            burst, "temperature: { i16be", "count: { i16be", "9:17", "is a field and a field of `row`",
            schemaAccepts: true),
        Fault(
            burst, "  burst: { rows: count, most: 8, bytes: 2, every: 5 s, age: age }\n", "", "8:8",
            "there is no `burst`",
            schemaAccepts: true),
    ]
}
