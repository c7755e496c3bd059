/// A row of SDL's database of pads: what each of a pad's buttons, axes and hats is, in SDL's names and numbers
/// (SDL_gamecontroller.c; the rows of SDL_GameControllerDB).
struct SDLRow: Equatable, Sendable {
    /// Where a target's value comes from.
    enum Source: Equatable, Sendable {
        /// The button of this number.
        case button(Int)
        /// The axis of this number: all of it, or only one half of it.
        case axis(Int, part: Part, isInverted: Bool)
        /// The hat of this number, in the direction 1 up, 2 right, 4 down or 8 left.
        case hat(Int, direction: Int)
    }

    /// How much of an axis counts.
    enum Part: Sendable { case all, positive, negative }

    /// The pad.
    let guid: SDLGUID
    /// What the row calls it.
    let name: String
    /// The source of each target: `a`, `leftx`, `+lefty`, `righttrigger`...
    let sources: [String: Source]

    /// Parses a row; nil: it is none, or not one for evdev and for buttons by their place.
    init?(_ line: String) {
        let parts = line.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count > 2, let guid = SDLGUID(parts[0]) else { return nil }
        var sources: [String: Source] = [:]
        for part in parts.dropFirst(2) {
            let pair = part.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { continue }
            switch pair[0] {
            case "platform": if pair[1] != "Linux" { return nil }
            case "hint": if !Self.holds(hint: pair[1]) { return nil }
            default: sources[String(pair[0])] = Self.source(pair[1])
            }
        }
        guard !sources.isEmpty else { return nil }
        self.guid = guid
        name = String(parts[1])
        self.sources = sources
    }

    /// Whether a row with a hint applies: `NAME:=1` if the hint is on, `!NAME:=1` if it is off. Each hint has its
    /// default, except that buttons go by their place and not by their label.
    private static func holds(hint: Substring) -> Bool {
        let isNegated = hint.hasPrefix("!")
        let name = hint.drop { $0 == "!" }.prefix { $0 != ":" }
        let isOn = name != "SDL_GAMECONTROLLER_USE_BUTTON_LABELS" && hint.hasSuffix(":=1")
        return isOn != isNegated
    }

    /// `b3`, `a2`, `+a2`, `-a2`, `a2~` or `h0.4`.
    static func source(_ text: Substring) -> Source? {
        var part = Part.all
        var rest = text
        if rest.hasPrefix("+") || rest.hasPrefix("-") { part = rest.removeFirst() == "+" ? .positive : .negative }
        let isInverted = rest.hasSuffix("~")
        if isInverted { rest.removeLast() }
        guard let kind = rest.popFirst() else { return nil }
        switch kind {
        case "b": return part == .all && !isInverted ? number(rest).map { .button($0) } : nil
        case "a": return number(rest).map { .axis($0, part: part, isInverted: isInverted) }
        case "h":
            let numbers = rest.split(separator: ".").map(number)
            guard numbers.count == 2, let hat = numbers[0], let direction = numbers[1] else { return nil }
            return .hat(hat, direction: direction)
        default: return nil
        }
    }

    /// A number of at most three digits.
    private static func number(_ digits: Substring) -> Int? {
        let isNumber = (1...3).contains(digits.utf8.count) && digits.utf8.allSatisfy { (48...57).contains($0) }
        return isNumber ? Int(digits) : nil
    }
}
