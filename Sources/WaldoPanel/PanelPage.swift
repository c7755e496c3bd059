/// The page's files, embedded in the program: all of the folder `Page`.
enum PanelPage {
    /// A file: the path at which a browser finds it, its media type, and its bytes.
    typealias File = (path: String, type: String, bytes: [UInt8])

    /// The files of a site.
    static func files(of site: PanelSite) -> [File] {
        switch site {
        case .drive: drive
        case .wizard: wizard
        }
    }

    private static let wizard: [File] = [
        ("/", "text/html", PackageResources.wizard_html),
        ("/wizard.js", "text/javascript", PackageResources.wizard_js),
        ("/wizard.css", "text/css", PackageResources.wizard_css),
        ("/panel.css", "text/css", PackageResources.panel_css),
        ("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ]

    /// The scripts of a drive's page, in the order in which they run.
    private static let scripts: [(name: String, bytes: [UInt8])] = [
        ("link.js", PackageResources.link_js),
        ("stop.js", PackageResources.stop_js),
        ("token.js", PackageResources.token_js),
        ("controls.js", PackageResources.controls_js),
        ("fingers.js", PackageResources.fingers_js),
        ("keys.js", PackageResources.keys_js),
        ("typing.js", PackageResources.typing_js),
        ("plot.js", PackageResources.plot_js),
        ("space.js", PackageResources.space_js),
        ("body.js", PackageResources.body_js),
        ("arm.js", PackageResources.arm_js),
        ("header.js", PackageResources.header_js),
        ("finder.js", PackageResources.finder_js),
        ("views.js", PackageResources.views_js),
        ("session.js", PackageResources.session_js),
        ("choices.js", PackageResources.choices_js),
        ("strip.js", PackageResources.strip_js),
        ("now.js", PackageResources.now_js),
        ("sound.js", PackageResources.sound_js),
        ("gestures.js", PackageResources.gestures_js),
        ("axes.js", PackageResources.axes_js),
        ("series.js", PackageResources.series_js),
        ("trend.js", PackageResources.trend_js),
        ("trenddraw.js", PackageResources.trenddraw_js),
        ("trendpoint.js", PackageResources.trendpoint_js),
        ("scales.js", PackageResources.scales_js),
        ("map.js", PackageResources.map_js),
        ("mapdraw.js", PackageResources.mapdraw_js),
        ("mapshow.js", PackageResources.mapshow_js),
        ("ground.js", PackageResources.ground_js),
        ("grid.js", PackageResources.grid_js),
        ("legend.js", PackageResources.legend_js),
        ("surveys.js", PackageResources.surveys_js),
        ("graphlayout.js", PackageResources.graphlayout_js),
        ("graph.js", PackageResources.graph_js),
        ("routes.js", PackageResources.routes_js),
        ("app.js", PackageResources.app_js),
        ("viewport.js", PackageResources.viewport_js),
        ("show.js", PackageResources.show_js),
    ]

    private static let drive: [File] =
        others + scripts.map { script -> File in ("/\(script.name)", "text/javascript", script.bytes) }

    private static let others: [File] = [
        ("/", "text/html", page),
        ("/panel.css", "text/css", PackageResources.panel_css),
        ("/windows.css", "text/css", PackageResources.windows_css),
        ("/views.css", "text/css", PackageResources.views_css),
        ("/session.css", "text/css", PackageResources.session_css),
        ("/manifest.webmanifest", "application/manifest+json", PackageResources.manifest_webmanifest),
        ("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
        ("/icon-maskable.svg", "image/svg+xml", PackageResources.icon_maskable_svg),
        ("/icon-192.png", "image/png", PackageResources.icon_192_png),
        ("/icon-512.png", "image/png", PackageResources.icon_512_png),
    ]

    /// A drive's page, with its scripts where its file has a mark for them.
    private static let page: [UInt8] = {
        let tags = scripts.map { "<script src=\"/\($0.name)\"></script>\n" }.joined()
        let text = String(decoding: PackageResources.panel_html, as: UTF8.self)
        return Array(text.replacing("<!-- scripts -->\n", with: tags).utf8)
    }()
}
