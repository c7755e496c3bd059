internal import Glibc
internal import WaldoLoop
internal import WaldoPanel

/// The panel that a drive serves: the address it listens at, and the token that a page has to present.
package struct PanelPlan {
    var address: PanelAddress
    var token: PanelToken?
    /// What lies under a map of the world.
    var ground = MapGround.Files()

    /// Parses the options; nil without `--panel`. An address that other machines can reach always gets a token.
    /// - Throws: `Failure` when the address or the token is invalid, or a token is given without an address.
    package init?(_ address: String?, token: PanelTokenChoice = PanelTokenChoice()) throws(Failure) {
        guard let address else {
            if let option = token.option {
                throw Failure(Failure.usage, "\(option) is for the token of a panel: name its address by --panel")
            }
            return nil
        }
        guard let parsed = PanelAddress(address) else {
            throw Failure(
                64,
                "--panel: “\(address)” is no address of this machine with a port: use 127.0.0.1:8713, or 0.0.0.0:8713 "
                    + "for a phone in the same network")
        }
        self.address = parsed
        self.token = try token.read() ?? (parsed.isLoopback ? nil : .generated())
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
        switch failure.code {
        case EADDRINUSE:
            "The panel's port \(address.port) is taken by another program (\(address.text)): end that one, or name another "
                + "port by --panel"
        case EADDRNOTAVAIL:
            "The panel's address \(address.host) is none of this machine: see `ip address`, or use 0.0.0.0 for all"
        case EACCES: "The panel's port \(address.port) is the system's: name one from 1024 on by --panel"
        default: "The panel cannot listen at \(address.text): \(failure)"
        }
    }

    /// The panel's URL, with the token as its fragment.
    private func url(_ address: PanelAddress) -> String {
        "http://\(address.text)/" + (token.map { "#\($0.text)" } ?? "")
    }

    /// The QR code of the first address that a phone can reach; empty when there is none.
    func code(at reachable: [PanelAddress]) -> [String] {
        reachable.first { !$0.isLoopback }.flatMap { QRCode(url($0))?.lines } ?? []
    }

    /// The lines that show an operator the panel's addresses.
    func invitation(at reachable: [PanelAddress]) -> [String] {
        let isAlone = !address.isLoopback && reachable.allSatisfy(\.isLoopback)
        return reachable.map { "waldo: the panel is at \(url($0))" }
            + (isAlone ? ["waldo: this machine has no network address, so only its own browsers reach the panel"] : [])
    }
}
