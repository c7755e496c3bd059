import Testing
import WaldoTestSupport

extension ChildProcess {
    /// Waits until the program says at which port of 127.0.0.1 it listens.
    /// - Parameter words: what its line on standard error has; by default that of a drive's panel.
    func loopbackPort(
        behind words: String = "the panel is at ", within limit: Duration = .seconds(10)
    ) async throws -> UInt16 {
        let line = try await waitForErrorLine(containing: words, within: limit)
        return try #require(line.firstMatch(of: #/127\.0\.0\.1:([0-9]+)/#).flatMap { UInt16($0.1) }, "\(line)")
    }
}
