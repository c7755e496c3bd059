import WaldoBlueZ
package import WaldoCore
package import WaldoFiles
import WaldoSimulator
package import WaldoSurvey
import WaldoTime

/// An arm that is simulated as a Bluetooth peripheral, with its files already read.
package struct SimulatePlan {
    /// The name that is advertised unless the operator gives another.
    package static let name = "Simulated arm"

    /// The arm.
    package var arm: Arm
    /// The sensor on its hand; nil: there is none.
    package var sensor: Sensor?
    /// The seed and the field.
    var options: SimulationOptions
    /// The name that it advertises.
    package var name: String
    /// The Bluetooth adapter; nil: the first that is powered.
    package var adapter: String?
    /// Whether to wait for what is missing at the start.
    package var waits: Bool
    /// Whether to write JSON Lines.
    package var isPlain: Bool

    /// Puts a plan together.
    /// - Parameter simulate: the seed and the field, as `SimulationOptions` reads them.
    /// - Throws: `Failure` where the parts do not fit.
    package init(
        _ arm: Arm, sensor: Sensor? = nil, simulate: String = "",
        name: String = SimulatePlan.name, adapter: String? = nil, waits: Bool = false, isPlain: Bool = false
    ) throws(Failure) {
        do throws(SimulationOptionError) { options = try SimulationOptions(simulate) } catch {
            throw Failure(.usage, "--simulate: \(error.sentence)")
        }
        (self.arm, self.sensor, self.name) = (arm, sensor, name)
        (self.adapter, self.waits, self.isPlain) = (adapter, waits, isPlain)
        guard options.losses.isEmpty, options.stalls.isEmpty else {
            throw Failure(
                .usage, "--simulate: the link of a peripheral is a real one; leave loss= and stall= out")
        }
        guard (1...PeripheralServer.nameCapacity).contains(name.utf8.count) else {
            throw Failure(
                .usage, "--name: an advertised name has 1 to \(PeripheralServer.nameCapacity) bytes in UTF-8")
        }
        guard let sensor else { return }
        try SurveyPlan.refuse(unsimulated: sensor, options)
        switch arm.link {
        case .bluetooth where SimulatedServices(arm, sensor).notifies(.sensor) == nil:
            throw Failure(
                .file,
                "“\(sensor.name)” is received over the arm's link, and the arm “\(arm.name)” has no `notify`")
        case .bluetooth, .serial: break
        }
    }

    /// What it offers.
    package var services: SimulatedServices { SimulatedServices(arm, sensor) }
}
