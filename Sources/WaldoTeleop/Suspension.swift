import WaldoCore
public import WaldoLoop
import WaldoTime

/// Suspends the process (SIGTSTP): the halt is sent first, and no motion after it.
@LoopActor
public final class Suspension {
    private static let pollInterval: TimeSpan = .milliseconds(5)

    private let drive: Drive
    private let isContinued: @LoopActor () -> Bool
    private let sleep: @LoopActor () -> Void
    private let end: Instant
    private var timer: LoopTimer?

    /// Halts the drive, and calls `sleep` once the zeros have left, or `Shutdown.patience` is over.
    /// - Parameters:
    ///   - drive: the drive to halt.
    ///   - isContinued: returns whether a SIGCONT is pending, which the kernel would discard at a stop; then `sleep` is
    ///     not called.
    ///   - sleep: suspends the process.
    public init(
        _ drive: Drive, isContinued: @escaping @LoopActor () -> Bool = { Signals.isContinued },
        sleep: @escaping @LoopActor () -> Void
    ) {
        self.drive = drive
        self.isContinued = isContinued
        self.sleep = sleep
        end = drive.now + Shutdown.patience
        drive.handle(.halt(.suspended))
        timer = LoopTimer(of: self) { owner, _ in owner.check() }
        timer?.arm(at: drive.now)
    }

    /// Cancels the suspension: the drive continues, or ends.
    public func cancel() {
        timer?.cancel()
        timer = nil
    }

    /// Suspends the process if it is time; called by the timer.
    func check() {
        guard timer != nil else { return }
        // While a slow link takes the zeros, a control may come to rest and be touched again.
        if drive.stateMachine.mapping.allControls.contains(where: { drive.stateMachine.gateState($0) == .open }) {
            drive.handle(.halt(.suspended))
        }
        let now = drive.now
        guard drive.haltHasLeft || now >= end else {
            timer?.arm(at: min(end, now + Self.pollInterval))
            return
        }
        cancel()
        if !isContinued() { sleep() }
    }
}
