import WaldoCore
package import WaldoFiles
import WaldoLoop
import WaldoPanel

/// Where live data are served for Foxglove, and who may have them.
package struct FoxglovePlan {
    var address: PanelAddress
    var token: PanelToken?
    /// Whether the operator has chosen the token. Such a one holds for longer than a drive, so it is not printed.
    var isTokenChosen = false
    var origins: FoxgloveOrigins

    /// Parses the options; nil without `--foxglove`. An address that other machines can reach always gets a token.
    /// - Parameter origins: pages other than Foxglove's own that may connect.
    /// - Throws: `Failure` when one is invalid, or belongs to an address that is missing.
    package init?(
        _ address: String?, token: PanelTokenChoice = PanelTokenChoice(of: "foxglove"), origins: [String] = []
    ) throws(Failure) {
        guard let address else {
            guard let option = token.option ?? (origins.isEmpty ? nil : "--foxglove-origin") else { return nil }
            throw Failure(
                .usage,
                "\(option) belongs to --foxglove: name the address too, such as --foxglove 127.0.0.1:8765")
        }
        guard let parsed = PanelAddress(address) else {
            throw Failure(
                .usage,
                "--foxglove: “\(address)” is not HOST:PORT: use 127.0.0.1:8765, or 0.0.0.0:8765 for other machines")
        }
        self.address = parsed
        var pages: [PanelOrigin] = []
        for text in origins {
            guard let origin = PanelOrigin(text) else {
                throw Failure(
                    .usage,
                    "--foxglove-origin: “\(text)” is no origin of web pages: use one such as https://lichtblick.example"
                )
            }
            pages.append(origin)
        }
        self.origins = FoxgloveOrigins(others: pages)
        let chosen = try token.read()
        self.token = chosen ?? (parsed.isLoopback ? nil : .generated())
        isTokenChosen = chosen != nil
    }

    /// The lines that show an operator what to open in Foxglove, without a chosen token.
    func invitation(at reachable: [PanelAddress]) -> [String] {
        let end = isTokenChosen ? " with ?token= and the token that you have chosen" : token.map { "?token=\($0.text)" }
        return reachable.map { "waldo: for Foxglove: ws://\($0.text)/" + (end ?? "") }
    }
}
