public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// Plays the demo operator's script on the loop.
@LoopActor
public final class DemoInput {
    private let onEvent: @LoopActor (InputEvent, Instant) -> Void
    private let onEnd: @LoopActor () -> Void
    private let demo: DemoOperator
    private let start: Instant
    private var next = 0
    private var timer: LoopTimer?

    /// Starts the script now.
    public init(
        _ demo: DemoOperator, onEvent: @escaping @LoopActor (InputEvent, Instant) -> Void,
        onEnd: @escaping @LoopActor () -> Void
    ) {
        self.demo = demo
        self.onEvent = onEvent
        self.onEnd = onEnd
        start = Monotonic.now()
        timer = LoopTimer(of: self) { owner, _ in owner.play() }
        timer?.arm(at: start + demo.script[0].at)
    }

    /// Stops the script.
    public func close() {
        timer?.cancel()
        timer = nil
    }

    private func play() {
        guard next < demo.script.count else {
            close()
            onEnd()
            return
        }
        let (at, events) = demo.script[next]
        next += 1
        for event in events { onEvent(event, start + at) }
        onEvent(.report(more: false), start + at)
        timer?.arm(at: start + (next < demo.script.count ? demo.script[next].at : demo.duration))
    }
}
