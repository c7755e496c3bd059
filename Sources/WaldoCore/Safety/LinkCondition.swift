/// How the link stands. The state machine owns the one value; the encoder and the screens read it.
public enum LinkCondition: Equatable, Sendable {
    /// Nothing can be sent.
    case down
    /// It carries commands. `isBusy`: it has one, and takes the next when it says that it is ready.
    case up(LinkFlow, isBusy: Bool)

    /// Whether it is there.
    @inline(__always)
    public var isUp: Bool { self != .down }

    /// Whether it takes a command now.
    @inline(__always)
    var takesCommands: Bool { if case .up(_, isBusy: false) = self { true } else { false } }

    /// Whether a motion may go, once it takes a command.
    @inline(__always)
    var takesMotion: Bool { if case .up(.flowing, _) = self { true } else { false } }

    /// Whether it has opened, and does not flow yet.
    @inline(__always)
    public var isOpening: Bool { if case .up(.opening, _) = self { true } else { false } }

    /// Whether what was written does not leave.
    @inline(__always)
    public var isStalled: Bool { if case .up(.stalled, _) = self { true } else { false } }

    /// The same link, busy or not.
    mutating func become(busy isBusy: Bool) { if case .up(let flow, _) = self { self = .up(flow, isBusy: isBusy) } }

    /// The same link, with this flow.
    mutating func become(_ flow: LinkFlow) { if case .up(_, let isBusy) = self { self = .up(flow, isBusy: isBusy) } }
}
