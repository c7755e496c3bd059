import WaldoLoop
import WaldoTime

/// Lets one task wait for the next change or a deadline.
@LoopActor
final class ChangeSignal {
    private var waiting: CheckedContinuation<Void, Never>?
    /// A change came while no task was waiting.
    private var isMissed = false
    private var timer: LoopTimer?

    init() { timer = LoopTimer(of: self) { signal, _ in signal.beat() } }

    /// Signals a change.
    func beat() {
        timer?.disarm()
        isMissed = waiting == nil
        let waiting = self.waiting
        self.waiting = nil
        waiting?.resume()
    }

    /// Waits for the next change, or the deadline. One task at a time.
    func wait(until deadline: Instant?) async {
        await withCheckedContinuation { continuation in
            // A task can be suspended between its check and its wait; after a change in between it must check again.
            guard !isMissed else {
                isMissed = false
                return continuation.resume()
            }
            waiting = continuation
            if let deadline { timer?.arm(at: deadline) }
        }
    }

    /// Wakes the waiting task and removes the timer from the loop.
    func end() {
        beat()
        timer?.cancel()
    }
}
