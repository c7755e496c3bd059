import WaldoLoop
import WaldoTeleop
import WaldoTime

/// Plays the demo sensor on the loop: a message each second.
@LoopActor
final class DemoSensorSource {
    private var sensor = DemoSensor()
    private weak var source: SurveySource?
    private var timer: LoopTimer?

    /// Starts to play now, for a source that hears it.
    init(for source: SurveySource) {
        self.source = source
        let start = Monotonic.now()
        timer = LoopTimer(of: self) { $0.play(at: $1) }
        timer?.arm(at: start + .seconds(1))
    }

    func close() {
        timer?.cancel()
        timer = nil
    }

    private func play(at now: Instant) {
        source?.heard(sensor.next(), channel: 0, at: now)
        timer?.arm(at: now + .seconds(1))
    }
}
