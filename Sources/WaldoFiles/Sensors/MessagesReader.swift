import WaldoCore
import WaldoSurvey

/// Reads `message` or `messages` of a sensor file.
enum MessagesReader {
    static func formats(_ top: YamlSection) throws(FileError) -> [MessageFormat] {
        if let one = top["message"] {
            if let several = top["messages"] {
                throw several.error("`messages` and `message` exclude each other; keep one")
            }
            let format = try MessageDraft("message", one, like: nil).format(fileTime: top["time"])
            try MessageTimeReader.check(top["time"], [format])
            return [format]
        }
        guard let several = top["messages"] else {
            throw top.value.error("the file has no key `message`; add it, or `messages` for several")
        }
        let section = try YamlSection(names: several, expected: "names of messages") {
            (location, name) throws(FileError) in
            guard YamlValue.isTitle(name), !name.contains(".") else {
                throw location.error("a message's name has 1 to 120 characters and no point; correct it")
            }
        }
        var drafts: [(name: String, draft: MessageDraft)] = []
        for name in section.keys {
            let value = try section.required(name)
            drafts.append((name, try MessageDraft(name, value, like: try model(value, drafts))))
        }
        guard (1...16).contains(drafts.count) else { throw several.mismatch(expected: "one to sixteen messages") }
        let time = top["time"]
        let formats = try drafts.map { (_, draft) throws(FileError) in try draft.format(fileTime: time) }
        try MessageTimeReader.check(time, formats)
        try checkTogether(formats, drafts.map(\.draft))
        return formats
    }

    /// The message whose keys another one takes over by `like`.
    private static func model(
        _ value: YamlValue, _ earlier: [(name: String, draft: MessageDraft)]
    ) throws(FileError) -> MessageDraft? {
        guard let like = value.value("like") else { return nil }
        let names = earlier.map(\.name)
        let name = try like.text(expected: "the name of a message above")
        guard let model = earlier.first(where: { $0.name == name }) else {
            throw like.mismatch(name, among: names, expected: "the name of a message above")
        }
        return model.draft
    }

    /// Among several messages every one needs a mark at its beginning, which distinguishes it from the others; only the
    /// last may be what is left, beside headings and comments.
    private static func checkTogether(_ formats: [MessageFormat], _ drafts: [MessageDraft]) throws(FileError) {
        guard formats.count > 1 else { return }
        let isRest = formats.dropLast().allSatisfy(\.fields.isEmpty)
        for (number, (format, draft)) in zip(formats, drafts).enumerated() {
            guard !format.begins.isEmpty || isRest && number == formats.count - 1 else {
                throw draft.value.error(
                    "`\(draft.value.name)` has no `begins`, which distinguishes it from the other messages; add it")
            }
            if case .notification = format.extent {
                throw draft.value.error(
                    "`\(draft.value.name)` ends with its notification, which only a sensor's one message can; correct it"
                )
            }
        }
    }
}
