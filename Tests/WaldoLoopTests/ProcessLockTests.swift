import Glibc
import Testing
import WaldoLoop

@Suite struct ProcessLockTests {
    /// Each attempt leaves a connection in the holder's socket that nobody accepts.
    @Test func whoeverAsksIsToldWhoHasIt() throws {
        let name = "waldo-test/\(getpid())"
        do {
            let lock = try ProcessLock(name)
            for _ in 0..<10 {
                let refusal = #expect(throws: ProcessLock.Taken.self) { _ = try ProcessLock(name) }
                #expect(refusal?.pid == getpid())
            }
            _ = consume lock
        }
        _ = try ProcessLock(name)
    }
}
