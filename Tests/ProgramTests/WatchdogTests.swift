import Glibc
import Testing
import WaldoTestSupport

/// A process whose loop hangs is ended nevertheless.
@Suite struct WatchdogTests {
    /// Signals that arrive meanwhile, such as SIGWINCH from a resized terminal, do not delay the end.
    @Test func aHungLoopIsEndedInTimeWhateverSignalsCome() async throws {
        let probe = try ChildProcess(BuiltProgram.path("waldo-input-probe"), ["hang"])
        defer { probe.close() }
        _ = try await probe.waitForLine(containing: "ready")
        probe.send(signal: SIGTERM)
        _ = try await probe.waitForLine(containing: "hangs")
        try await waitUntil("the end", within: .seconds(20)) {
            probe.send(signal: SIGWINCH)
            return probe.exitNow
        }
        #expect(try await probe.exitStatus() == 128 + SIGTERM)
    }
}
