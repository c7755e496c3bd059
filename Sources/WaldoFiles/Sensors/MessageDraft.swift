import WaldoCore
import WaldoSurvey

/// The keys of one message, those of the message that it is like included.
struct MessageDraft {
    private static let keys = [
        "like", "begins", "bytes", "ends", "longest", "check", "split", "columns", "fields", "burst", "row", "place",
        "time", "counter", "no upload", "stream",
    ]

    let name: String
    let value: YamlValue
    private let section: YamlSection
    private let model: [YamlSection]

    init(_ name: String, _ value: YamlValue, like model: MessageDraft?) throws(FileError) {
        self.name = name
        self.value = value
        section = try value.section(Self.keys)
        self.model = model.map { [$0.section] + $0.model } ?? []
    }

    /// The value of a key, in this message or in the nearest that it is like.
    private subscript(key: String) -> YamlValue? {
        section[key] ?? model.lazy.compactMap { $0[key] }.first
    }

    /// - Parameter fileTime: the field that the file names for all messages which have it.
    func format(fileTime: YamlValue?) throws(FileError) -> MessageFormat {
        let begins = try self["begins"].map(ByteMark.marks) ?? []
        let extent = try extent()
        let columns = try columns(extent)
        let header = try fields("fields"), rows = try fields("row")
        let drafts = header + rows, names = drafts.map(\.name)
        if let twice = rows.first(where: { row in header.contains { $0.name == row.name } }) {
            throw twice.location.error("`\(twice.name)` is a field and a field of `row`; rename one of them")
        }
        var format = MessageFormat(
            name: name, begins: begins, extent: extent,
            check: try self["check"].map { (value) throws(FileError) in
                try MessageCheckReader.check(value, isText: columns != nil)
            }, columns: columns)
        try checkEnd(format)
        guard names.count <= MessageFormat.maxFields else {
            throw value.error("`\(value.name)` has \(names.count) fields; at most \(MessageFormat.maxFields) are read")
        }
        let reader = SensorFieldReader(names: names, isText: columns != nil)
        for draft in drafts { format.fields.append(try reader.field(draft.name, draft.location)) }
        format.burst = try self["burst"].map { (burst) throws(FileError) in
            try BurstReader.burst(burst, names, firstField: header.count, isText: columns != nil)
        }
        if format.burst == nil, let row = self["row"] {
            throw row.error("`\(row.name)` has the fields of a burst's rows, and there is no `burst`; add it")
        }
        try checkExtents(of: format, zip(drafts, format.fields).map { ($0.location, $1) })
        format.place = try self["place"].map { (place) throws(FileError) in
            try MessagePlaceReader.place(place, names)
        }
        format.time = try MessageTimeReader.time(
            self["time"], place: self["place"]?.value("time"), file: fileTime, format)
        format.counter = try self["counter"].map { (counter) throws(FileError) in
            try SensorFieldReader.counter(counter, names, format.fields)
        }
        format.forbidsUpload = try self["no upload"].map { (field) throws(FileError) in
            try SensorFieldReader.index(of: field, names)
        }
        format.description = try self["stream"].map { (stream) throws(FileError) in
            try MessagePlaceReader.description(stream, columns, names)
        }
        try checkRecognition(format)
        return format
    }

    // MARK: where it ends

    private func extent() throws(FileError) -> MessageFormat.Extent {
        let longest = try self["longest"]?.integer(in: 1...MessageFormat.longest)
        if let bytes = self["bytes"], section["ends"] == nil {
            if let ends = self["ends"], section["bytes"] == nil { return try marked(ends, longest) }
            return .bytes(try bytes.integer(in: 1...MessageFormat.longest))
        }
        guard let ends = self["ends"] else {
            throw value.error("`\(value.name)` has neither `bytes` nor `ends`; say where a message ends")
        }
        if let bytes = section["bytes"] {
            throw bytes.error("`\(bytes.name)` and `ends` exclude each other; keep one")
        }
        return try marked(ends, longest)
    }

    private func marked(_ ends: YamlValue, _ longest: Int?) throws(FileError) -> MessageFormat.Extent {
        if ends.text == "notification" { return .notification(longest: longest ?? 512) }
        if ends.text == "check" { return .check(longest: longest ?? 256) }
        return .mark(try ByteMark.bytes(ends), longest: longest ?? 256)
    }

    /// A message that ends with its check has one, in digits at its end.
    private func checkEnd(_ format: MessageFormat) throws(FileError) {
        guard case .check = format.extent, let ends = self["ends"] else { return }
        guard case .hexadecimal? = format.check?.location else {
            throw ends.error(
                "`\(ends.name)` is `check`, and there is no `check` in two digits behind a character, such as "
                    + "`{ xor8: { from: 1, before: \"*\" } }`; add it")
        }
    }

    private func columns(_ extent: MessageFormat.Extent) throws(FileError) -> MessageFormat.Columns? {
        guard let split = self["split"] else {
            if let columns = self["columns"] {
                throw columns.error("`\(columns.name)` are parts of a text, and there is no `split`; add it")
            }
            return nil
        }
        if case .bytes = extent {
            throw split.error("`\(split.name)` divides a text, which ends with a mark; give `ends` in place of `bytes`")
        }
        let separator = try ByteMark.bytes(split)
        guard separator.count == 1 else { throw split.mismatch(expected: "one character such as \",\"") }
        guard let columns = self["columns"] else {
            throw value.error("`\(value.name)` has no `columns`; add how many there are")
        }
        let numbers = try columns.oneOrMore.map { (one) throws(FileError) in try one.integer(in: 1...64) }
        guard let low = numbers.min(), let high = numbers.max(), numbers.count <= 2 else {
            throw columns.mismatch(expected: "a number, or the least and the most as `[12, 13]`")
        }
        return MessageFormat.Columns(separator: separator[0], counts: low...high)
    }

    // MARK: fields

    /// The fields under a key: those of the messages that this one is like first, replaced or taken out by its own.
    private func fields(_ key: String) throws(FileError) -> [(name: String, location: YamlValue)] {
        var fields: [(name: String, location: YamlValue)] = []
        for section in model.reversed() + [section] {
            guard let value = section[key] else { continue }
            let names = try YamlSection(names: value, expected: "names of fields") {
                (location, name) throws(FileError) in
                guard YamlValue.isTitle(name), !name.contains(".") else {
                    throw location.error("a field's name has 1 to 120 characters and no point; correct it")
                }
            }
            for name in names.keys {
                let location = try names.required(name)
                fields.removeAll { $0.name == name }
                if location.text != "none" { fields.append((name, location)) }
            }
        }
        return fields
    }

    /// Every field lies in the message.
    private func checkExtents(
        of format: MessageFormat, _ fields: [(location: YamlValue, field: SensorField)]
    ) throws(FileError) {
        for (number, (location, field)) in fields.enumerated() {
            let isRow = format.burst.map { number >= $0.firstField } ?? false
            let room: Int
            let word: String
            if let columns = format.columns {
                (room, word) = (isRow ? format.burst?.size ?? 0 : columns.counts.upperBound, "columns")
            } else if case .bytes(let count) = format.extent {
                (room, word) = (isRow ? format.burst?.size ?? 0 : count, "bytes")
            } else {
                throw location.error(
                    "`\(location.name)` is a field of a message whose length varies, and there is no `split`; add it")
            }
            guard field.end <= room else {
                throw location.error(
                    "`\(location.name)` ends behind the \(isRow ? "row" : "message"), which has \(room) \(word); "
                        + "correct one of them"
                )
            }
        }
    }

    /// A binary message without a mark or a check is found again by its fields, so something has to be impossible.
    private func checkRecognition(_ format: MessageFormat) throws(FileError) {
        guard case .bytes(let count) = format.extent, count > 1, format.begins.isEmpty, format.check == nil else {
            return
        }
        let isRecognised = format.fields.contains { $0.range != nil || $0.least > 0 || $0.otherwise != nil }
        guard isRecognised, format.burst == nil else {
            throw value.error(
                "nothing shows where `\(value.name)` begins after a byte was lost; give `begins`, `check`, or a `range` of a field"
            )
        }
    }
}
