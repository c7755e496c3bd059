extension LocalZone {
    /// The times in UTC at which its clocks show a time, in microseconds since 1970.
    ///
    /// Of an hour that they show twice there are two. An hour that they pass over, in which a device shows its time on
    /// that was not set forward, counts on from before it.
    /// - Parameter shown: microseconds since the clock showed the beginning of 1970.
    func times(showing shown: Int64) -> (first: Int64, later: Int64?) {
        // No zone has two changes within two days, and none is a day away from UTC.
        let day: Int64 = 86_400_000_000
        let first = shown - microseconds(at: shown - day), later = shown - microseconds(at: shown + day)
        guard first != later, shown - later == microseconds(at: later) else { return (first, nil) }
        return shown - first == microseconds(at: first) ? (first, later) : (later, nil)
    }

    private func microseconds(at utc: Int64) -> Int64 { Int64(offset(at: utc)) * 1_000_000 }
}
