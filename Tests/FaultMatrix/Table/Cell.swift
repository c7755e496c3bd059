/// One fault at one moment.
struct Cell: Hashable, Sendable, CustomStringConvertible {
    let fault: Fault
    let moment: Moment
    /// Whether the arm has eight channels, six of them velocities, instead of three.
    var hasEight = false
    /// Whether the arm has two joints more, which a stick moves by the hand while the slider is held.
    var hasHand = false

    var description: String {
        "\(fault.rawValue) × \(moment.rawValue)\(hasEight ? ", eight channels" : "")\(hasHand ? ", hand" : "")"
    }

    static let all = Fault.allCases.flatMap { fault in Moment.allCases.map { Cell(fault: fault, moment: $0) } }

    /// How a cell is proven.
    enum Way: Equatable {
        /// By the built program, with its own bus, BlueZ and pads.
        case program
        /// It cannot be run, for this reason.
        case cannot(String)
    }

    /// Whether the cell is run, and otherwise why not.
    var way: Way { reason.map(Way.cannot) ?? .program }
}
