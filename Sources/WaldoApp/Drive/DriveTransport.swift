internal import WaldoCore
package import WaldoSimulator

/// What carries the commands of a drive.
package enum DriveTransport {
    /// The shield, over Bluetooth.
    case shield
    /// Nothing: everything runs and is shown.
    case override
    /// A simulated arm instead of a shield.
    case simulation(SimulationOptions)

    /// Where the commands go, without the simulation's options.
    var kind: Transport {
        switch self {
        case .shield: .shield
        case .override: .override
        case .simulation: .simulated
        }
    }

    /// Whether nothing is transmitted to anything.
    package var isOverride: Bool { kind == .override }
    /// Whether the arm is simulated.
    package var isSimulation: Bool { kind == .simulated }
    /// Whether the commands go to a shield, and Bluetooth is used.
    package var isShield: Bool { kind == .shield }
}
