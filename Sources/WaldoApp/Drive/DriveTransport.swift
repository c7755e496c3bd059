package import WaldoSimulator

/// What carries the commands of a drive.
package enum DriveTransport {
    /// The shield, over Bluetooth.
    case shield
    /// Nothing: everything runs and is shown.
    case override
    /// A simulated arm instead of a shield.
    case simulation(SimulationOptions)

    /// Whether nothing is transmitted to anything.
    package var isOverride: Bool { if case .override = self { true } else { false } }
    /// Whether the arm is simulated.
    package var isSimulation: Bool { if case .simulation = self { true } else { false } }
    /// Whether the commands go to a shield, and Bluetooth is used.
    package var isShield: Bool { if case .shield = self { true } else { false } }
}
