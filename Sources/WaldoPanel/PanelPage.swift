/// The page's files, embedded in the program.
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

    private static let drive: [File] = [
        ("/", "text/html", PackageResources.panel_html),
        ("/link.js", "text/javascript", PackageResources.link_js),
        ("/stop.js", "text/javascript", PackageResources.stop_js),
        ("/token.js", "text/javascript", PackageResources.token_js),
        ("/controls.js", "text/javascript", PackageResources.controls_js),
        ("/fingers.js", "text/javascript", PackageResources.fingers_js),
        ("/keys.js", "text/javascript", PackageResources.keys_js),
        ("/typing.js", "text/javascript", PackageResources.typing_js),
        ("/plot.js", "text/javascript", PackageResources.plot_js),
        ("/space.js", "text/javascript", PackageResources.space_js),
        ("/body.js", "text/javascript", PackageResources.body_js),
        ("/arm.js", "text/javascript", PackageResources.arm_js),
        ("/header.js", "text/javascript", PackageResources.header_js),
        ("/finder.js", "text/javascript", PackageResources.finder_js),
        ("/views.js", "text/javascript", PackageResources.views_js),
        ("/choices.js", "text/javascript", PackageResources.choices_js),
        ("/strip.js", "text/javascript", PackageResources.strip_js),
        ("/now.js", "text/javascript", PackageResources.now_js),
        ("/sound.js", "text/javascript", PackageResources.sound_js),
        ("/gestures.js", "text/javascript", PackageResources.gestures_js),
        ("/axes.js", "text/javascript", PackageResources.axes_js),
        ("/series.js", "text/javascript", PackageResources.series_js),
        ("/trend.js", "text/javascript", PackageResources.trend_js),
        ("/trenddraw.js", "text/javascript", PackageResources.trenddraw_js),
        ("/scales.js", "text/javascript", PackageResources.scales_js),
        ("/map.js", "text/javascript", PackageResources.map_js),
        ("/mapdraw.js", "text/javascript", PackageResources.mapdraw_js),
        ("/mapshow.js", "text/javascript", PackageResources.mapshow_js),
        ("/ground.js", "text/javascript", PackageResources.ground_js),
        ("/grid.js", "text/javascript", PackageResources.grid_js),
        ("/legend.js", "text/javascript", PackageResources.legend_js),
        ("/surveys.js", "text/javascript", PackageResources.surveys_js),
        ("/graph.js", "text/javascript", PackageResources.graph_js),
        ("/routes.js", "text/javascript", PackageResources.routes_js),
        ("/app.js", "text/javascript", PackageResources.app_js),
        ("/viewport.js", "text/javascript", PackageResources.viewport_js),
        ("/show.js", "text/javascript", PackageResources.show_js),
        ("/panel.css", "text/css", PackageResources.panel_css),
        ("/windows.css", "text/css", PackageResources.windows_css),
        ("/views.css", "text/css", PackageResources.views_css),
        ("/manifest.webmanifest", "application/manifest+json", PackageResources.manifest_webmanifest),
        ("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
        ("/icon-maskable.svg", "image/svg+xml", PackageResources.icon_maskable_svg),
        ("/icon-192.png", "image/png", PackageResources.icon_192_png),
        ("/icon-512.png", "image/png", PackageResources.icon_512_png),
    ]
}
