import WaldoTime

/// The state of parking.
struct Parking: Equatable, Sendable {
    var phase = ParkingPhase.idle
    /// While the arm moves, when its time is over; while it settles, when it has settled.
    var due: Instant = .distantPast
    /// Whether the drive ends behind it, also where the arm could not be parked.
    var endsDrive = false

    /// Whether the arm may go limp: not where it was to be parked at the end and is not.
    var mayGoLimp: Bool { !endsDrive || phase == .parked }
}
