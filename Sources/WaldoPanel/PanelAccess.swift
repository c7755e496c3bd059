/// How browsers reach a panel besides by its own address: under these origins, through a proxy.
public struct PanelAccess: Equatable, Sendable {
    /// The origins under which browsers open it.
    public var origins: [PanelOrigin]
    /// The address of the proxy, whose word for whom it has opened a connection is believed; nil: nobody's.
    let proxy: PeerAddress?

    /// Only by its own address.
    public init() { (origins, proxy) = ([], nil) }

    /// Creates access; nil if the proxy's address is none.
    public init?(origins: [PanelOrigin], proxy: String?) {
        let address = proxy.flatMap { PeerAddress($0) }
        guard proxy == nil || address != nil else { return nil }
        self.origins = origins
        self.proxy = address
    }

    /// What becomes of a request.
    enum Verdict: Equatable {
        case refused(HTTPStatus)
        /// It was sent to the panel: from whom, for the limits; and the origins of its own pages at that host.
        case admitted(PanelSource, origins: [String])
    }

    /// Decides about a request.
    /// - Parameters:
    ///   - peer: the other side of the connection.
    ///   - address: where the panel listens.
    func judge(_ request: HTTPRequest, from peer: PeerAddress, at address: PanelAddress) -> Verdict {
        guard let host = request["host"] else { return .refused(.misdirected) }
        let named = origins.filter { $0.isMeant(by: host) }
        let isOwn = address.isMeant(by: host)
        guard isOwn || !named.isEmpty else { return .refused(.misdirected) }
        let own = isOwn ? ["http://" + host] : []
        guard let proxy else { return .admitted(peer.source, origins: own + named.map(\.text)) }
        guard peer == proxy else {
            // Others come by the panel's own address, and what they say of a proxy is nothing.
            return isOwn ? .admitted(peer.source, origins: own) : .refused(.misdirected)
        }
        guard let hops = request["x-forwarded-for"] else {
            // A browser on the proxy's machine, which came without it.
            return isOwn ? .admitted(peer.source, origins: own) : .refused(.badRequest)
        }
        // The proxy has added the last one; what stands before it the browser may have made up.
        let last = hops.split(separator: ",", omittingEmptySubsequences: false).last.map(HTTPRequest.trimmed) ?? ""
        guard let viewer = PeerAddress(last) else { return .refused(.badRequest) }
        return .admitted(viewer.source, origins: own + named.map(\.text))
    }
}
