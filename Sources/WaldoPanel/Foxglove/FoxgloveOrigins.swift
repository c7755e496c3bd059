/// Which web pages may connect to a Foxglove server.
///
/// A browser lets any page open a WebSocket to this machine, so the page's origin decides. A program that is no browser
/// sends none, and could read what it likes anyway.
public struct FoxgloveOrigins: Equatable, Sendable {
    /// Foxglove itself: on the web, and its desktop application, whose pages are files.
    static let own = ["https://app.foxglove.dev", "https://studio.foxglove.dev", "file://"]

    private let others: [String]

    /// Foxglove's own origins, and others.
    public init(others: [PanelOrigin] = []) { self.others = others.map(\.text) }

    /// Whether a request with this `Origin` header is accepted.
    /// - Parameter host: its `Host` header. Some programs that are no browsers state the server itself as the origin,
    ///   which has no page.
    func accept(_ origin: String?, at host: String) -> Bool {
        guard let origin else { return true }
        return Self.own.contains(origin) || others.contains(origin) || origin == "http://" + host
    }
}
