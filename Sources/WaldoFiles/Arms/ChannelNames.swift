import WaldoCore

/// The names that an arm's file gives its channels.
enum ChannelNames {
    /// The names of the default arm's channels. An arm that has only these lists them in this order, however its file
    /// does: recordings of waldo 0.1.0 rely on it.
    static let classic = ["slider", "zx", "zy"]
    private static let longest = 24
    /// Names of other things in frames (`value`, `sequence`), lines and exported tables.
    private static let reserved = [
        "value", "sequence", "t", "time", "kind", "event", "channel", "bytes", "text", "link", "state",
        "characteristic", "step", "reason", "axes", "keys", "all", "numbers", "frames", "more", "down", "code", "due",
        "status",
    ]

    /// The channels in the arm's order, with their names and their locations in the file.
    /// - Throws: that there are none or too many, or that a name is not allowed.
    static func section(_ value: YamlValue) throws(FileError) -> [(Channel, String, YamlValue)] {
        let expected = "the arm's channels by name, 1 to \(Channel.maxCount), such as `slider` or `wrist`"
        let section = try YamlSection(names: value, expected: expected) { (location, name) throws(FileError) in
            if let problem = problem(with: name) { throw location.error(problem) }
        }
        let names = section.keys
        guard !names.isEmpty else { throw value.error("`channels` is empty; expected \(expected)") }
        guard names.count <= Channel.maxCount else {
            throw value.error("`channels` lists \(names.count) channels; an arm has \(Channel.maxCount) at most")
        }
        let isClassic = names.allSatisfy(classic.contains)
        var channels: [(Channel, String, YamlValue)] = []
        for name in isClassic ? classic.filter(names.contains) : names {
            channels.append((Channel(channels.count), name, try section.required(name)))
        }
        return channels
    }

    /// Why a channel cannot have this name, in one sentence; nil when it can.
    static func problem(with name: String) -> String? {
        if reserved.contains(name) {
            return "a channel cannot be called `\(name)`, which frames and tables use for something else; name it "
                + "otherwise"
        }
        return problem(with: name, of: "channel")
    }

    /// Why a channel, control or profile cannot have this name, in one sentence; nil when it can.
    static func problem(with name: String, of what: String) -> String? {
        let bytes = Array(name.utf8)
        func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
        let isPlain = bytes.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 45 || $0 == 95 }
        if let first = bytes.first, isLetter(first), isPlain, bytes.count <= longest { return nil }
        return "`\(SafeText.escaped(name))` is no name of a \(what): a letter, then letters, digits, `-` or `_`, "
            + "\(longest) characters at most"
    }
}
