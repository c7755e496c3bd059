import WaldoCore
public import WaldoLoop
public import WaldoTime

/// Ends a drive, in order: the halt is sent, the link is closed, then everything else ends.
@LoopActor
public final class Shutdown {
    /// How long the halt may take to leave.
    public static let patience = ShutdownTimeout.zeroFrames
    private static let pollInterval: TimeSpan = .milliseconds(5)

    private let drive: Drive
    private let completion: @LoopActor () -> Void
    private let end: Instant
    private var timer: LoopTimer?

    /// Halts the drive. Closes it and calls `completion` once the zeros have left, or `patience` is over.
    public init(_ drive: Drive, completion: @escaping @LoopActor () -> Void) {
        self.drive = drive
        self.completion = completion
        end = drive.now + Self.patience
        drive.handle(.shutdown)
        timer = LoopTimer { [self] _ in check() }
        timer?.arm(at: drive.now)
    }

    /// Ends the drive if it is time; called by the timer.
    func check() {
        guard timer != nil else { return }
        let now = drive.now
        guard drive.haltHasLeft && !drive.owesBytes(by: end) || now >= end else {
            timer?.arm(at: min(end, now + Self.pollInterval))
            return
        }
        timer?.cancel()
        timer = nil
        drive.link.close()
        drive.close()
        completion()
    }
}
