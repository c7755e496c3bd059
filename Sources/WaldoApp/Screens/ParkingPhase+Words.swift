import WaldoCore

extension ParkingPhase {
    /// What the operator has to know; nil: nothing.
    var text: String? {
        switch self {
        case .idle, .settling: nil
        case .moving: "parking: any key or control halts it"
        case .parked: "parked: the drive ends"
        case .halted: "not parked: halted on the way"
        case .refused: "not parked: the drive is halted, or a control is not at rest"
        case .played: "not parked: a replay or a raster moves the arm; end it first"
        case .unknown: "not parked: a position is an assumption; the drive ends where the arm is"
        }
    }
}
