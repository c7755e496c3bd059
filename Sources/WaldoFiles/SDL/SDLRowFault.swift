import WaldoCore

/// Why a line of rows says nothing, or not all that it was meant to say. SDL passes over such lines without a word; a
/// row that an operator wrote for a pad must not be lost like that.
enum SDLRowFault {
    /// What an input's buttons and axes are called in rows; all other names are left to SDL.
    private static let targets: Set<String> = [
        "a", "b", "x", "y", "back", "guide", "start", "leftstick", "rightstick", "leftshoulder", "rightshoulder",
        "dpup", "dpdown", "dpleft", "dpright", "leftx", "lefty", "rightx", "righty", "lefttrigger", "righttrigger",
    ]

    /// The faults of a text, by their lines.
    static func faults(in bytes: [UInt8], file: String) -> [FileError] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { number, line in
            fault(of: line).map { FileError(file: file, line: number + 1, column: 1, $0) }
        }
    }

    /// What a row names and the pad does not have, such as `b:b99`.
    static func missing(_ row: SDLRow, on input: InputDescription) -> [(target: String, text: String)] {
        let numbering = SDLNumbering(input)
        return row.sources.filter { targets.contains($0.key) }.sorted { $0.key < $1.key }.compactMap { target, source in
            let (isThere, text) =
                switch source {
                case .button(let number): (numbering.button(number) != nil, "b\(number)")
                case .axis(let number, _, _): (numbering.axis(number) != nil, "a\(number)")
                case .hat(let number, let direction): (numbering.hat(number) != nil, "h\(number).\(direction)")
                }
            return isThere ? nil : (target, "`\(target):\(text)`")
        }
    }

    /// Whether a target is a stick's or a trigger's, without which the pad moves something else, or less.
    static func isStickOrTrigger(_ target: String) -> Bool {
        ["leftx", "lefty", "rightx", "righty", "lefttrigger", "righttrigger"].contains(target)
    }

    private static func fault(of line: ArraySlice<UInt8>) -> String? {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard line.count <= SDLRowSearch.longest else {
            return "the row has \(line.count) bytes, and \(SDLRowSearch.longest) are read; shorten it"
        }
        guard line.allSatisfy({ $0 >= 0x20 || $0 == UInt8(ascii: "\t") }) else {
            return "the row has a control character, at which it ends; remove it"
        }
        let text = String(decoding: line, as: UTF8.self)
        guard !text.hasPrefix("#"), text.contains(where: { !$0.isWhitespace }) else { return nil }
        return fault(ofRow: text)
    }

    private static func fault(ofRow text: String) -> String? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard SDLGUID(parts[0]) != nil || ["xinput", "default"].contains(parts[0]) else {
            return "a row begins with the pad's GUID, 32 hexadecimal digits and a comma, and this line begins with "
                + "“\(SafeText.escaped(String(parts[0]), upTo: 40))”"
        }
        let pairs = parts.dropFirst(2).map { $0.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) }
        guard !pairs.contains(where: { $0.count == 2 && $0[0] == "platform" && $0[1] != "Linux" }) else { return nil }
        func binds(_ pair: [Substring]) -> Bool { pair.count == 2 && SDLRow.source(pair[1]) != nil }
        if let pair = pairs.first(where: { targets.contains(String($0[0])) && !binds($0) }) {
            let shown = SafeText.escaped(pair.joined(separator: ":"), upTo: 40)
            return "“\(shown)” names no source; one is a button `b0`, an axis `a0`, `+a0`, `-a0` or `a0~`, or a hat "
                + "`h0.1`"
        }
        return pairs.contains(where: binds)
            ? nil : "the row binds nothing; after GUID and name come pairs such as `a:b0`, with commas between"
    }
}
