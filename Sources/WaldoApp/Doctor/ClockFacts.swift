import WaldoCore
import WaldoLoop

/// The machine's clock, by which surveys and recordings are dated.
package struct ClockFacts: Equatable, Sendable {
    /// Whether it is kept in step with another clock (adjtimex(2)); nil: the system does not say.
    package var isSynchronised: Bool?
    /// The largest error that the system expects, in microseconds.
    package var error: Int64
    /// Now, in seconds since 1970.
    package var now: Int64

    /// 2026-01-01, before this program was made, and 2100-01-01.
    private static let plausible: Range<Int64> = 1_767_225_600..<4_102_444_800

    /// Facts with these values.
    package init(isSynchronised: Bool?, error: Int64 = 0, now: Int64) {
        self.isSynchronised = isSynchronised
        self.error = error
        self.now = now
    }

    /// Asks the system.
    package static func gather() -> ClockFacts {
        let known = SystemClock.synchronisation()
        return ClockFacts(
            isSynchronised: known?.isSynchronised, error: known?.error ?? 0, now: WallClock.now() / 1_000_000)
    }

    /// The finding.
    package var findings: [Finding] {
        let text = DateText.text(now * 1_000_000, decimals: 0)
        guard Self.plausible.contains(now) else {
            return [
                .warning(
                    .clock, "the clock shows \(text), which cannot be, and a survey's times depend on it: set it",
                    fix: Self.fix)
            ]
        }
        switch isSynchronised {
        case nil: return [.unknown(.clock, "\(text); whether it is synchronised, the system does not say")]
        case false?:
            return [
                .warning(
                    .clock,
                    "the clock is not synchronised, and a survey's times depend on it; synchronise it: \(Self.fix)",
                    fix: Self.fix)
            ]
        case true?: return [.ok(.clock, "synchronised, within \(max(1, error / 1_000)) ms")]
        }
    }

    private static let fix = "sudo timedatectl set-ntp true"
}
