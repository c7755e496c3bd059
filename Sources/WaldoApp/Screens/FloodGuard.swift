import WaldoLoop
import WaldoTime

/// Limits reports of frequent events: the first is reported at once, further ones as a count once a second.
@LoopActor
final class FloodGuard {
    private static let pause: TimeSpan = .seconds(1)

    private let report: @LoopActor (_ times: Int) -> Void
    private var waiting = 0
    private var timer: LoopTimer?

    init(_ report: @escaping @LoopActor (_ times: Int) -> Void) {
        self.report = report
        timer = LoopTimer(of: self) { owner, _ in owner.flush() }
    }

    /// The event has happened once more.
    func happened() {
        waiting += 1
        if timer?.deadline == nil { flush() }
    }

    /// Reports events that have not been reported yet.
    func flush() {
        guard waiting > 0 else { return }
        let times = waiting
        waiting = 0
        timer?.arm(at: Monotonic.now() + Self.pause)
        report(times)
    }

    /// Reports the remaining events and removes the timer.
    func close() {
        flush()
        timer?.cancel()
        timer = nil
    }
}
