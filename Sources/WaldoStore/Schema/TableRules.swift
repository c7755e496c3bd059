internal import WaldoCore

/// A table of a store: its columns in their order, and what their values are.
///
/// The statements that create it here and in a relay's database, the placeholders of what is inserted, the checks of
/// rows and the text of COPY follow from this description. A new column needs a migration, and where it is bound and
/// read.
struct TableRules {
    let table: String
    let columns: [ColumnRule]
    /// How a row's id follows from its other columns; nil: it does not.
    let key: RowKey?
    /// The columns that together name a row, where there is no id.
    let primary: [String]
    /// The columns whose values together no two rows share.
    let unique: [String]

    private init(
        _ table: String, key: RowKey? = nil, primary: [String] = [], unique: [String] = [], _ columns: [ColumnRule]
    ) {
        self.table = table
        self.key = key
        self.primary = primary
        self.unique = unique
        self.columns = columns
    }

    /// The rules of a table of this version of the schema.
    static func of(_ table: String) -> TableRules? { all.first { $0.table == table } }

    /// All tables whose rows are read.
    static let all: [TableRules] =
        [
            TableRules(
                "survey", unique: ["uuid"],
                [
                    .init("id", .row), .init("uuid", .text), .init("title", .text), .optional("method", .text),
                    .init("started", .time), .optional("started_time", .dateTime), .optional("ended", .time),
                    .optional("ended_time", .dateTime), .optional("arm_name", .text), .optional("arm", .text),
                    .init("sensor_name", .text), .init("sensor", .text), .optional("graph_name", .text),
                    .optional("graph", .text), .optional("location", .text), .optional("start_position", .text),
                    .init("upload", .flag), .optional("serial", .text), .init("version", .text),
                    .optional("deleted", .time), .optional("pruned", .time),
                ]),
            TableRules(
                "session",
                [
                    .init("id", .session), .init("survey", .row, of: "survey"), .init("boot", .text),
                    .optional("mono_start", .instant), .optional("mono_end", .instant), .optional("clean", .flag),
                ]),
            TableRules(
                "device",
                [
                    .init("id", .row), .init("survey", .row, of: "survey"), .optional("address", .text),
                    .optional("name", .text),
                    .optional("serial", .text),
                ]),
            TableRules(
                "channel",
                [
                    .init("id", .row), .init("session", .session, of: "session"), .init("device", .row, of: "device"),
                    .init("channel", .channel),
                    .init("uuid", .text),
                ]),
            TableRules(
                "tag", unique: ["survey", "text"],
                [.init("id", .row), .init("survey", .row, of: "survey"), .init("text", .text)]),
            TableRules(
                "note",
                [
                    .init("id", .row), .init("survey", .row, of: "survey"), .init("utc", .time),
                    .optional("time", .dateTime),
                    .optional("x", .coordinate), .optional("y", .coordinate), .optional("srs", .system),
                    .init("text", .text),
                ]),
        ] + raw + derived + accounts

    private static let raw = [
        raw("clock", [.init("utc", .time), .init("source", .text)]),
        raw("reading", [.init("channel", .channel), .init("bytes", .bytes)]),
        raw("command", [.init("channel", .id(0..<8)), .init("value", .id(Int64(Int32.min)..<1 << 31))]),
        raw(
            "fix",
            [
                .init("source", .word(Fix.Source.allCases.map(\.rawValue))), .init("measured", .instant),
                .optional("x", .number), .optional("y", .number), .optional("z", .number), .init("srs", .system),
                .optional("accuracy", .number), .optional("vertical", .number), .init("valid", .flag),
                .optional("satellites", .id(Int64(Int32.min)..<1 << 32)), .optional("hdop", .number),
            ]),
        raw("event", [.init("kind", .text)]),
    ]

    private static func raw(_ table: String, _ columns: [ColumnRule]) -> TableRules {
        TableRules(
            table, key: .raw,
            [
                .init("id", .key), .init("session", .session, of: "session"), .init("ordinal", .ordinal),
                .init("mono", .instant),
            ]
                + columns)
    }

    private static let derived = [
        TableRules(
            "run",
            [
                .init("id", .run), .init("session", .session, of: "session"), .init("hash", .text),
                .init("version", .text),
                .init("live", .flag), .init("made", .time), .optional("arm", .text), .init("sensor", .text),
                .optional("graph_name", .text), .optional("graph", .text), .optional("location", .text),
                .optional("start_position", .text),
            ]),
        TableRules(
            "stream", key: .stream,
            [
                .init("id", .key), .init("run", .run, of: "run"), .init("number", .id(RowID.numbers)),
                .init("name", .text),
                .optional("quantity", .text), .init("unit", .text), .optional("exposure", .span),
                .optional("interval", .span), .init("compensated", .flag),
            ] + (1...5).map { .optional("t\($0)", .number) }),
        TableRules(
            "sample", key: .sample,
            [
                .init("id", .key), .init("run", .run, of: "run"), .init("stream", .key, of: "stream"),
                .init("seq", .id(RowID.sequences)),
                .optional("value", .number), .optional("low", .number), .optional("high", .number),
                .optional("sigma", .number), .init("mono_from", .instant), .init("mono_to", .instant),
                .optional("utc", .time), .optional("time", .dateTime), .init("flags", .id(Int64(Int32.min)..<1 << 31)),
                .optional("x", .coordinate), .optional("y", .coordinate), .optional("z", .coordinate),
                .optional("srs", .system), .optional("accuracy", .number), .optional("vertical", .number),
            ]),
        derived(
            "alarm",
            [
                .init("node", .text), .init("mono", .instant),
                .optional("cause", .word(AlarmChange.Cause.allCases.map(\.rawValue))), .optional("value", .number),
                .init("halts", .flag),
            ]),
        derived(
            "gap",
            [
                .init("mono_from", .instant), .init("mono_to", .instant),
                .init("cause", .word(Gap.Cause.allCases.map(\.rawValue))), .optional("missing", .count),
            ]),
        derived(
            "reject",
            [
                .init("mono", .instant), .init("channel", .channel), .init("bytes", .bytes),
                .init("reason", .word(Reject.Reason.allCases.map(\.rawValue))), .optional("field", .text),
                .optional("line", .count),
            ]),
    ]

    private static func derived(_ table: String, _ columns: [ColumnRule]) -> TableRules {
        TableRules(
            table, key: .derived,
            [.init("id", .key), .init("run", .run, of: "run"), .init("ordinal", .ordinal)] + columns)
    }

    private static let accounts = [
        TableRules(
            "account", primary: ["session", "channel"],
            [
                .init("session", .session, of: "session"), .init("channel", .channel), .init("received", .count),
                .init("stored", .count), .init("overflowed", .count), .init("overflowed_rows", .count),
                .optional("accepted", .count), .init("rejected", .count),
            ]),
        TableRules(
            "account_reason", primary: ["session", "channel", "reason"],
            [
                .init("session", .session, of: "session"), .init("channel", .channel), .init("reason", .text),
                .init("rows", .count), .init("bytes", .count),
            ]),
        TableRules(
            "account_lost", primary: ["session", "kind"],
            [.init("session", .session, of: "session"), .init("kind", .text), .init("rows", .count)]),
    ]
}
