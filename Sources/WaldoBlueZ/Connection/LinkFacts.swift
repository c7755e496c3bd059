/// What a link is like once it is up.
public struct LinkFacts: Equatable, Sendable {
    /// How bytes get to the shield.
    public enum Route: String, Sendable {
        /// A packet socket from AcquireWrite; one record is one Write Command.
        case acquired
        /// WriteValue, each answered by the shield, one in flight.
        case request
        /// WriteValue without the shield's answer, one in flight on the bus.
        case command
    }

    /// How bytes get to the shield.
    public var route: Route
    /// The ATT MTU in bytes.
    public var mtu: Int
    /// Bytes that one write may hold: the least of MTU - 3 and the arm's own `max`.
    public var maxBytes: Int
    /// Whether it can be known that what was written has left, so that what is on its way is bounded.
    public var confirms: Bool
    /// What the operator should know: what this link cannot do, why, and the mend.
    public var events: [String]

    /// Facts of these values.
    public init(route: Route, mtu: Int, maxBytes: Int, confirms: Bool, events: [String] = []) {
        self.route = route
        self.mtu = mtu
        self.maxBytes = maxBytes
        self.confirms = confirms
        self.events = events
    }
}
