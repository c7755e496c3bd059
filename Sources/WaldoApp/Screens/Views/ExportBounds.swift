/// What keeps the exports that pages ask for from filling the disk.
enum ExportBounds {
    /// The most exports of a drive.
    static let maxExports = 20
    /// Bytes that stay free, however small the survey is.
    private static let leastFree: Int64 = 100 << 20

    /// Decides whether an export may begin.
    /// - Parameters:
    ///   - begun: how many have begun in this drive.
    ///   - isRunning: whether one of them has not ended: two would count on the same free space.
    /// - Returns: why not; nil: it may.
    static func refusal(begun: Int, isRunning: Bool) -> String? {
        if isRunning { return "another export is not ready yet: wait for it" }
        if begun < maxExports { return nil }
        return
            "pages have exported \(maxExports) times in this drive, and no more may follow: use `waldo survey export`"
    }

    /// The most bytes that an export may have, so that twice the survey's size and 100 MB stay free; nil: less is free.
    static func room(free: Int64, survey: Int64) -> Int64? {
        let kept = max(leastFree, 2 * min(survey, .max / 2))
        return free > kept ? free - kept : nil
    }
}
