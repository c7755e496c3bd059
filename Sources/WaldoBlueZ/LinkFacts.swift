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
    /// Whether the service has a characteristic that can be read, whose answer would prove that earlier writes left.
    public var readable: Bool
    /// Whether the shield's notifications were asked for and are not to be had.
    public var isMute: Bool

    /// Facts of these values.
    public init(route: Route, mtu: Int, maxBytes: Int, readable: Bool, isMute: Bool = false) {
        self.route = route
        self.mtu = mtu
        self.maxBytes = maxBytes
        self.readable = readable
        self.isMute = isMute
    }
}
