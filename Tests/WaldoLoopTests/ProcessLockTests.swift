import Glibc
import Testing

@testable import WaldoLoop

@Suite struct ProcessLockTests {
    /// Each attempt leaves a connection in the holder's socket that nobody accepts.
    @Test func whoeverAsksIsReportedWhoHasIt() throws {
        let name = "waldo-test/\(getpid())"
        do {
            let lock = try ProcessLock(name)
            for _ in 0..<10 {
                #expect(throws: ProcessLock.Refusal.taken(by: LockHolder(pid: getpid(), user: geteuid()))) {
                    _ = try ProcessLock(name)
                }
            }
            _ = consume lock
        }
        _ = try ProcessLock(name)
    }

    @Test func whetherItIsHeldIsKnownWithoutTakingIt() throws {
        let name = "waldo-test/held/\(getpid())"
        #expect(!ProcessLock.isHeld(name))
        do {
            let lock = try ProcessLock(name)
            for _ in 0..<5000 { #expect(ProcessLock.isHeld(name)) }
            _ = consume lock
        }
        #expect(!ProcessLock.isHeld(name))
        _ = try ProcessLock(name)
    }

    @Test func allThatBeginAlikeAreFoundAsLongAsTheyAreHeld() throws {
        let prefix = "waldo-test/all-\(getpid())/"
        #expect(ProcessLock.held(beginningWith: prefix) == [])
        do {
            let two = try ProcessLock(prefix + "2"), one = try ProcessLock(prefix + "1")
            #expect(ProcessLock.held(beginningWith: prefix) == [prefix + "1", prefix + "2"])
            #expect(ProcessLock.holder(prefix + "2").pid == getpid())
            _ = consume one
            _ = consume two
        }
        #expect(ProcessLock.held(beginningWith: prefix) == [])
        #expect(ProcessLock.holder(prefix + "2") == LockHolder())
    }

    @Test func aLockAmongUsersIsHeldByTheirProcessesAlone() throws {
        let name = "waldo-test/users/\(getpid())", own = LockUsers(owner: geteuid()), others = LockUsers([12_345])
        do {
            let lock = try ProcessLock.take(name, among: own)
            #expect(ProcessLock.isHeld(name, among: own) && !ProcessLock.isHeld(name, among: others))
            #expect(throws: ProcessLock.Refusal.taken(by: LockHolder(pid: getpid(), user: geteuid()))) {
                _ = try ProcessLock.take(name, among: own)
            }
            // To the others it is the lock of a stranger, which keeps nobody out.
            _ = try ProcessLock.take(name, among: others)
            _ = consume lock
        }
        #expect(!ProcessLock.isHeld(name, among: own))
        _ = try ProcessLock.take(name, among: own)
    }

    /// Connections that nobody accepts fill its queue, and bear its name in the kernel's table.
    @Test func aLockWithAFullQueueIsHeldAllTheSame() throws {
        let name = "waldo-test/full/\(getpid())", users = LockUsers(owner: geteuid())
        let lock = try ProcessLock.take(name, among: users)
        for _ in 0..<5_000 { _ = ProcessLock.isHeld(name, among: users) }
        #expect(throws: ProcessLock.Refusal.taken(by: LockHolder(pid: getpid(), user: geteuid()))) {
            _ = try ProcessLock.take(name, among: users)
        }
        _ = consume lock
    }

    @Test(arguments: [(0o600, false), (0o644, false), (0o664, true), (0o602, true)])
    func whoMayWriteAFileMayHoldItsLock(
        _ mode: mode_t, _ isEverybody: Bool
    ) {
        var file = stat()
        (file.st_mode, file.st_uid) = (S_IFREG | mode, 4_711)
        let users = LockUsers(writing: file)
        #expect([0, geteuid(), 4_711].allSatisfy { users.contains($0) })
        #expect(users.contains(4_712) == isEverybody && users.contains(nil) == isEverybody)
    }

    /// Only a name in use means that another process has the lock.
    @Test func aSocketThatFailsIsNotAHolder() {
        #expect(throws: ProcessLock.Refusal.failed(SystemFailure("bind", code: ENOTSOCK))) {
            let file = OwnedDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
            _ = try ProcessLock("waldo-test/failed/\(getpid())", on: file)
        }
    }
}
