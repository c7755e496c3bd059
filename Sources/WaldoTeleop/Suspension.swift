internal import WaldoCore
public import WaldoLoop

/// The way to the process's sleep (SIGTSTP): the halt on the wire first, and no motion behind it.
@LoopActor
public final class Suspension {
    private static let look: Microseconds = .milliseconds(5)

    private let drive: Drive
    private let isContinued: @LoopActor () -> Bool
    private let sleep: @LoopActor () -> Void
    private let end: Microseconds
    private var timer: LoopTimer?

    /// Halts the drive, and calls `sleep` once the zeros have left, or `Shutdown.patience` is over.
    /// - Parameter isContinued: whether a SIGCONT waits to be heard, which the kernel would forget over a stop.
    public init(
        _ drive: Drive, isContinued: @escaping @LoopActor () -> Bool = { Signals.isContinued },
        sleep: @escaping @LoopActor () -> Void
    ) {
        self.drive = drive
        self.isContinued = isContinued
        self.sleep = sleep
        end = drive.now + Shutdown.patience
        drive.handle(.operator(.halt(.suspended)))
        timer = LoopTimer { [weak self] _ in self?.check() }
        timer?.arm(at: drive.now)
    }

    /// Stays awake: the drive goes on, or ends.
    public func cancel() {
        timer?.cancel()
        timer = nil
    }

    /// Sleeps if it is time; the timer calls it.
    func check() {
        guard timer != nil else { return }
        // Over a link that is slow to take the zeros a control may come to rest, and be touched again.
        if Control.allCases.contains(where: { drive.stateMachine.gateState($0) == .open }) {
            drive.handle(.operator(.halt(.suspended)))
        }
        let now = drive.now
        guard drive.haltHasLeft || now >= end else {
            timer?.arm(at: min(end, now + Self.look))
            return
        }
        cancel()
        if !isContinued() { sleep() }
    }
}
