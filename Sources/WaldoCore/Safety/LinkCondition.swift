/// The state of the link. The encoder keeps the only instance; the state machine and the screens read it.
public enum LinkCondition: Equatable, Sendable {
    /// Nothing can be sent.
    case down
    /// It carries commands. `isBusy`: it has a command, and takes the next one after it has reported `ready`.
    case up(LinkFlow, isBusy: Bool)

    /// Whether it is up.
    @inline(__always)
    public var isUp: Bool { self != .down }

    /// Whether it takes a command now.
    @inline(__always)
    var takesCommands: Bool { if case .up(_, isBusy: false) = self { true } else { false } }

    /// Whether it takes a motion, once it takes a command at all.
    @inline(__always)
    var takesMotion: Bool { if case .up(.flowing, _) = self { true } else { false } }

    /// Whether it has opened but is not flowing yet.
    @inline(__always)
    public var isOpening: Bool { if case .up(.opening, _) = self { true } else { false } }

    /// Whether it is stalled: what was written is not leaving.
    @inline(__always)
    public var isStalled: Bool { if case .up(.stalled, _) = self { true } else { false } }

    /// Sets whether a link that is up is busy.
    mutating func become(busy isBusy: Bool) { if case .up(let flow, _) = self { self = .up(flow, isBusy: isBusy) } }

    /// Sets the flow of a link that is up.
    mutating func become(_ flow: LinkFlow) { if case .up(_, let isBusy) = self { self = .up(flow, isBusy: isBusy) } }
}
