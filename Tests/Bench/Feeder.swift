import Glibc
import WaldoLoop

/// Moves a pad's trigger at a constant rate.
struct Feeder {
    /// One report: the trigger's value, and the time of its write in nanoseconds.
    struct Event: Sendable {
        let value: Int32
        let at: Int64
    }

    let pad: any Pad
    /// Reports per second.
    let rate: Int

    /// The trigger's value in report `index`: never at rest, and not repeated for 30,011 reports.
    static func value(_ index: Int) -> Int32 { 1_024 + Int32(index * 37 % 30_011) }

    /// Feeds `warmUp` reports and then `count` more, on a separate thread.
    /// - Parameters:
    ///   - count: number of reports after the warm-up.
    ///   - warmUp: number of reports before them.
    ///   - begins: called when the first report after the warm-up is due.
    ///   - ends: called after the last report.
    /// - Returns: all reports, including the warm-up.
    func feed(
        _ count: Int, warmUp: Int, begins: @escaping @Sendable () -> Void, ends: @escaping @Sendable () -> Void
    ) async throws -> [Event] {
        try await onThread("bench-feeder") {
            Clock.wakeThisThreadOnTime()
            var events: [Event] = []
            events.reserveCapacity(warmUp + count)
            let period = 1_000_000_000 / Int64(rate)
            let start = Clock.now() + period
            for index in 0..<warmUp + count {
                if index == warmUp { begins() }
                Clock.sleep(until: start + Int64(index) * period)
                let value = Self.value(index)
                events.append(Event(value: value, at: pad.pull(to: value)))
            }
            ends()
            return events
        }
    }
}

/// Runs blocking work on a separate thread and returns its result.
func onThread<Result: Sendable>(
    _ name: StaticString, _ body: @escaping @Sendable () -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try BackgroundThread.start(name: name) { continuation.resume(returning: body()) }
        } catch { continuation.resume(throwing: error) }
    }
}
