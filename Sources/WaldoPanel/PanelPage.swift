/// The page's files, embedded in the program: all of the folder `Page`.
enum PanelPage {
    /// The files of a site. They are made once, at the first call.
    static func files(of site: PanelSite) -> [PageFile] {
        switch site {
        case .drive: drive
        case .wizard: wizard
        }
    }

    private static let icon = PageFile("/icon.svg", "image/svg+xml", PackageResources.icon_svg)

    private static let wizard =
        page(
            PackageResources.wizard_html, "wizard",
            styles: [PackageResources.panel_css, PackageResources.wizard_css], scripts: [PackageResources.wizard_js])
        + [icon]

    private static let drive =
        page(
            PackageResources.panel_html, "panel",
            styles: [
                PackageResources.panel_css, PackageResources.windows_css, PackageResources.views_css,
                PackageResources.session_css,
            ],
            scripts: scripts)
        + [
            icon,
            PageFile(
                "/manifest.webmanifest", "application/manifest+json", PackageResources.manifest_webmanifest),
            PageFile("/icon-maskable.svg", "image/svg+xml", PackageResources.icon_maskable_svg),
            PageFile("/icon-192.png", "image/png", PackageResources.icon_192_png),
            PageFile("/icon-512.png", "image/png", PackageResources.icon_512_png),
        ]

    /// The parts of a drive's script, in the order in which they run.
    private static let scripts = [
        PackageResources.link_js, PackageResources.stop_js, PackageResources.token_js, PackageResources.controls_js,
        PackageResources.fingers_js, PackageResources.keys_js, PackageResources.typing_js, PackageResources.plot_js,
        PackageResources.space_js, PackageResources.body_js, PackageResources.aims_js, PackageResources.arm_js,
        PackageResources.header_js, PackageResources.finder_js, PackageResources.views_js, PackageResources.session_js,
        PackageResources.choices_js, PackageResources.strip_js, PackageResources.now_js, PackageResources.sound_js,
        PackageResources.gestures_js, PackageResources.axes_js, PackageResources.series_js, PackageResources.trend_js,
        PackageResources.trenddraw_js, PackageResources.trendpoint_js, PackageResources.scales_js,
        PackageResources.map_js, PackageResources.mapdraw_js, PackageResources.mapshow_js, PackageResources.ground_js,
        PackageResources.grid_js, PackageResources.legend_js, PackageResources.surveys_js,
        PackageResources.graphlayout_js, PackageResources.graph_js, PackageResources.routes_js, PackageResources.app_js,
        PackageResources.viewport_js, PackageResources.show_js,
    ]

    /// A page with one style and one script, which its text has a mark for.
    private static func page(_ html: [UInt8], _ name: String, styles: [[UInt8]], scripts: [[UInt8]]) -> [PageFile] {
        let style = PageFile(joining: styles, "\(name).css", "text/css")
        let script = PageFile(joining: scripts, "\(name).js", "text/javascript")
        let tags = """
            <link rel="stylesheet" href="\(style.path)">
            <script src="\(script.path)" defer></script>
            """
        let text = String(decoding: html, as: UTF8.self).replacing("<!-- style and script -->", with: tags)
        return [PageFile("/", "text/html", Array(text.utf8)), style, script]
    }
}
