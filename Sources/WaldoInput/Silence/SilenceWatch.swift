import Glibc
import WaldoCore
import WaldoLoop
import WaldoTime

/// The user of a `SilenceWatch`: learns whether a pad still reports.
@LoopActor
protocol SilenceWatchDelegate: AnyObject {
    /// Whether the input holds a control.
    var isInputHeld: Bool { get }
    /// The pad has fallen silent, or is heard again.
    func silence(of source: HidrawSource, did finding: SilenceRule.Finding, at time: Instant)
    /// Its reports cannot be read any more; nothing is called afterwards.
    func silence(of source: HidrawSource, cannotBeTold failure: SystemFailure)
}

/// Watches whether a pad that reports all the time has ceased to, while it holds a control.
///
/// It reads the reports ten times a second and looks at none of them. The loop is not woken by them: a pad sends up to
/// a thousand a second.
@LoopActor
final class SilenceWatch {
    /// The time between two looks.
    private static let interval: TimeSpan = .milliseconds(100)
    /// The reports that the kernel keeps for a reader.
    private static let maxReports = 64

    private let descriptor: CInt
    private var rule: SilenceRule
    private let source: HidrawSource
    private weak var delegate: (any SilenceWatchDelegate)?
    private var timer: LoopTimer?

    /// Starts the watch.
    /// - Throws: the failure to open its hidraw node.
    init(_ source: HidrawSource, delegate: any SilenceWatchDelegate) throws(SystemFailure) {
        descriptor = open(source.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure("open") }
        rule = SilenceRule(patience: source.pad.patience)
        self.source = source
        self.delegate = delegate
        timer = LoopTimer(of: self) { $0.check(at: $1) }
        timer?.arm(at: Monotonic.now() + Self.interval)
    }

    /// Ends the watch.
    func close() {
        guard let timer else { return }
        timer.cancel()
        self.timer = nil
        Glibc.close(descriptor)
    }

    private func check(at now: Instant) {
        timer?.arm(at: now + Self.interval)
        guard let delegate, rule.needsCheck(isHeld: delegate.isInputHeld) else { return rule.rest() }
        do throws(SystemFailure) {
            if let finding = rule.check(hasReports: try readReports(), at: now) {
                delegate.silence(of: source, did: finding, at: now)
            }
        } catch {
            close()
            delegate.silence(of: source, cannotBeTold: error)
        }
    }

    /// Whether there were reports; they are read and dropped.
    private func readReports() throws(SystemFailure) -> Bool {
        var hasReports = false
        for _ in 0..<Self.maxReports {
            let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
                read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 && errno == EAGAIN { break }
            guard count >= 0 || errno == EINTR else { throw SystemFailure("read") }
            guard count > 0 else { break }
            hasReports = true
        }
        return hasReports
    }
}
