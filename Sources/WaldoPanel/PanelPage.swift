/// The page's files, embedded in the program.
enum PanelPage {
    /// The path at which a browser finds each file, its media type, and its bytes.
    static let files: [(path: String, type: String, bytes: [UInt8])] = [
        ("/", "text/html", PackageResources.panel_html),
        ("/link.js", "text/javascript", PackageResources.link_js),
        ("/token.js", "text/javascript", PackageResources.token_js),
        ("/controls.js", "text/javascript", PackageResources.controls_js),
        ("/fingers.js", "text/javascript", PackageResources.fingers_js),
        ("/keys.js", "text/javascript", PackageResources.keys_js),
        ("/plot.js", "text/javascript", PackageResources.plot_js),
        ("/space.js", "text/javascript", PackageResources.space_js),
        ("/body.js", "text/javascript", PackageResources.body_js),
        ("/arm.js", "text/javascript", PackageResources.arm_js),
        ("/header.js", "text/javascript", PackageResources.header_js),
        ("/finder.js", "text/javascript", PackageResources.finder_js),
        ("/show.js", "text/javascript", PackageResources.show_js),
        ("/panel.css", "text/css", PackageResources.panel_css),
        ("/windows.css", "text/css", PackageResources.windows_css),
        ("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ]
}
