import WaldoCore
import WaldoSurvey
import WaldoTime

/// Where an arm's wheels have carried its base. Between two changes of a wheel's speed the way is an arc.
struct BaseState: Sendable {
    /// Where the base stands: metres, and degrees to the left of the first direction.
    struct Position: Equatable, Sendable {
        var x = 0.0, y = 0.0, heading = 0.0
    }

    private static let radian = 0.017_453_292_519_943_295

    private let drive: ArmPose.Drive?
    /// The unit of each wheel's way.
    private let units: (first: Double, second: Double)
    private var rates: (first: Double, second: Double) = (0, 0)
    private var at: Instant
    private var from = Position()

    init(_ arm: Arm, at time: Instant) {
        drive = arm.pose?.drive
        func unit(_ wheel: ArmPose.Drive.Wheel?) -> Double { wheel.flatMap { arm.pose?.unit(of: $0.channel) } ?? 1 }
        units = (unit(drive?.first), unit(drive?.second))
        at = time
    }

    /// A channel's way grows at another rate from now on.
    mutating func change(_ channel: Channel, to rate: Double, at time: Instant) {
        guard let drive, channel == drive.first.channel || channel == drive.second.channel else { return }
        from = position(at: time)
        at = time
        if channel == drive.first.channel { rates.first = rate } else { rates.second = rate }
    }

    /// Where the base stands at a time that is not before the latest change.
    func position(at time: Instant) -> Position {
        guard let drive, time > at else { return from }
        let seconds = (time - at).inSeconds, first = rates.first / units.first, second = rates.second / units.second
        let distance = (first * drive.first.speed + second * drive.second.speed) * seconds
        let angle = (first * drive.first.turn + second * drive.second.turn) * seconds
        guard distance != 0 || angle != 0 else { return from }
        // The chord of the arc has half of the turned angle to its beginning.
        let half = angle / 2
        let chord = half == 0 ? distance : distance * (Degrees.sine(half) / (half * Self.radian))
        var position = from
        position.x += chord * Degrees.cosine(from.heading + half)
        position.y += chord * Degrees.sine(from.heading + half)
        position.heading += angle
        return position
    }
}
