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
    /// Of a route the point where it begins.
    let departure: Int
    private let arm: Arm

    /// More points than this are refused: at 5 s each they take six days.
    public static let maxPoints = 100_000

    /// Creates a plan.
    public init(_ axes: [RasterAxis], dwell: RasterDwell, of arm: Arm) {
        self.axes = axes
        self.dwell = dwell
        departure = 0
        self.arm = arm
        var rows: [[Int32]] = [[]]
        for axis in axes.reversed() {
            // Each number of this axis for all that lies behind it, forward and back in turn.
            rows = rows.enumerated().flatMap { index, row in
                (index % 2 == 0 ? axis.numbers : axis.numbers.reversed()).map { [$0] + row }
            }
        }
        points = rows
    }

    /// Creates the plan of a route: its points are passed in this order, and nothing is measured at any of them alone.
    /// - Parameters:
    ///   - channels: those that move.
    ///   - points: for each point the number of each channel.
    ///   - departingAt: the point where the route begins; those before it lead there.
    public init(route channels: [Channel], points: [[Int32]], departingAt departure: Int = 0, of arm: Arm) {
        self.departure = departure
        axes = channels.enumerated().map { index, channel in RasterAxis(channel, numbers: points.map { $0[index] }) }
        dwell = .passing
        self.points = points
        self.arm = arm
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
    public var time: (shortest: TimeSpan, longest: TimeSpan) {
        var moving = TimeSpan.zero
        for (from, to) in zip([start] + points, points) { moving += travel(from: from, to: to) }
        let limits = dwell.limits
        return (moving + limits.shortest * points.count, moving + limits.longest * points.count)
    }

    /// The time that it takes at most with a sensor that counts this long for one message: at a point the arm may wait
    /// for a message to begin.
    public func longest(exposure: TimeSpan) -> TimeSpan {
        dwell == .passing ? time.longest : time.longest + exposure * points.count
    }

    /// The time of the moves that are left once the arm stands at a point, for each of them.
    var travelFromEachPoint: [TimeSpan] {
        var left = TimeSpan.zero, times: [TimeSpan] = []
        for index in points.indices.reversed() {
            if index + 1 < points.count { left += travel(from: points[index], to: points[index + 1]) }
            times.append(left)
        }
        return times.reversed()
    }

    /// How long the arm takes from one point to another.
    func travel(from: [Int32], to: [Int32]) -> TimeSpan {
        var time = TimeSpan.zero
        for (axis, pair) in zip(axes, zip(from, to)) where pair.0 != pair.1 {
            let distance = (Int64(pair.1) - Int64(pair.0)).magnitude
            time += RasterPlan.travel(by: Int(distance), of: axis.channel, arm)
        }
        return time
    }

    /// How long a channel takes for a distance: a position is busy with it, a velocity has a frame a heartbeat.
    static func travel(by distance: Int, of channel: Channel, _ arm: Arm) -> TimeSpan {
        let profile = arm.profiles[channel]
        guard profile.mode == .position else { return (profile.heartbeat ?? arm.pacing.interval) * distance }
        let busy = busy(channel, of: arm)
        return busy.base + busy.perUnit * distance
    }

    /// How long a channel takes until the arm rests again, whatever the distance, and for each unit of it.
    public static func busy(_ channel: Channel, of arm: Arm) -> ChannelProfile.Busy {
        let profile = arm.profiles[channel]
        guard profile.mode == .position else {
            return ChannelProfile.Busy(base: settlingTime(arm), perUnit: profile.heartbeat ?? arm.pacing.interval)
        }
        return profile.busy ?? ChannelProfile.Busy(base: settlingTime(arm))
    }

    /// How long an arm may take to come to rest where its file does not state how long it is busy.
    static func settlingTime(_ arm: Arm) -> TimeSpan { arm.pose?.settlingTime ?? .seconds(1) }
}
