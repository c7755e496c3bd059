public import WaldoCore
public import WaldoLoop

/// One drive: hands the road what happens, sends what it gives, and keeps its deadlines.
@LoopActor
public final class Drive {
    /// The road, for screens to look at.
    public private(set) var road: Road
    /// What carries the commands.
    public let link: LinkPort

    private let clock: @LoopActor () -> Microseconds
    private var observers: [any DriveObserver] = []
    private var timer: LoopTimer?
    /// When the road wants to be stepped next; nil: not before something happens.
    public private(set) var deadline: Microseconds?

    /// A drive at rest.
    /// - Parameter clock: the time now; tests move their own.
    public init(
        _ road: Road, link: LinkPort, clock: @escaping @LoopActor () -> Microseconds = { Monotonic.now() }
    ) {
        self.road = road
        self.link = link
        self.clock = clock
        timer = LoopTimer { [weak self] _ in self?.deadlineFired() }
    }

    /// Adds a watcher; it is kept alive.
    public func add(_ observer: any DriveObserver) { observers.append(observer) }

    /// Takes what happened at a time. After a sleep of the process the road learns of the sleep first, so that nothing
    /// that waited meanwhile moves the arm.
    public func handle(_ event: RoadEvent, at time: Microseconds) {
        if let deadline {
            let now = clock()
            if now - deadline > Road.lateness { step(.deadline, at: now) }
        }
        step(event, at: time)
        while let deadline, deadline <= road.time { step(.deadline, at: deadline) }
        keepDeadline()
    }

    /// Takes what happened just now.
    public func handle(_ event: RoadEvent) { handle(event, at: clock()) }

    /// The present time of the drive's clock.
    public var now: Microseconds { clock() }

    /// Takes the drive off the loop.
    public func close() {
        timer?.cancel()
        timer = nil
    }

    private func step(_ event: RoadEvent, at time: Microseconds) {
        let step = road.step(event, at: time)
        deadline = step.deadline
        for observer in observers { observer.drive(self, took: event, step: step) }
        guard let command = step.command else { return }
        let outcome = link.write(command.frame)
        for observer in observers { observer.drive(self, sent: command, outcome: outcome) }
        switch outcome {
        case .written: break
        case .inFlight: self.step(.link(.busy), at: road.time)
        case .refused: self.step(.link(.refused), at: road.time)
        case .gone: self.step(.link(.down), at: road.time)
        }
    }

    private func deadlineFired() {
        deadline = nil
        handle(.deadline)
    }

    private func keepDeadline() {
        if let deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
    }
}
