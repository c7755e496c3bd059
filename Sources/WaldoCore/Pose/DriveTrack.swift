import WaldoTime

/// Where wheels have carried an arm's base, by dead reckoning: each number holds until the next one, and the error
/// grows with the distance and the angle since the beginning.
struct DriveTrack: Sendable {
    /// Where the base stands.
    struct State: Sendable {
        /// Metres, and degrees to the left of the first direction.
        var x = 0.0, y = 0.0, heading = 0.0
        /// Errors at one standard deviation: of the place in metres, of the heading in degrees.
        var error = 0.0, headingError = 0.0
    }

    private struct Stretch: Sendable {
        var at: Instant, until: Instant
        var state: State
        /// Metres and degrees a second.
        var speed: Double, turn: Double
    }

    private static let capacity = 256

    private let drive: ArmPose.Drive
    private let units: (first: Double, second: Double)
    private var numbers: (first: Double, second: Double) = (0, 0)
    private var stretches: BoundedRing<Stretch>

    init(_ drive: ArmPose.Drive, of arm: Arm) {
        func unit(_ channel: Channel) -> Double { 1 / .ten(to: arm.profiles[channel].range.decimals) }
        self.drive = drive
        units = (unit(drive.first.channel), unit(drive.second.channel))
        let rest = Stretch(at: .distantPast, until: .distantPast, state: State(), speed: 0, turn: 0)
        stretches = BoundedRing(capacity: Self.capacity, filling: rest)
        stretches.append(rest)
    }

    private var last: Stretch { stretches[stretches.count - 1] }

    /// A frame with a number of a channel was written; times do not decrease.
    mutating func command(_ channel: Channel, _ number: Int32, at time: Instant) {
        let time = max(time, last.at)
        guard channel == drive.first.channel || channel == drive.second.channel else { return }
        let state = state(after: last, at: time)
        if channel == drive.first.channel { numbers.first = Double(number) * units.first }
        if channel == drive.second.channel { numbers.second = Double(number) * units.second }
        let stretch = Stretch(
            at: time, until: time.later(by: drive.holds), state: state,
            speed: numbers.first * drive.first.speed + numbers.second * drive.second.speed,
            turn: numbers.first * drive.first.turn + numbers.second * drive.second.turn)
        // Both numbers of one frame come at one time.
        if last.at == time { stretches.replaceLast(stretch) } else { stretches.append(stretch) }
    }

    /// Where the base stands at a time.
    func state(at time: Instant) -> State {
        state(after: stretches[max(1, stretches.prefixCount { $0.at <= time }) - 1], at: time)
    }

    /// At an even speed and rate of turn the path is an arc: its chord has half of the turned angle to its beginning.
    private func state(after stretch: Stretch, at time: Instant) -> State {
        guard time > stretch.at, stretch.until > stretch.at else { return stretch.state }
        let seconds = min(time, stretch.until).away(from: stretch.at).inSeconds
        let distance = stretch.speed * seconds, angle = stretch.turn * seconds
        var state = stretch.state
        let half = angle / 2
        let chord = half == 0 ? distance : distance * (Degrees.sine(half) / (half * Degrees.inRadians))
        state.x += chord * Degrees.cosine(state.heading + half)
        state.y += chord * Degrees.sine(state.heading + half)
        state.heading += angle
        // What is wrong with the heading puts all of the later path aside.
        state.headingError += angle.magnitude * drive.error
        state.error += distance.magnitude * (drive.error + min(1, state.headingError * Degrees.inRadians))
        return state
    }
}
