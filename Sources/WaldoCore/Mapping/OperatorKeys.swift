/// Keys that command the program, not the arm; any number for each function.
public struct OperatorKeys: Equatable, Sendable {
    /// A press is an emergency stop.
    public var stop: [UInt16]
    /// A press ends an emergency stop.
    public var resume: [UInt16]
    /// After 0.5 s held: the joystick's held position moves to the centre for as long as the key is held.
    public var recentre: [UInt16]
    /// If not empty, nothing moves unless one of these keys is held.
    public var enable: [UInt16]

    /// Creates operator's keys.
    public init(stop: [UInt16], resume: [UInt16], recentre: [UInt16] = [], enable: [UInt16] = []) {
        self.stop = stop
        self.resume = resume
        self.recentre = recentre
        self.enable = enable
    }
}
