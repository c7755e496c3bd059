import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoLoop

@Suite struct FileLockTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.write("a survey", to: "s.gpkg")
    }

    private func opened(_ mode: CInt = O_RDWR) -> OwnedDescriptor {
        OwnedDescriptor(owning: open(path, mode | O_CLOEXEC))
    }

    @Test func oneOpenFileHasTheLockAndTheOthersAreToldWho() throws {
        let one = opened(), other = opened(), own = LockHolder(pid: getpid(), user: geteuid())
        try FileLock.acquire(one.number)
        #expect(throws: LockRefusal.locked(by: own)) { try FileLock.acquire(other.number) }
        #expect(FileLock.isHeld(other.number) && !FileLock.isHeld(one.number), "what one has itself is not another's")
        try FileLock.acquire(other.number, at: .max)
        FileLock.release(one.number)
        #expect(!FileLock.isHeld(other.number) && FileLock.isHeld(one.number, at: .max))
        try FileLock.acquire(other.number)
    }

    @Test func whoeverOnlyReadsSeesALockAndCannotTakeIt() throws {
        let one = opened(), reader = opened(O_RDONLY)
        #expect(!FileLock.isHeld(reader.number))
        #expect(throws: LockRefusal.failed(SystemFailure("fcntl", code: EBADF))) { try FileLock.acquire(reader.number) }
        try FileLock.acquire(one.number)
        #expect(FileLock.isHeld(reader.number))
    }

    /// A process that is killed unlocks nothing itself.
    @Test func aLockEndsWithItsProcess() async throws {
        let child = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import fcntl, os, struct, sys
                file = os.open(sys.argv[1], os.O_RDWR)
                fcntl.fcntl(file, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 1 << 62, 1, 0))
                print("locked", flush=True)
                sys.stdin.read()
                """, path,
            ])
        defer { child.close() }
        try await child.waitForLine { $0 == "locked" }
        let one = opened()
        #expect(throws: LockRefusal.locked(by: LockHolder(pid: child.pid, user: geteuid()))) {
            try FileLock.acquire(one.number)
        }
        child.send(signal: SIGKILL)
        _ = try await child.exitStatus()
        try FileLock.acquire(one.number)
    }

    /// What others lock for reading is no lock of Waldo's, and keeps it from locking for writing.
    @Test func aLockForReadingIsNotTakenForAWriter() throws {
        let one = opened(), reader = opened(O_RDONLY)
        var range = flock()
        range.l_type = Int16(F_RDLCK)
        (range.l_start, range.l_len) = (FileLock.start, 1)
        #expect(fcntl(reader.number, FileLock.set, &range) == 0)
        #expect(!FileLock.isHeld(one.number))
        #expect(throws: LockRefusal.self) { try FileLock.acquire(one.number) }
    }
}
