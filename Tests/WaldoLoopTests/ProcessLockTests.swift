import Glibc
import Testing
import WaldoLoop

@Suite struct ProcessLockTests {
    /// Who asks leaves a call behind in the holder's socket, which nobody takes.
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
