public import WaldoTime

/// Where an arm rests on its own structure, so that it does not fall when its motors are switched off.
public struct ArmPark: Equatable, Sendable {
    /// The positions to go to, in the scale of their channels; a channel that is not listed stays.
    public var targets: [ChannelProfile.Action.Setting]
    /// How long the motion may take.
    public var limit: TimeSpan

    /// Creates a rest position from its targets and the time limit.
    public init(_ targets: [ChannelProfile.Action.Setting], within limit: TimeSpan = .seconds(20)) {
        (self.targets, self.limit) = (targets, limit)
    }
}
