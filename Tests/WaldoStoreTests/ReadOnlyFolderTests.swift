import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoStore

/// Files that this user may read, in a folder where it may not write, as on a read-only disk.
struct ReadOnlyFolderTests {
    /// Runs `body` as a user who may not write in a folder.
    private func withoutWriting(in folder: TemporaryFolder, _ file: String, _ body: () throws -> Void) throws {
        chmod(file, 0o444)
        chmod(folder.path, 0o555)
        // The permissions of root are not checked: this thread opens files as another user. Swift's module of glibc
        // lacks the call.
        typealias SetUser = @convention(c) (uid_t) -> CInt
        let setUser = unsafeBitCast(try #require(dlsym(nil, "setfsuid")), to: SetUser.self)
        let isRoot = geteuid() == 0
        if isRoot { _ = setUser(65_534) }
        defer {
            if isRoot { _ = setUser(0) }
            chmod(folder.path, 0o755)
        }
        try body()
    }

    /// QGIS and GDAL leave a GeoPackage in write-ahead mode.
    @Test(arguments: ["s.gpkg", "a ?#%41é.gpkg"]) func aFileLeftInWriteAheadModeIsRead(name: String) throws {
        let folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        try store.finish()
        let other = try Connection(store.path, for: .writing, patience: 1)
        _ = try other.texts("PRAGMA journal_mode = wal")
        try other.accept()
        try other.execute("UPDATE survey SET title = 'seen'")
        other.close()
        let file = folder.path + "/" + name
        if file != store.path { rename(store.path, file) }
        try withoutWriting(in: folder, file) {
            let titles = try StoreReader(path: file).surveys().map(\.description.title)
            #expect(titles == ["seen"])
        }
    }

    /// Its rows are not all in the file, and the log cannot be read without a file beside it.
    @Test func aFileWithALogIsRefusedWithTheRemedy() throws {
        let folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        try store.commit()
        let file = folder.path + "/copy.gpkg"
        for suffix in ["", "-wal"] { try copyFile(store.path + suffix, to: file + suffix) }
        try store.finish()
        chmod(file + "-wal", 0o444)
        try withoutWriting(in: folder, file) {
            let error = #expect(throws: StoreError.self) { try StoreReader(path: file) }
            #expect(error?.kind == .cannotOpen && error?.description.contains("copy both files") == true)
        }
    }
}
