import WaldoCore
import WaldoSimulator
import WaldoSurvey
import WaldoTime

/// How a simulated arm stands at a time, in the units of its files.
struct SimulatedStand: Equatable {
    /// Where a channel is.
    struct Channel: Equatable {
        var name: String
        /// A position's number; of a velocity its way, in `unit`.
        var number: Double
        /// `mm`, `deg` or `s` of a velocity's way; nil of a position, whose unit is the arm file's own.
        var unit: String?
    }

    var channels: [Channel]
    /// Where the hand is, in metres from the base; nil: the arm's file has no pose.
    var hand: ArmPoint?
    var isMoving: Bool

    init(_ simulated: SimulatedArm, at time: Instant) {
        let arm = simulated.arm
        channels = arm.movingChannels.map { channel in
            let profile = arm.profiles[channel], number = simulated.number(channel, at: time)
            guard profile.mode == .velocity else {
                return Channel(name: profile.name, number: Self.rounded(number / .ten(to: profile.range.decimals)))
            }
            return switch arm.pose?.kind(of: channel) {
            case .move: Channel(name: profile.name, number: Self.rounded(number * 1_000), unit: "mm")
            case .turn: Channel(name: profile.name, number: Self.rounded(number), unit: "deg")
            case nil: Channel(name: profile.name, number: Self.rounded(number), unit: "s")
            }
        }
        hand = simulated.hand(at: time).map {
            ArmPoint(x: Self.rounded($0.x, 5), y: Self.rounded($0.y, 5), z: Self.rounded($0.z, 5))
        }
        isMoving = simulated.isMoving(at: time)
    }

    /// A number as it is shown: to thousandths, and to hundredths of a millimetre for a place.
    private static func rounded(_ number: Double, _ decimals: Int = 3) -> Double {
        let factor = Double.ten(to: decimals), rounded = (number * factor).rounded() / factor
        return rounded == 0 ? 0 : rounded
    }
}
