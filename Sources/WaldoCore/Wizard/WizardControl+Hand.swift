extension WizardControl {
    /// The controls for the directions of an arm's hand, and for the channels that are no joints of it: a joystick
    /// around the base and away from it, a slider up, and where the joints turn the hand, one for its pitch and its
    /// roll.
    /// - Returns: nil: the arm's file has no pose whose joints move the hand so.
    public static func hand(of arm: Arm) -> [WizardControl]? {
        guard let chain = HandChain(arm) else { return nil }
        let limits = HandLimits(arm)
        var axes: [HandAxis] = []
        for axis in [HandAxis.turn, .reach, .height, .pitch, .roll] {
            let rows = HandRows(chain, limits, joints: chain.channels, axes: axes + [axis])
            if rows.unmoved.isEmpty, rows.bound.isEmpty { axes.append(axis) }
        }
        guard axes.starts(with: [.turn, .reach, .height]) else { return nil }
        let others = arm.movingChannels.filter { !chain.channels[$0.index] }.map { arm.profiles[$0].name }
        func name(_ name: String) -> String { others.contains(name) ? "hand-\(name)" : name }
        let stick = WizardControl(name("hand"), .joystick(x: text(.turn, rate: -40), y: text(.reach, rate: 60)))
        return [stick]
            + axes.dropFirst(2).map { axis in
                WizardControl(name(axis.rawValue), .slider(text(axis, rate: axis.isAngle ? 40 : 60)))
            }
            + others.map { WizardControl($0, .slider($0)) }
    }

    private static let handPrefix = "hand."

    /// As a mapping's file has it. A stick to the right turns the hand to the right, which is negative.
    private static func text(_ axis: HandAxis, rate: Int) -> String {
        "\(handPrefix)\(axis.rawValue) \(rate) \(axis.isAngle ? "deg/s" : "mm/s")"
    }

    /// The axis of the hand that it moves, a joystick with its y; nil: it moves channels.
    public var handAxis: HandAxis? {
        let channel =
            switch kind {
            case .slider(let channel): channel
            case .joystick(_, let y): y
            }
        guard channel.hasPrefix(Self.handPrefix) else { return nil }
        return HandAxis(rawValue: String(channel.dropFirst(Self.handPrefix.count).prefix { $0 != " " }))
    }
}
