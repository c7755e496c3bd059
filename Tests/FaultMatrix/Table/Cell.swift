/// One fault at one moment.
struct Cell: Hashable, Sendable, CustomStringConvertible {
    let fault: Fault
    let moment: Moment

    var description: String { "\(fault.rawValue) × \(moment.rawValue)" }

    static let all = Fault.allCases.flatMap { fault in Moment.allCases.map { Cell(fault: fault, moment: $0) } }

    /// How a cell is shown.
    enum Way: Equatable {
        /// By the built program, on a bus, a BlueZ and pads of its own.
        case program
        /// It cannot be, for this reason.
        case cannot(String)
    }

    /// Whether it is run, and why not.
    var way: Way { reason.map(Way.cannot) ?? .program }
}
