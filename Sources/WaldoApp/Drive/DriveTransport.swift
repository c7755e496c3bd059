package import WaldoSimulator

/// What carries the commands of a drive.
package enum DriveTransport {
    /// A real arm, by the link of its file.
    case arm
    /// Nothing: everything runs and is shown.
    case override
    /// A simulated arm.
    case simulation(SimulationOptions)
}
