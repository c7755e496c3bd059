/// Keys that command the program, not the arm; any number for each function.
public struct OperatorKeys: Equatable, Sendable {
    /// A press is an emergency stop.
    public var stop: [UInt16]
    /// A press ends an emergency stop.
    public var resume: [UInt16]
    /// After 0.5 s held: the joysticks' held positions move to the centre for as long as the key is held.
    public var recentre: [UInt16]
    /// If not empty, nothing moves unless one of these keys is held.
    public var enable: [UInt16]
    /// While one of these is held, velocities and rates are multiplied by `factor`.
    public var precise: [UInt16]
    /// The factor of precision, more than 0 and less than 1.
    public var factor: Double
    /// A press changes to the next profile, if everything is at rest.
    public var profile: [UInt16]
    /// A press parks the arm and ends the drive, where the arm's file says where it rests.
    public var park: [UInt16]

    /// Creates operator's keys.
    public init(
        stop: [UInt16], resume: [UInt16], recentre: [UInt16] = [], enable: [UInt16] = [], precise: [UInt16] = [],
        factor: Double = 0.25, profile: [UInt16] = [], park: [UInt16] = []
    ) {
        self.stop = stop
        self.resume = resume
        self.recentre = recentre
        self.enable = enable
        self.precise = precise
        self.factor = factor
        self.profile = profile
        self.park = park
    }
}
