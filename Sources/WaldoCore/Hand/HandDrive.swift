import WaldoTime

/// The hand of a drive: what its controls ask of it, and the joints' numbers on the way there.
struct HandDrive: Sendable {
    /// A control, or an axis of a joystick, that moves the hand.
    struct Binding: Sendable {
        var control: Control
        /// Whether it is a joystick's y.
        var isY: Bool
        var axis: HandAxis
        /// Millimetres or degrees a second at full deflection.
        var rate: Double
    }

    let bindings: [Binding]
    /// One for each profile; nil: the profile does not move the hand.
    private let solvers: [HandSolver?]
    /// The frame of each profile's directions.
    let frames: [HandAxis.Frame]
    private let interval: TimeSpan
    /// The joints' numbers, in units of 10^-decimals, with what rounding leaves out; NaN: what was set counts.
    private var numbers = SIMD8<Double>(repeating: .nan)
    /// The time for which `numbers` are.
    private var until = Instant.distantPast
    /// Whether the operator holds a control of the hand.
    private(set) var isTouched = false
    /// Whether the hand is asked to move, over a link that takes motion.
    private(set) var isMoving = false
    /// Whether it is asked to move, and its next step is not due yet.
    private var isWaiting = false
    /// What is asked; 0 where it does not move.
    private var asked = HandVelocity()
    /// The part of what is asked that is done.
    private(set) var share = 1.0
    /// The joints that are at their ends and would have to go on for what is asked, and those at the last notice.
    private(set) var ended = HandDrive.none
    private var noticed = HandDrive.none
    private static let none = SIMDMask<SIMD8<Int64>>(repeating: false)

    /// nil: the mapping does not move the hand, or the arm has none whose joints are known.
    init?(_ arm: Arm, _ mapping: Mapping) {
        var bindings: [Binding] = []
        for (control, described) in zip(mapping.allControls, mapping.controls) {
            for (letter, reference) in described.references {
                guard case .hand(let axis, let rate) = reference else { continue }
                bindings.append(Binding(control: control, isY: letter == "y", axis: axis, rate: rate))
            }
        }
        guard !bindings.isEmpty, HandChain(arm) != nil else { return nil }
        self.bindings = bindings
        let all = (0..<max(1, mapping.profiles.count)).map { arm.handSolver(of: mapping, in: $0) }
        (solvers, frames) = (all.map { $0?.0 }, all.map { $0?.1.frame ?? .base })
        interval = max(.milliseconds(5), arm.pacing.interval)
    }

    /// The channels that the hand moves in a profile.
    func joints(in profile: Int) -> SIMDMask<SIMD8<Int64>> { solvers[profile]?.joints ?? Self.none }

    /// The channels that the hand moves in any profile.
    var allJoints: SIMDMask<SIMD8<Int64>> {
        solvers.indices.reduce(Self.none) { $0 .| joints(in: $1) }
    }

    /// Whether other joints are at their ends than at the last call.
    mutating func noticesEnds() -> Bool {
        defer { noticed = ended }
        return ended != noticed
    }

    /// When it has to be stepped next; nil: it rests.
    var deadline: Instant? { isMoving ? until : nil }

    /// A halt, or another profile: the numbers are forgotten, and what was written counts.
    mutating func end() {
        (isTouched, isMoving, isWaiting, share, ended) = (false, false, false, 1, Self.none)
        asked.rates = .zero
        numbers = SIMD8(repeating: .nan)
    }

    /// Whether a channel goes on with what was asked of it last: the next step is not due yet, or the last one moved it
    /// by less than a whole number. What holds it back still does.
    func goesOn(_ channel: Channel) -> Bool {
        guard isMoving else { return false }
        let number = numbers[channel.index]
        return isWaiting || (number - number.rounded(.toNearestOrAwayFromZero)).magnitude > 1e-6
    }

    /// The operator holds its controls.
    mutating func touch() { isTouched = true }

    /// Whether the numbers are to be moved now. Once an interval is enough.
    mutating func isDue(_ velocity: HandVelocity, at now: Instant) -> Bool {
        let asks = velocity.rates != .zero
        if !asks { (share, ended) = (1, Self.none) }
        // After a pause the way begins now.
        if asks, !isMoving { until = max(until, now) }
        (asked, isMoving, isWaiting) = (velocity, asks, asks && until > now)
        return asks && !isWaiting
    }

    /// Where the hand is asked to go from these numbers, in millimetres a second along the base's axes; nil: nowhere.
    func way(in profile: Int, from set: SIMD8<Double>) -> SIMD3<Double>? {
        isMoving ? solvers[profile]?.way(asked, at: set) : nil
    }

    /// Moves the numbers to where the hand is to be an interval from now.
    /// - Parameter set: what the board was or is to be sent, in units of 10^-decimals. Where it is not the rounded
    ///   number, something else has moved the joint.
    mutating func move(
        _ velocity: HandVelocity, in profile: Int, from set: SIMD8<Double>, at now: Instant
    ) -> (numbers: SIMD8<Double>, joints: SIMDMask<SIMD8<Int64>>)? {
        guard let solver = solvers[profile] else { return nil }
        let rounded = numbers.rounded(.toNearestOrAwayFromZero)
        numbers.replace(with: set, where: rounded .!= set)
        let span = now - until + interval
        let step = solver.step(velocity, from: numbers, over: Double(span.microseconds) / 1_000_000)
        (numbers, share, ended, until) = (step.numbers, step.share, step.ended, now + interval)
        return (numbers.rounded(.toNearestOrAwayFromZero), solver.joints)
    }
}
