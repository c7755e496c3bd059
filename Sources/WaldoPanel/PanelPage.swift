/// The page's files, embedded in the program.
enum PanelPage {
    /// Where a browser finds them, and what they are.
    static let files: [(path: String, type: String, bytes: [UInt8])] = [
        ("/", "text/html", PackageResources.panel_html),
        ("/panel.js", "text/javascript", PackageResources.panel_js),
        ("/panel.css", "text/css", PackageResources.panel_css),
        ("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ]
}
