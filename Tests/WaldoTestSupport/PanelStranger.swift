import Glibc

/// Somebody at this machine who sends a drive's panel a wrong token: the first has the drive warn on standard error.
public final class PanelStranger {
    /// Options of a panel that wants a token.
    public let options: [String]

    private let port: UInt16

    /// Chooses a port that is free now.
    /// - Throws: `DidNotHappen` if there is none.
    public init() throws {
        port = try Loopback.freePort()
        options = ["--panel", "127.0.0.1:\(port)", "--panel-token", "0123456789abcdef"]
    }

    /// Sends a wrong token, and waits until the drive has taken it, and so has warned. The refusal follows after a
    /// second.
    /// - Throws: `DidNotHappen` if there is no answer: the drive hangs.
    public func knock() async throws {
        let wrong = PanelRequest("/drive?token=wrong", port: port, isSocket: true).send()
        defer { if wrong >= 0 { close(wrong) } }
        // What came first is read first.
        try await waitUntil("an answer of the panel", within: .seconds(5)) {
            PanelRequest("/", port: self.port).status() == 200 ? () : nil
        }
    }
}
