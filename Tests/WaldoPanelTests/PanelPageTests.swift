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

    @Test func everyFileOfTheFolderIsServed() throws {
        let served = (PanelPage.files(of: .drive) + PanelPage.files(of: .wizard)).map { String($0.path.dropFirst()) }
        #expect(try Set(served.filter { !$0.isEmpty }) == names.subtracting(["panel.html", "wizard.html"]))
    }

    @Test(arguments: [PanelSite.drive, .wizard]) func aPageLoadsItsScriptsOnceAndInTheirOrder(site: PanelSite) throws {
        let files = PanelPage.files(of: site)
        let page = String(decoding: try #require(files.first { $0.path == "/" }).bytes, as: UTF8.self)
        let loaded = page.matches(of: #/<script src="([^"]*)"/#).map { String($0.1) }
        #expect(loaded == files.filter { $0.type == "text/javascript" }.map(\.path))
        #expect(!loaded.isEmpty && !page.contains("<!-- scripts -->"))
    }
}
