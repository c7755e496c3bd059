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

    /// Why there can be no such cell; nil where it is run.
    var way: Way {
        switch (fault, moment) {
        case (.padUnplugged, .replay), (.padReplugged, .replay), (.anotherPad, .replay), (.eventsDropped, .replay),
            (.stickAtStart, .replay), (.stickAtReconnect, .replay):
            .cannot("A replay opens no input; that a pad beside it is not heard is shown by “two pads at once”.")
        case (.stickAtResume, .replay):
            .cannot("A stop ends a replay: there is nothing to resume.")
        case (.enableLetGo, .replay):
            .cannot("A recording holds the controls, and no enable button is asked of it.")
        case (.linkLost, .scanning):
            .cannot("While scanning there is no link to lose.")
        case (.linkStalled, .scanning):
            .cannot("While scanning there is no link that could confirm anything.")
        case (.acquireRefused, .scanning):
            .cannot("AcquireWrite is asked for once the shield is connected: see “connecting”.")
        case (.acquireRefused, .replay):
            .cannot("A replay ends with its link, and asks for no second socket: see “link lost and back”.")
        case (.acquireRevoked, .scanning):
            .cannot("While scanning there is no socket to revoke.")
        default: .program
        }
    }
}
