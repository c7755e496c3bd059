internal import WaldoLoop

/// Lets one task wait until something has changed, or until a moment.
@LoopActor
final class ChangeSignal {
    private var waiting: CheckedContinuation<Void, Never>?
    /// It has beaten while nobody waited.
    private var isMissed = false
    private let timer = LoopTimer()

    init() { timer.handler = { [unowned self] _ in beat() } }

    /// Something has changed.
    func beat() {
        timer.disarm()
        isMissed = waiting == nil
        let waiting = self.waiting
        self.waiting = nil
        waiting?.resume()
    }

    /// Waits for the next change, or the moment in microseconds. One task at a time.
    func wait(until deadline: Int64?) async {
        await withCheckedContinuation { continuation in
            // A task may be put off between its look and its wait: what has changed then is looked at anew.
            guard !isMissed else {
                isMissed = false
                return continuation.resume()
            }
            waiting = continuation
            if let deadline { timer.arm(at: deadline) }
        }
    }

    /// Takes the timer off the loop.
    func end() {
        beat()
        timer.cancel()
    }
}
