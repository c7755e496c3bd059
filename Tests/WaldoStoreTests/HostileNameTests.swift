import CSQLite
import Foundation
import Testing
import WaldoTestSupport

@testable import WaldoStore

/// Names of files that mean something to SQLite: each is that of a file, and nothing else.
struct HostileNameTests {
    @Test func aPathIsNotAURI() {
        #expect(FileURI.text("/a/b.gpkg") == "file:///a/b.gpkg")
        #expect(FileURI.text("//a/b") == "file:////a/b")
        #expect(FileURI.text("file:a.gpkg?vfs=unix") == "file:./file%3aa.gpkg%3fvfs%3dunix")
        #expect(FileURI.text(":memory:") == "file:./%3amemory%3a")
        #expect(FileURI.text("/ü %41#") == "file:///%c3%bc%20%2541%23")
    }

    @Test(arguments: ["?vfs=unix", "#?nolock=1&immutable=1", "%41 ü", "a&b=c;'\""]) func anyNameIsAFileOfItsOwn(
        _ name: String
    ) throws {
        let store = try TamperedStore(), path = try store.copy([]), named = store.folder.path + "/" + name
        try copyFile(path, to: named)
        let editor = try StoreEditor(path: named)
        try editor.addNote("seen", to: 1, at: 1)
        try editor.close()
        #expect(try StoreReader(path: named).surveys().first?.notes.last?.text == "seen")
        #expect(try StoreReader(path: named).check() == [])
        #expect(try StoreReader(path: path).surveys().first?.notes.last?.text != "seen")
        // A copy is named to SQLite by a statement.
        try RawDatabase.execute("UPDATE waldo_schema SET version = 0", in: named)
        let steps = MigrationList(latest: 1, steps: [Migration(from: 0, statements: "SELECT 1")])
        try StoreFile(opening: named, evenWithoutLog: false, migrations: steps).close()
        let expected = ["", ".v0"].map { name + $0 } + ["s.gpkg", "tampered.gpkg"]
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path).sorted() == expected.sorted())
    }

    @Test(arguments: ["/a.db", "/?vfs=unix"]) func everyFileIsOpenedByTheSystemThatRefusesJournalsOfOthers(
        _ name: String
    ) throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(folder.path + name, for: .writing, patience: 1)
        var system: UnsafeMutablePointer<sqlite3_vfs>?
        try #require(sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_VFS_POINTER, &system) == SQLITE_OK)
        #expect(system.map { String(cString: $0.pointee.zName) } == StoreFileSystem.name)
    }
}
