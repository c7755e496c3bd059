import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoPanel

/// A file of the page that is added or removed is so in one list.
@Suite struct PanelPageTests {
    private static let folder = SourceModule.projectFolder + "/Sources/WaldoPanel/Page"

    private var names: Set<String> {
        get throws {
            let stream = try #require(opendir(Self.folder))
            defer { closedir(stream) }
            var names: Set<String> = []
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if !name.hasPrefix(".") { names.insert(name) }
            }
            return names
        }
    }

    private func text(_ file: PageFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

    /// Scripts and styles are parts of larger files, and everything else has a path of its own.
    @Test func everyFileOfTheFolderIsServed() throws {
        let files = PanelPage.files(of: .drive) + PanelPage.files(of: .wizard)
        let joined = files.filter(\.isFixed).map { $0.bytes }
        for name in try names.subtracting(["panel.html", "wizard.html"]) {
            if name.hasSuffix(".js") || name.hasSuffix(".css") {
                let part = Array(try readFile("\(Self.folder)/\(name)").utf8)
                #expect(joined.contains { $0.firstRange(of: part) != nil }, "\(name) is in no script or style")
            } else {
                #expect(files.contains { $0.path == "/\(name)" }, "\(name) is not served")
            }
        }
    }

    @Test(arguments: [PanelSite.drive, .wizard]) func aPageLoadsOneScriptAndOneStyle(site: PanelSite) throws {
        let files = PanelPage.files(of: site)
        let page = text(try #require(files.first { $0.path == "/" }))
        for (tag, type) in [
            (#/<script src="([^"]*)"/#, "text/javascript"), (#/<link rel="stylesheet" href="([^"]*)"/#, "text/css"),
        ] {
            let loaded = page.matches(of: tag).map { String($0.1) }
            #expect(loaded.count == 1 && loaded == files.filter { $0.type == type }.map(\.path))
        }
        #expect(!page.contains("<!-- style and script -->"))
    }

    /// What a browser keeps for a year has another path once its bytes are others.
    @Test func thePathOfAJoinedFileNamesItsContent() {
        func path(_ text: String) -> String { PageFile(fixed: Array(text.utf8), "panel.js", "text/javascript").path }
        // The first bytes of SHA-1, by `printf 'a;\nb;\n' | sha1sum`.
        #expect(path("a;\nb;\n") == "/panel-5c66c2914bfe.js")
        #expect(path("b;\na;\n") != path("a;\nb;\n"))
    }

    /// All that a first visit loads before its socket.
    @Test func aPageIsSmallOnTheWire() throws {
        let loaded = PanelPage.files(of: .drive).filter { $0.path == "/" || $0.isFixed }
        #expect(loaded.count == 3)
        #expect(try loaded.reduce(0) { $0 + (try #require($1.packed)).count } < 100_000)
    }
}
