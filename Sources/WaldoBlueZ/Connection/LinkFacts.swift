/// The properties of a link that is up.
public struct LinkFacts: Equatable, Sendable {
    /// How bytes reach the shield.
    public enum Route: String, Sendable {
        /// A packet socket from AcquireWrite; one record is one Write Command.
        case acquired
        /// WriteValue as Write Request: the shield answers each one; one in flight.
        case request
        /// WriteValue as Write Command: the shield does not answer; one call in flight on the bus.
        case command
    }

    /// How bytes reach the shield.
    public var route: Route
    /// The ATT MTU in bytes.
    public var mtu: Int
    /// The most bytes in one write: the lesser of MTU - 3 and the arm's own `max`.
    public var maxBytes: Int
    /// Whether writes can be confirmed as sent, which bounds the number of frames under way.
    public var confirms: Bool
    /// Whether the shield was connected before this program connected to it.
    public var takenOver: Bool
    /// Messages for the operator: what this link cannot do, why, and how to fix it.
    public var events: [String]

    /// Facts with these values.
    public init(
        route: Route, mtu: Int, maxBytes: Int, confirms: Bool, takenOver: Bool = false, events: [String] = []
    ) {
        self.route = route
        self.mtu = mtu
        self.maxBytes = maxBytes
        self.confirms = confirms
        self.takenOver = takenOver
        self.events = events
    }
}
