import Glibc
import WaldoLoop

/// Pulls a pad's trigger at a steady rate.
struct Feeder {
    /// One report: the trigger's value, and when it was written, in nanoseconds.
    struct Event: Sendable {
        let value: Int32
        let at: Int64
    }

    let pad: any Pad
    /// Reports a second.
    let rate: Int

    /// The value of the n-th report: never the one before it, never at rest, and each only once in 30,000.
    static func value(_ index: Int) -> Int32 { 1_024 + Int32(index * 37 % 30_011) }

    /// Feeds `count` reports after `warmUp` others, on a thread of its own.
    /// - Parameters:
    ///   - begins: called when the first one that counts is due.
    ///   - ends: called after the last.
    /// - Returns: all of them.
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

/// Runs blocking work on a thread of its own.
func onThread<Result: Sendable>(
    _ name: StaticString, _ body: @escaping @Sendable () -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try BackgroundThread.start(name: name) { continuation.resume(returning: body()) }
        } catch { continuation.resume(throwing: error) }
    }
}
