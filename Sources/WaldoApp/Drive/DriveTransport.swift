internal import WaldoCore
package import WaldoSimulator

/// What carries the commands of a drive.
package enum DriveTransport {
    /// A real arm, by the link of its file.
    case shield
    /// Nothing: everything runs and is shown.
    case override
    /// A simulated arm.
    case simulation(SimulationOptions)

    /// Where the commands go, without the simulation's options.
    var kind: Transport {
        switch self {
        case .shield: .shield
        case .override: .override
        case .simulation: .simulated
        }
    }
}
