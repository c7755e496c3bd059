import WaldoCore

extension PadLayout {
    /// Fills in the axes that a row names and the input does not have from another layout, unless the row uses them for
    /// something else.
    /// - Parameters:
    ///   - missing: what the row names and the input does not have: `rightx`, `lefttrigger` and so on.
    ///   - other: the layout that the input's driver shows.
    /// - Returns: what was filled in, in words.
    mutating func fill(_ missing: [String], from other: PadLayout) -> [String] {
        func lacks(_ targets: String...) -> Bool { targets.contains(where: missing.contains) }
        var filled: [String] = []
        func note(_ what: String, _ axes: [AxisSource]) {
            filled.append("\(what) " + axes.map { EvdevNames.axis($0.code) }.joined(separator: " and "))
        }
        if leftStick == nil, lacks("leftx", "lefty"), let stick = other.leftStick, isFree(stick.axes) {
            leftStick = stick
            note("the left stick is", stick.axes)
        }
        if rightStick == nil, lacks("rightx", "righty"), let stick = other.rightStick, isFree(stick.axes) {
            rightStick = stick
            note("the right stick is", stick.axes)
        }
        if triggers == nil, lacks("lefttrigger", "righttrigger"), let pair = other.triggers, !pair.axes.isEmpty,
            isFree(pair.axes)
        {
            triggers = pair
            note(pair.axes.count == 1 ? "both triggers are" : "the right and the left trigger are", pair.axes)
        }
        if directions == nil, lacks("dpup", "dpdown", "dpleft", "dpright"), case .axes(let stick) = other.directions,
            isFree(stick.axes)
        {
            directions = other.directions
            note("the directional pad is", stick.axes)
        }
        return filled
    }

    private func isFree(_ axes: [AxisSource]) -> Bool {
        var used = [leftStick, rightStick].compactMap { $0 }.flatMap(\.axes) + (triggers?.axes ?? [])
        used += (shoulders?.axes ?? []) + (twist.map { [$0] } ?? [])
        if case .axes(let stick) = directions { used += stick.axes }
        return axes.allSatisfy { axis in !used.contains { $0.code == axis.code } }
    }
}

extension PadLayout.Stick {
    fileprivate var axes: [AxisSource] { [x, y] }
}

extension PadLayout.Pair {
    fileprivate var axes: [AxisSource] {
        switch self {
        case .axes(let forward, let backward): [forward, backward]
        case .axis(let axis): [axis]
        case .keys: []
        }
    }
}
