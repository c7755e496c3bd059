internal import WaldoTime

/// The state of parking.
struct Parking: Equatable, Sendable {
    var phase = ParkingPhase.idle
    /// While the arm moves, when its time is over; while it settles, when it has settled.
    var due: Instant = .distantPast
}
