import WaldoCore
package import WaldoFiles
import WaldoLoop
import WaldoPanel

/// The panel that a drive serves: the address it listens at, and the token that a page has to present.
package struct PanelPlan {
    var address: PanelAddress
    var token: PanelToken?
    /// Whether the operator has chosen the token. Such a one holds for longer than a drive, so it is not printed.
    var isTokenChosen = false
    var access = PanelAccess()
    /// What lies under a map of the world.
    var ground = MapGround.Files()

    /// Parses the options; nil without `--panel`. A panel that other machines can reach always gets a token.
    /// - Parameters:
    ///   - origins: the origins under which a proxy offers it.
    ///   - proxy: the proxy's address.
    /// - Throws: `Failure` when one is invalid, or is given without an address.
    package init?(
        _ address: String?, token: PanelTokenChoice = PanelTokenChoice(), origins: [String] = [], proxy: String? = nil
    ) throws(Failure) {
        guard let address else {
            if let option = token.option {
                throw Failure(.usage, "\(option) is for the token of a panel: name its address by --panel")
            }
            guard origins.isEmpty, proxy == nil else {
                throw Failure(
                    .usage, "--panel-origin and --panel-proxy are for a panel: name its address by --panel")
            }
            return nil
        }
        guard let parsed = PanelAddress(address) else {
            throw Failure(
                .usage,
                "--panel: “\(address)” is not HOST:PORT: use 127.0.0.1:8713, or 0.0.0.0:8713 for a phone in the same "
                    + "network")
        }
        self.address = parsed
        access = try Self.access(origins, proxy)
        let chosen = try token.read()
        self.token = chosen ?? (parsed.isLoopback && origins.isEmpty ? nil : .generated())
        isTokenChosen = chosen != nil
    }

    private static func access(_ texts: [String], _ proxy: String?) throws(Failure) -> PanelAccess {
        var origins: [PanelOrigin] = []
        for text in texts {
            guard let origin = PanelOrigin(text) else {
                throw Failure(
                    .usage,
                    "--panel-origin: “\(text)” is no origin of web pages: use one such as https://arm.example")
            }
            origins.append(origin)
        }
        if proxy != nil, origins.isEmpty {
            throw Failure(
                .usage, "--panel-proxy is for a panel behind a proxy: name what browsers open by --panel-origin")
        }
        guard let access = PanelAccess(origins: origins, proxy: proxy) else {
            throw Failure(
                .usage,
                "--panel-proxy: “\(proxy ?? "")” is no address: use the one that the proxy comes from, such as "
                    + "127.0.0.1")
        }
        return access
    }

    /// Draws roads and pictures of a map under the samples.
    /// - Parameters:
    ///   - roads: a GeoJSON file; nil: none.
    ///   - tiles: an MBTiles file; nil: none.
    /// - Throws: `Failure` for a file that cannot be used.
    package mutating func draw(roads: String?, tiles: String?) throws(Failure) {
        ground = try MapGround.Files(roads: roads, tiles: tiles)
    }

    /// The message for a failure to listen at the address.
    func sentence(_ failure: SystemFailure) -> String {
        failure.sentence(listeningAt: address, for: "The panel", option: "--panel")
    }

    /// The panel's URL at an origin, with the token as its fragment if that is shown.
    private func url(_ origin: String, withToken: Bool) -> String {
        origin + "/" + (withToken ? token.map { "#\($0.text)" } ?? "" : "")
    }

    /// The origin that a phone can reach; nil: there is none.
    private func origin(at reachable: [PanelAddress]) -> String? {
        access.origins.first?.text ?? reachable.first { !$0.isLoopback }.map { "http://\($0.text)" }
    }

    /// The QR code of the first address that a phone can reach; empty when there is none.
    /// - Parameter onScreen: whether it is drawn on a screen that nothing keeps. Elsewhere it is without a chosen
    ///   token.
    func code(at reachable: [PanelAddress], onScreen: Bool) -> [String] {
        let withToken = onScreen || !isTokenChosen
        return origin(at: reachable).flatMap { QRCode(url($0, withToken: withToken))?.lines } ?? []
    }

    /// The one address for a row of a screen, without a chosen token: one that a phone can reach, else this machine's.
    func link(at reachable: [PanelAddress]) -> String {
        let own = reachable.first.map { "http://\($0.text)" }, hint = isTokenChosen ? " with your token" : ""
        return (origin(at: reachable) ?? own).map { url($0, withToken: !isTokenChosen) + hint } ?? ""
    }

    /// The lines that show an operator the panel's addresses, without a chosen token.
    func invitation(at reachable: [PanelAddress]) -> [String] {
        let isAlone = !address.isLoopback && reachable.allSatisfy(\.isLoopback)
        let origins = access.origins.map(\.text) + reachable.map { "http://\($0.text)" }
        let hint = isTokenChosen ? " with the token that you have chosen" : ""
        return origins.map { "waldo: the panel is at \(url($0, withToken: !isTokenChosen))\(hint)" }
            + (isAlone ? ["waldo: this machine has no network address, so only its own browsers reach the panel"] : [])
    }
}
