import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoSurvey
import WaldoTime

/// A simulated survey states that it is one, wherever it goes.
extension SurveyPlan {
    /// How the survey is measured, as its store keeps it: by a simulation, or how its sensor is carried; nil: not
    /// stated.
    var method: String? { simulation.map { Self.simulationMethod + $0.text } ?? travel?.rawValue }

    /// A survey's title, which exports carry.
    func titled(_ title: String) -> String { simulation == nil ? title : "Simulated: \(title)" }

    /// Makes the plan that of a recording's drive: the sensor may have sat on the arm's shield, or on a simulated arm.
    /// - Throws: what is wrong with the simulation's options.
    mutating func join(
        _ link: ArmLink, recordedOver recorded: RecordingHeader.Link?
    ) throws(SimulationOptionError) {
        guard case .simulation(let text, _)? = recorded else { return join(link) }
        simulate(try SimulationOptions(text), on: link)
    }

    /// Refuses a sensor whose messages cannot be simulated.
    /// - Throws: `Failure` that says why.
    static func refuse(unsimulated sensor: Sensor, _ options: SimulationOptions) throws(Failure) {
        do throws(SimulationOptionError) {
            _ = try SimulatedSensor(sensor, in: options.field, seed: options.seed, at: .clockStart)
        } catch {
            throw Failure(.file, error.sentence)
        }
    }
}
