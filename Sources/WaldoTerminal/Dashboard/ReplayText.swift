internal import WaldoCore
internal import WaldoTime

/// How far a replay has come, in words.
enum ReplayText {
    /// Elapsed, total and rate: `0:12 of 1:30 at 2x, paused`.
    static func whole(_ replay: DashboardView.Replay) -> String {
        let rate = replay.rate.isFinite ? min(9_999, max(0, replay.rate)) : 0
        let speed = DecimalText.text(Int64((rate * 10).rounded()), decimals: 1)
        let short = speed.hasSuffix(".0") ? String(speed.dropLast(2)) : speed
        return "\(clock(replay.elapsed)) of \(clock(replay.total)) at \(short)x" + (replay.isPaused ? ", paused" : "")
    }

    /// Minutes and seconds: `1:05`.
    private static func clock(_ span: TimeSpan) -> String {
        let seconds = max(0, min(span, .seconds(3_599_999)) / .seconds(1))
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}
