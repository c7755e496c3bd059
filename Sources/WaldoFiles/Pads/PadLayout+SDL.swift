import WaldoCore

extension PadLayout {
    /// The layout that a row gives for an input. Axes that the input does not have are those of the kernel's layout
    /// instead; what else it does not have is left out.
    init(_ row: SDLRow, of input: InputDescription) {
        self.init(alone: row, of: input)
        _ = fill(SDLRowFault.missing(row, on: input).map(\.target), from: PadLayout(input))
    }

    /// What the kernel's layout has to add to a row, in words; empty: nothing.
    static func added(to row: SDLRow, of input: InputDescription) -> [String] {
        var layout = PadLayout(alone: row, of: input)
        return layout.fill(SDLRowFault.missing(row, on: input).map(\.target), from: PadLayout(input))
    }

    private init(alone row: SDLRow, of input: InputDescription) {
        let part = SDLPart(row: row, numbering: SDLNumbering(input))
        leftStick = part.stick("left")
        rightStick = part.stick("right")
        triggers =
            part.oneAxis(forward: "righttrigger", backward: "lefttrigger")
            ?? Self.pair(forward: part.trigger("righttrigger"), backward: part.trigger("lefttrigger"))
        shoulders = Self.pair(forward: part.trigger("rightshoulder"), backward: part.trigger("leftshoulder"))
        directions = part.directions
        // SDL's a, b, x and y are the lower, right, left and upper button.
        stop = part.key("b").map { [$0] } ?? ["a", "x", "y"].compactMap(part.key)
        resume = part.key("start") ?? part.key("guide")
        recentre = part.key("back")
        precise = part.key("x")
    }
}

/// Parts of a row as codes of the kernel.
private struct SDLPart {
    let row: SDLRow
    let numbering: SDLNumbering

    func key(_ target: String) -> UInt16? {
        if case .button(let number) = row.sources[target] { numbering.button(number) } else { nil }
    }

    func stick(_ side: String) -> PadLayout.Stick? {
        guard let x = axis("\(side)x", isUpward: false), let y = axis("\(side)y", isUpward: true), x.code != y.code
        else { return nil }
        return PadLayout.Stick(x: x, y: y)
    }

    /// A whole axis of a stick; SDL's y counts downward, as the kernel's does.
    private func axis(_ target: String, isUpward: Bool) -> AxisSource? {
        guard case .axis(let number, .all, let isInverted) = row.sources[target], let code = numbering.axis(number)
        else { return nil }
        return AxisSource(code, invert: isInverted != isUpward)
    }

    /// A trigger that is a whole axis, one half of it, or a button.
    func trigger(_ target: String) -> PadLayout.Trigger? {
        switch row.sources[target] {
        case .button(let number): numbering.button(number).map { .key($0) }
        case .axis(let number, let part, let isInverted):
            numbering.axis(number).map {
                .axis(AxisSource($0, rest: (part == .negative) == isInverted ? .minimum : .maximum))
            }
        case .hat, nil: nil
        }
    }

    /// Two halves of one axis.
    func oneAxis(forward: String, backward: String) -> PadLayout.Pair? {
        guard case .axis(let number, let forwardPart, _) = row.sources[forward],
            case .axis(number, let backwardPart, _) = row.sources[backward], let code = numbering.axis(number)
        else { return nil }
        switch (forwardPart, backwardPart) {
        case (.positive, .negative): return .axis(AxisSource(code))
        case (.negative, .positive): return .axis(AxisSource(code, invert: true))
        default: return nil
        }
    }

    var directions: PadLayout.Directions? {
        let names = ["dpup", "dpdown", "dpleft", "dpright"]
        let keys = names.compactMap(key)
        if keys.count == 4, Set(keys).count == 4 {
            return .keys(up: keys[0], down: keys[1], left: keys[2], right: keys[3])
        }
        switch (row.sources["dpright"], row.sources["dpdown"]) {
        case (.hat(let x, 2), .hat(let y, 4)) where x == y:
            return numbering.hat(x).map { .axes(.init(x: AxisSource($0.x), y: AxisSource($0.y, invert: true))) }
        case (.axis(let x, let right, _), .axis(let y, let down, _)) where x != y && right != .all && down != .all:
            guard let xCode = numbering.axis(x), let yCode = numbering.axis(y) else { return nil }
            return .axes(
                .init(
                    x: AxisSource(xCode, invert: right == .negative), y: AxisSource(yCode, invert: down == .positive)))
        default: return nil
        }
    }
}
