internal import WaldoCore
internal import WaldoLoop

/// Tells of what may come in floods: the first at once, then how often it came, once a second.
@LoopActor
final class FloodGuard {
    private static let pause: Microseconds = .seconds(1)

    private let report: @LoopActor (_ times: Int) -> Void
    private var waiting = 0
    private var timer: LoopTimer?

    init(_ report: @escaping @LoopActor (_ times: Int) -> Void) {
        self.report = report
        timer = LoopTimer { [weak self] _ in self?.flush() }
    }

    /// It came once more.
    func happened() {
        waiting += 1
        if timer?.deadline == nil { flush() }
    }

    /// Tells what was not told yet.
    func flush() {
        guard waiting > 0 else { return }
        let times = waiting
        waiting = 0
        timer?.arm(at: Monotonic.now() + Self.pause)
        report(times)
    }

    /// Tells the rest, and leaves the loop.
    func close() {
        flush()
        timer?.cancel()
        timer = nil
    }
}
