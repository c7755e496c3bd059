import CWaldoPanel

/// The page's files, embedded in the program by CWaldoPanel: all of the folder `Page`.
enum PanelPage {
    /// The files of a site. They are made once, at the first call.
    static func files(of site: PanelSite) -> [PageFile] {
        switch site {
        case .drive: drive
        case .wizard: wizard
        }
    }

    private static let icon = PageFile("/icon.svg", "image/svg+xml", bytes(waldo_icon()))

    private static let wizard =
        page("wizard", waldo_wizard_page(), style: waldo_wizard_style(), script: waldo_wizard_script()) + [icon]

    private static let drive =
        page("panel", waldo_panel_page(), style: waldo_panel_style(), script: waldo_panel_script())
        + [
            icon,
            PageFile("/manifest.webmanifest", "application/manifest+json", bytes(waldo_manifest())),
            PageFile("/icon-maskable.svg", "image/svg+xml", bytes(waldo_maskable_icon())),
            PageFile("/icon-192.png", "image/png", bytes(waldo_icon_192())),
            PageFile("/icon-512.png", "image/png", bytes(waldo_icon_512())),
        ]

    private static func bytes(_ file: waldo_file) -> [UInt8] {
        Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    /// A page with one style and one script, which its text has a mark for.
    private static func page(_ name: String, _ html: waldo_file, style: waldo_file, script: waldo_file) -> [PageFile] {
        let style = PageFile(fixed: bytes(style), "\(name).css", "text/css")
        let script = PageFile(fixed: bytes(script), "\(name).js", "text/javascript")
        let tags = """
            <link rel="stylesheet" href="\(style.path)">
            <script src="\(script.path)" defer></script>
            """
        let text = String(decoding: bytes(html), as: UTF8.self).replacing("<!-- style and script -->", with: tags)
        return [PageFile("/", "text/html", Array(text.utf8)), style, script]
    }
}
