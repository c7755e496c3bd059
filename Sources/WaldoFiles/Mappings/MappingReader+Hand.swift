import WaldoCore

/// Controls of the hand: `hand.reach`, or with its rate `hand.reach 80 mm/s`.
extension MappingReader {
    private static let lead = "hand."

    /// An axis of the hand and its rate at full deflection, which is negative for the other direction; nil: it is a
    /// channel.
    static func hand(_ value: YamlValue) throws(FileError) -> ChannelReference? {
        guard let text = value.text, text.hasPrefix(lead) else { return nil }
        let words = text.dropFirst(lead.count).split(separator: " ", maxSplits: 1)
        guard let name = words.first, let axis = HandAxis(rawValue: String(name)) else {
            throw value.mismatch(
                expected: "one of " + HandAxis.allCases.map { "`hand.\($0.rawValue)`" }.joined(separator: ", "))
        }
        guard words.count > 1 else { return .hand(axis, rate: axis.isAngle ? 40 : 60) }
        let unit = axis.isAngle ? "deg/s" : "mm/s", most = axis.isAngle ? 360.0 : 1_000
        guard words[1].hasSuffix(unit), let rate = DecimalNumber(TimeText.trimmed(words[1].dropLast(unit.count))),
            (1...most).contains(rate.value.magnitude)
        else {
            throw value.mismatch(
                expected: "a rate behind the axis, 1 to \(Int(most)) \(unit), such as `hand.\(name) 60 \(unit)`")
        }
        return .hand(axis, rate: rate.value)
    }

    /// Controls of the hand that are live together have one frame, an axis each, and rates of their own.
    func check(
        _ control: ControlMapping, _ value: YamlValue, beside others: [ControlMapping], _ profiles: ProfileNames
    ) throws(FileError) {
        let own = control.references.compactMap(\.channel.handAxis)
        guard !own.isEmpty else { return }
        let isRate =
            switch control.kind {
            case .slider(let slider, _): slider.behaviour == .rate
            case .joystick(let joystick, _, _): joystick.behaviour == .rate
            case .button: true
            }
        if !isRate, let behaviour = value.value("behaviour") {
            throw behaviour.error("`\(control.name)` moves the hand, which goes at a rate; take `behaviour: rate`")
        }
        if own.count == control.references.count, let speed = value.value("speed") {
            throw speed.error(
                "`speed` is for channels; write the rate behind the axis, such as `hand.\(own[0].rawValue) "
                    + (own[0].isAngle ? "40 deg/s`" : "60 mm/s`"))
        }
        let mask = profiles.mask(of: control.name)
        let together = others.filter { profiles.mask(of: $0.name) & mask != 0 }.flatMap { other in
            other.references.compactMap { axis in axis.channel.handAxis.map { ($0, other.name) } }
        }
        for axis in own {
            if let (_, other) = together.first(where: { $0.0 == axis }) {
                throw value.error(
                    "`hand.\(axis.rawValue)` is moved by `\(other)` and by `\(control.name)`; one control moves it")
            }
            let all = together + own.map { ($0, control.name) }
            if let frame = axis.frame, let (other, name) = all.first(where: { $0.0.frame.map { $0 != frame } ?? false })
            {
                throw value.error(
                    "`hand.\(axis.rawValue)` of `\(control.name)` and `hand.\(other.rawValue)` of `\(name)` do not go "
                        + "together; take x, y and z, or reach, turn and height, or forward, side and up")
            }
        }
    }
}
