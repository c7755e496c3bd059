public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// Receives the events of a `DemoInput`.
@LoopActor
public protocol DemoInputDelegate: AnyObject {
    /// One event of the demo's pad.
    func input(_ event: InputEvent, at time: Instant)
    /// The script is over.
    func demoHasEnded()
}

/// Plays the demo operator's script on the loop.
@LoopActor
public final class DemoInput {
    private weak var delegate: (any DemoInputDelegate)?
    private let demo: DemoOperator
    private let start: Instant
    private var next = 0
    private var stop = DemoStop()
    private var timer: LoopTimer?

    /// Starts the script now.
    public init(_ demo: DemoOperator, delegate: any DemoInputDelegate) {
        self.demo = demo
        self.delegate = delegate
        start = Monotonic.now()
        timer = LoopTimer(of: self) { owner, _ in owner.play() }
        timer?.arm(at: start + demo.script[0].at)
    }

    /// Takes note of what a step of the drive changed.
    public func follow(_ event: DriveEvent, _ notices: Notices) { stop.follow(event, notices) }

    /// Stops the script.
    public func close() {
        timer?.cancel()
        timer = nil
    }

    private func play() {
        guard next < demo.script.count else {
            close()
            delegate?.demoHasEnded()
            return
        }
        let (at, events) = demo.script[next]
        next += 1
        for event in events where stop.allows(event) { delegate?.input(event, at: start + at) }
        delegate?.input(.report(more: false), at: start + at)
        timer?.arm(at: start + (next < demo.script.count ? demo.script[next].at : demo.duration))
    }
}
