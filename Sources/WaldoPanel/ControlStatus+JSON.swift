import WaldoCore

extension ControlStatus {
    /// Whether it is away from its rest and does not stay there.
    var isDeflected: Bool {
        guard kind == .joystick else { return Self.thousandths(deflection.x) != 0 }
        return !holdsPosition && axes.contains { Self.thousandths($0.deflection) != 0 }
    }

    /// The control in the text for the pages.
    var json: JSONObject {
        var json = JSONObject()
        if let control { json.add("control", control.index) }
        json.add("name", name, limit: 24)
        if isNamedByChannels { json.add("nameless", true) }
        json.add("kind", kind.rawValue)
        json.add("gate", "\(gate.name)")
        json.add("held", toRelease, limit: 64)
        if let holder { json.add("holder", holder.rawValue) }
        json.add("live", isInProfile)
        json.add("holds", holdsPosition)
        json.add("assumed", isAssumed)
        if kind != .joystick { json.add("deflection", Self.thousandths(deflection.x)) }
        if let x { json.add("x", Self.json(x, deflection.x)) }
        if let y { json.add("y", Self.json(y, deflection.y)) }
        return json
    }

    /// A channel: where it is, which of a velocity is its deflection, and its numbers.
    private static func json(_ axis: Axis, _ deflection: Double) -> JSONObject {
        var json = JSONObject()
        json.add("channel", axis.channel, limit: 24)
        json.add("place", thousandths(axis.isPosition ? axis.normalised : deflection))
        json.add("number", axis.number.text)
        if let reported = axis.reported { json.add("reported", reported.text) }
        guard let range = axis.range else { return json }
        for (key, end) in [("low", range.low), ("zero", range.zero), ("high", range.high)] {
            json.add(key, ChannelNumber(end, decimals: range.decimals).text)
        }
        return json
    }

    private static func thousandths(_ value: Double) -> Int { Int((value * 1_000).rounded()) }
}
