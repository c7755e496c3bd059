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
                #expect(throws: LockRefusal.locked(by: LockHolder(pid: getpid(), user: geteuid()))) {
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
            for _ in 0..<10 { #expect(ProcessLock.isHeld(name)) }
            _ = consume lock
        }
        #expect(!ProcessLock.isHeld(name))
        _ = try ProcessLock(name)
    }

    @Test func allThatBeginAlikeAreFoundAsLongAsTheyAreHeld() throws {
        let prefix = "waldo-test/all-\(getpid())/"
        #expect(ProcessLock.names(beginningWith: prefix) == [])
        do {
            let two = try ProcessLock(prefix + "2"), one = try ProcessLock(prefix + "1")
            #expect(ProcessLock.names(beginningWith: prefix) == [prefix + "1", prefix + "2"])
            #expect(ProcessLock.holder(prefix + "2").pid == getpid())
            _ = consume one
            _ = consume two
        }
        #expect(ProcessLock.names(beginningWith: prefix) == [])
        #expect(ProcessLock.holder(prefix + "2") == LockHolder())
    }

    /// Connections that nobody accepts fill its queue, and bear its name in the kernel's table.
    @Test func aLockWithAFullQueueIsHeldAllTheSame() throws {
        let name = "waldo-test/full/\(getpid())", asked = try askedMost()
        let lock = try ProcessLock(name)
        for _ in 0..<asked { _ = ProcessLock.isHeld(name) }
        #expect(ProcessLock.isHeld(name))
        #expect(throws: LockRefusal.locked(by: LockHolder(pid: getpid(), user: geteuid()))) {
            _ = try ProcessLock(name)
        }
        _ = consume lock
    }

    /// More connections than wait in any queue.
    private func askedMost() throws -> Int {
        let text = try #require(KernelFile.lines(of: "/proc/sys/net/core/somaxconn").first)
        return try #require(Int(text)) + 2
    }

    /// Only a name in use means that another process has the lock.
    @Test func aSocketThatFailsIsNotAHolder() {
        #expect(throws: LockRefusal.failed(SystemFailure("bind", code: ENOTSOCK))) {
            let file = OwnedDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
            _ = try ProcessLock("waldo-test/failed/\(getpid())", on: file)
        }
    }
}
