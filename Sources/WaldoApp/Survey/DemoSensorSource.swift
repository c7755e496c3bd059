internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// Plays the demo sensor on the loop: a message each second.
@LoopActor
final class DemoSensorSource {
    private var sensor = DemoSensor()
    private let heard: @LoopActor ([UInt8], Instant) -> Void
    private var timer: LoopTimer?

    /// Starts to play now.
    init(_ heard: @escaping @LoopActor ([UInt8], Instant) -> Void) {
        self.heard = heard
        let start = Monotonic.now()
        timer = LoopTimer(of: self) { $0.play(at: $1) }
        timer?.arm(at: start + .seconds(1))
    }

    func close() {
        timer?.cancel()
        timer = nil
    }

    private func play(at now: Instant) {
        heard(sensor.next(), now)
        timer?.arm(at: now + .seconds(1))
    }
}
