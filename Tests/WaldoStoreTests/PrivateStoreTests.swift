import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport

@testable import WaldoStore

/// A store, and every file beside it, is its owner's alone, whatever the umask is.
@Suite(.serialized) struct PrivateStoreTests {
    private func modes(in folder: TemporaryFolder) -> [String: mode_t] {
        ["", "-wal", "-shm", "-journal", ".v1"].reduce(into: [:]) { found, suffix in
            var status = stat()
            if stat("\(folder.path)/s.gpkg\(suffix)", &status) == 0 { found[suffix] = status.st_mode & 0o777 }
        }
    }

    @Test(arguments: [0o000, 0o022, 0o277] as [mode_t]) func aStoreAndItsLogAre(mask: mode_t) throws {
        let before = umask(mask)
        defer { umask(before) }
        let folder = try TemporaryFolder(), store = try HandDrivenStore(in: folder)
        try store.commit()
        #expect(modes(in: folder) == ["": 0o600, "-wal": 0o600, "-shm": 0o600])
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        try store.finish()
        #expect(modes(in: folder) == ["": 0o600])
    }

    @Test func aJournalIs() throws {
        let before = umask(0)
        defer { umask(before) }
        let folder = try TemporaryFolder(), path = folder.path + "/s.gpkg"
        let connection = try Connection(path, for: .writing, patience: 1)
        try connection.execute("CREATE TABLE a (b); INSERT INTO a VALUES (1)")
        try connection.transaction { () throws(StoreError) in
            try connection.execute("UPDATE a SET b = 2")
            #expect(modes(in: folder) == ["": 0o600, "-journal": 0o600])
        }
    }

    @Test func aMigratedCopyIs() throws {
        let before = umask(0)
        defer { umask(before) }
        let folder = try TemporaryFolder(), store = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        try store.finish()
        // As earlier versions made it.
        chmod(store.path, 0o644)
        let steps = MigrationList(
            latest: 2, steps: [Migration(from: 1, statements: "ALTER TABLE note ADD COLUMN author TEXT")])
        try StoreFile(opening: store.path, evenWithoutLog: false, migrations: steps).close()
        #expect(modes(in: folder) == ["": 0o600, ".v1": 0o644])
    }

    /// Another user can lay one between the moments at which it is looked for and opened: what is not there is made
    /// first, so that it cannot be laid.
    @Test func whatIsOpenedBesideItIsMadeOrItsOwners() throws {
        let folder = try TemporaryFolder(), path = try folder.write("", to: "s.gpkg")
        chmod(path, 0o640)
        #expect(FilesBeside.claim(["-journal"], of: path, writes: false))
        #expect(modes(in: folder) == ["": 0o640])
        #expect(FilesBeside.claim(["-wal", "-shm"], of: path, writes: true))
        #expect(modes(in: folder) == ["": 0o640, "-wal": 0o640, "-shm": 0o640])
        #expect(FilesBeside.claim(["-wal", "-shm"], of: path, writes: true))
        chmod(path + "-shm", 0o666)
        #expect(!FilesBeside.claim(["-wal", "-shm"], of: path, writes: true))
        unlink(path + "-shm")
        symlink("/dev/null", path + "-shm")
        #expect(!FilesBeside.claim(["-wal", "-shm"], of: path, writes: true))
    }

    /// In a folder that others may write they can be laid before the file is.
    @Test(
        .enabled(if: geteuid() == 0, "gives files to another user: as root alone"),
        arguments: ["-wal", "-shm", "-journal"])
    func noFileOfAnotherUserIsUsedBesideIt(_ suffix: String) throws {
        let folder = try TemporaryFolder(), store = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        try store.finish()
        let laid = try folder.write("", to: "s.gpkg\(suffix)"),
            sentence = "its `\(suffix)` file belongs to another user"
        chmod(laid, 0o600)
        chown(laid, 65_534, 65_534)
        for open in [{ _ = try StoreReader(path: store.path) }, { _ = try StoreEditor(path: store.path) }] {
            let refusal = #expect(throws: StoreError.self) { try open() }
            #expect(refusal?.kind == .foreign && refusal?.sentence.contains(sentence) == true, "\(refusal as Any)")
        }
        chown(laid, 0, 0)
        #expect(try StoreReader(path: store.path).surveys().count == 1)
        chmod(laid, 0o666)
        #expect(
            #expect(throws: StoreError.self) { try StoreReader(path: store.path) }?.sentence.contains(sentence) == true)
        let early = try folder.write("", to: "new.gpkg\(suffix)")
        chown(early, 65_534, 65_534)
        #expect(throws: StoreError.self) { try StoreFile(creating: folder.path + "/new.gpkg", writtenBy: "1") }
        #expect(access(folder.path + "/new.gpkg", F_OK) != 0)
    }

    /// In a user namespace two owners who are not mapped look alike.
    @Test func aHiddenOwnersFileIsHisWhereNobodyElseMayWrite() throws {
        let folder = try TemporaryFolder()
        let station = UserNamespace(map: ["1000 1000 1"], overflow: "65534")
        let whole = UserNamespace(map: ["0 0 4294967295"], overflow: "65534")
        func isTrusted(_ user: uid_t, _ owner: uid_t, _ namespace: UserNamespace) -> Bool {
            var file = stat()
            file.st_uid = user
            return FilesBeside.isTrusted(file, owner, in: folder.path, namespace: namespace)
        }
        for mode in [0o755, 0o700] as [mode_t] {
            chmod(folder.path, mode)
            #expect(isTrusted(65_534, 65_534, station) && !isTrusted(65_534, geteuid(), station))
        }
        for mode in [0o775, 0o1777] as [mode_t] {
            chmod(folder.path, mode)
            #expect(!isTrusted(65_534, 65_534, station) && isTrusted(65_534, 65_534, whole))
            #expect(isTrusted(geteuid(), 65_534, station) && !isTrusted(33, 65_534, station))
        }
    }

    /// Another user may have made it, and would own what is copied into it.
    @Test func aCopyIsMadeInNoFileThatIsThere() throws {
        let folder = try TemporaryFolder(), store = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        try store.finish()
        let path = try folder.write("", to: "copy"), list = MigrationList(latest: 1, steps: [])
        let connection = try Connection(store.path, for: .reading, patience: 1)
        #expect(throws: StoreError.self) { try list.copy(connection, from: 1, to: path) }
        #expect(try folder.read("copy").isEmpty)
    }
}
