import WaldoCore
import WaldoLoop
import WaldoSimulator
import WaldoSurvey
import WaldoTime

/// Plays a sensor of a simulation on the loop, which stands at the base of an arm that is not there.
@LoopActor
final class SimulatedSensorSource {
    private var sensor: SimulatedSensor
    private weak var source: SurveySource?
    private var timer: LoopTimer?

    /// Starts to play now, for a source that hears it.
    /// - Throws: why the sensor's messages cannot be simulated.
    init(
        _ sensor: Sensor, _ options: SimulationOptions, for source: SurveySource
    ) throws(SimulationOptionError) {
        let sensor = try SimulatedSensor(sensor, in: options.field, seed: options.seed, at: Monotonic.now())
        self.sensor = sensor
        self.source = source
        timer = LoopTimer(of: self) { $0.play(until: $1) }
        timer?.arm(at: sensor.deadline)
    }

    func close() {
        timer?.cancel()
        timer = nil
    }

    private func play(until now: Instant) {
        while sensor.deadline <= now {
            let due = sensor.deadline
            sensor.next(at: nil) { source?.heard($0.bytes, channel: 0, at: due) }
        }
        timer?.arm(at: sensor.deadline)
    }
}
