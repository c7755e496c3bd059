import ArgumentParser
import WaldoApp
import WaldoFiles

/// The options of every command that serves a panel.
struct PanelOptions: ParsableArguments {
    @Option(help: "Serve a touch panel for browsers at this address, HOST:PORT, such as 127.0.0.1:8713.")
    var panel: String?

    @Option(
        help: """
            What a browser has to show to drive, 16 characters or more; others see it in a list of processes. Default: none \
            on this machine alone, else one that is made.
            """)
    var panelToken: String?

    @Option(
        help: "The file that holds the panel's token; or put it into the environment as WALDO_PANEL_TOKEN.",
        completion: .file())
    var panelTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "The origin under which a proxy offers the panel, such as https://arm.example; may be repeated.",
            valueName: "https://host"))
    var panelOrigin: [String] = []

    @Option(
        help: ArgumentHelp(
            "The proxy's address, such as 127.0.0.1. Waldo reads a viewer's address from its X-Forwarded-For.", valueName: "address")
    )
    var panelProxy: String?

    @Option(help: "Draw the roads of a local GeoJSON file under the panel's map of a survey.", completion: .file())
    var panelRoads: String?

    @Option(help: "Draw the pictures of a local MBTiles file under the panel's map of a survey.", completion: .file())
    var panelTiles: String?

    /// The panel that was asked for, or the default one; nil: none.
    /// - Parameter settings: the defaults; nil: there is no panel by default.
    func plan(_ settings: Settings?) throws -> PanelPlan? {
        let plan = try PanelPlan(
            settings.map { $0.value(.panel, given: panel) } ?? panel,
            token: .chosen(argument: panelToken, file: panelTokenFile), origins: panelOrigin, proxy: panelProxy)
        guard var plan else {
            guard panelRoads == nil, panelTiles == nil else {
                throw ValidationError("--panel-roads and --panel-tiles are for a panel: name its address by --panel")
            }
            return nil
        }
        try plan.draw(roads: panelRoads, tiles: panelTiles)
        return plan
    }
}
