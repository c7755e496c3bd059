import Glibc
import WaldoTestSupport

/// Measures the time from the start to a ready link, and from a loss to the first frame. The fake BlueZ answers at
/// once, so the result is the share of Waldo and the bus.
struct Reconnection {
    let programs: Programs
    /// Zero frames per halt of the bench's arm, the default of arm files.
    private static let zeros = 3

    func measure(_ row: (String, String) -> Void) async throws {
        let receiver = try Receiver()
        defer { receiver.end() }
        let stand = try await Stand(programs, [receiver])
        let pad = try stand.pad()
        let shield = try await stand.shield(for: .waldo, receiver)
        let command = Contestant.waldo.command(programs, pad.node, shield, stand)

        var ready: [Double] = [], calls: [Double] = [], peaks: [Double] = []
        for _ in 0..<10 {
            let start = Clock.now()
            let drive = try stand.launch(command)
            try await stand.heard("GetManagedObjects")
            let called = Clock.now()
            try await drive.waitForLine(containing: "\"state\":\"connected\"")
            ready.append(Double(Clock.now() - start) / 1e6)
            calls.append(Double(Clock.now() - called) / 1e6)
            peaks.append(Double(Usage(of: drive.pid).peak) / 1_024)
            drive.send(signal: SIGTERM)
            _ = try await drive.exit()
            drive.close()
        }
        row("start to a link that is ready", "\(text(Report.median(ready), 1)) ms")
        row("of that, from the first call of BlueZ on", "\(text(Report.median(calls), 1)) ms")
        row("resident then, at most", "\(text(Report.median(peaks), 1)) MB")

        let drive = try stand.launch(command)
        defer { drive.close() }
        try await drive.waitForLine(containing: "\"state\":\"connected\"")
        try await stand.heard("AcquireWrite")
        var frames: [Double] = []
        for _ in 0..<5 {
            let lost = Clock.now()
            try await stand.report("drop \(shield)")
            try await stand.heard("Connect")
            // All zero frames must have arrived before the next loss.
            var zeros: [Receiver.Arrival] = []
            try await waitUntil("the halt") {
                zeros += receiver.take()
                return zeros.count >= Self.zeros ? true : nil
            }
            frames.append(Double(zeros[0].at - lost) / 1e6)
        }
        // Waldo waits 250 ms for the cause of a loss, and pauses before each attempt.
        row("from a loss to the halt on the wire, Waldo's pauses among it", "\(text(Report.median(frames), 1)) ms")
    }
}
