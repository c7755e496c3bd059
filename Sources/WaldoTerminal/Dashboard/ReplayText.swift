import WaldoCore
import WaldoTime

/// How far a replay has come, in words.
enum ReplayText {
    /// Elapsed, total and rate: `0:12 of 1:30 at 2x, paused`; of a raster what is left: `about 1:30 left`.
    static func whole(_ replay: ReplayProgress) -> String {
        guard let rate = replay.rate else {
            return "about \(clock(replay.total - replay.elapsed)) left" + (replay.isPaused ? ", paused" : "")
        }
        return text(replay, rate: rate.isFinite ? min(9_999, max(0, rate)) : 0)
    }

    private static func text(_ replay: ReplayProgress, rate: Double) -> String {
        let speed = DecimalText.text(Int64((rate * 10).rounded()), decimals: 1)
        let short = speed.hasSuffix(".0") ? String(speed.dropLast(2)) : speed
        return "\(clock(replay.elapsed)) of \(clock(replay.total)) at \(short)x" + (replay.isPaused ? ", paused" : "")
    }

    private static func clock(_ span: TimeSpan) -> String { ClockText.text(min(span, .seconds(3_599_999))) }
}
