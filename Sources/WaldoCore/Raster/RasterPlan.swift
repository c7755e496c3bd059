public import WaldoTime

/// The points of a raster in the order in which they are visited, and what that takes.
///
/// The first axis moves fastest, and every other row goes back, so that from one point to the next each axis moves
/// one step at most.
public struct RasterPlan: Equatable, Sendable {
    /// The axes.
    public let axes: [RasterAxis]
    /// How long is measured at each point.
    public let dwell: RasterDwell
    /// For each point the number of each axis.
    public let points: [[Int32]]
    private let arm: Arm

    /// More points than this are refused: at 5 s each they take six days.
    public static let mostPoints = 100_000

    /// Creates a plan.
    public init(_ axes: [RasterAxis], dwell: RasterDwell, of arm: Arm) {
        self.axes = axes
        self.dwell = dwell
        self.arm = arm
        var rows: [[Int32]] = [[]]
        for axis in axes.reversed() {
            // Each number of this axis for all that lies behind it, forward and back in turn.
            rows = rows.enumerated().flatMap { place, row in
                (place % 2 == 0 ? axis.numbers : axis.numbers.reversed()).map { [$0] + row }
            }
        }
        points = rows
    }

    /// How many moves there are: steps of one axis, from the point where the arm starts on.
    public var moves: Int {
        zip([start] + points, points).reduce(0) { $0 + zip($1.0, $1.1).count { $0 != $1 } }
    }

    /// Where the axes stand before: positions at their start, velocities at 0 frames.
    public var start: [Int32] {
        axes.map { arm.profiles[$0.channel].mode == .position ? arm.profiles[$0.channel].start : 0 }
    }

    /// The time that it takes at least and at most.
    public var time: (least: TimeSpan, most: TimeSpan) {
        var moving = TimeSpan.zero
        for (from, to) in zip([start] + points, points) { moving += travel(from: from, to: to) }
        let limits = dwell.limits
        return (moving + limits.least * points.count, moving + limits.most * points.count)
    }

    /// How long the arm takes from one point to another.
    func travel(from: [Int32], to: [Int32]) -> TimeSpan {
        var time = TimeSpan.zero
        for (axis, pair) in zip(axes, zip(from, to)) where pair.0 != pair.1 {
            let way = (Int64(pair.1) - Int64(pair.0)).magnitude
            time += RasterPlan.travel(by: Int(way), of: axis.channel, arm)
        }
        return time
    }

    /// How long a channel takes for a way: a position is busy with it, a velocity has a frame a heartbeat.
    static func travel(by way: Int, of channel: Channel, _ arm: Arm) -> TimeSpan {
        let profile = arm.profiles[channel]
        guard profile.mode == .position else { return (profile.heartbeat ?? arm.pacing.interval) * way }
        if let busy = profile.busy { return busy.base + busy.perUnit * way }
        return settle(arm)
    }

    /// How long an arm may take to come to rest where its file does not state how long it is busy.
    static func settle(_ arm: Arm) -> TimeSpan { arm.pose?.settle ?? .seconds(1) }
}
