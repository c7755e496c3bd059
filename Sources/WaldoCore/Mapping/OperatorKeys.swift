/// Keys that command the program and not the arm; each may be several.
public struct OperatorKeys: Equatable, Sendable {
    /// A press stops.
    public var stop: [UInt16]
    /// A press resumes after a stop.
    public var resume: [UInt16]
    /// Held 0.5 s: the joystick's held position returns to the centre for as long as it is held.
    public var recentre: [UInt16]
    /// If not empty, nothing moves unless one of these is held.
    public var enable: [UInt16]

    /// Operator's keys.
    public init(stop: [UInt16], resume: [UInt16], recentre: [UInt16] = [], enable: [UInt16] = []) {
        self.stop = stop
        self.resume = resume
        self.recentre = recentre
        self.enable = enable
    }
}
