/// How a mapping calls a channel: by its name, or by its index in the arm's list, from 0.
public enum ChannelReference: Equatable, Sendable {
    /// The channel of this name.
    case name(String)
    /// The channel at this index, whatever its name.
    case index(Int)
    /// No channel but the hand along or about an axis, with its rate at full deflection, in millimetres or degrees a
    /// second.
    case hand(HandAxis, rate: Double)

    /// Whether it is an index.
    public var isIndex: Bool { if case .index = self { true } else { false } }

    /// The axis of the hand; nil: it is a channel.
    public var handAxis: HandAxis? { if case .hand(let axis, _) = self { axis } else { nil } }
}

extension Arm {
    /// The channel that a mapping means; nil: the arm has no such channel. An action is none.
    public func channel(_ reference: ChannelReference) -> Channel? {
        switch reference {
        case .name(let name): channel(named: name).flatMap { profiles[$0].action == nil ? $0 : nil }
        case .index(let index): movingChannels.indices.contains(index) ? Channel(index) : nil
        case .hand: nil
        }
    }

    /// Whether the arm has what a mapping means: the channel, or a hand whose joints are known.
    public func has(_ reference: ChannelReference) -> Bool {
        if case .hand = reference { return HandChain(self) != nil }
        return channel(reference) != nil
    }
}
