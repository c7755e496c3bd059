import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

@Suite struct StoreLockTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/s.gpkg" }

    init() throws {
        folder = try TemporaryFolder()
        #expect(try StoreWriter.create(path: path, description: Fixtures.description).finish(within: .seconds(60)))
    }

    /// Whether another process can have the whole file.
    private func canOtherLockAll() async throws -> Bool {
        let child = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN EXCLUSIVE')", path,
            ])
        defer { child.close() }
        return try await child.exitStatus() == 0
    }

    /// How many descriptors of the file this process has open.
    private var opened: Int {
        get throws {
            let file = try FileIdentity(path)
            return (0..<1_024).count { fcntl($0, F_GETFD) >= 0 && FileIdentity($0) == file }
        }
    }

    /// The kernel would release them with any descriptor of the file that is closed.
    @Test func locksOfSQLiteStayWhereAnotherLockIsTakenAskedForAndReleased() async throws {
        let reader = try Connection(path, for: .reading, patience: 1)
        try reader.execute("BEGIN")
        _ = try reader.number("SELECT count(*) FROM waldo_schema")
        #expect(!StoreLock.isHeld(path))
        do {
            let lock = try StoreLock(path)
            #expect(throws: LockRefusal.locked(by: LockHolder(pid: getpid(), user: geteuid()))) {
                try StoreLock(path)
            }
            for _ in 0..<100 { #expect(StoreLock.isHeld(path)) }
            _ = lock
        }
        #expect(!StoreLock.isHeld(path))
        #expect(try await !canOtherLockAll())
        #expect(try opened <= 4, "questions share a descriptor")
        reader.close()
        #expect(try opened == 0)
        #expect(try await canOtherLockAll())
    }

    @Test func locksOfOneFileAreToldApartByTheirBytes() throws {
        let one = try StoreLock(path, at: 1), other = try StoreLock(path, at: .max)
        #expect(StoreLock.isHeld(path, at: 1) && StoreLock.isHeld(path, at: .max) && !StoreLock.isHeld(path))
        withExtendedLifetime((one, other)) {}
    }

    @Test func whatIsNoFileIsNeitherOpenedNorHeld() throws {
        try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
        for name in ["/pipe", "/none"] {
            #expect(!StoreLock.isHeld(folder.path + name))
            #expect(throws: LockRefusal.self) { try StoreLock(folder.path + name) }
        }
        // Who waits for a writer of the pipe sees that there was none.
        let reader = open(folder.path + "/pipe", O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(throws: LockRefusal.self) { try StoreLock(folder.path + "/pipe") }
        var seen = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        #expect(reader >= 0 && poll(&seen, 1, 0) == 0)
    }
}
