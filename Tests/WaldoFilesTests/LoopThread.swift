import Glibc
import Testing
import WaldoLoop

/// The loop on a thread of its own, for tests that are isolated to `LoopActor`; started by the suite's `init`.
enum LoopThread {
    static let started: Bool = {
        var thread = pthread_t()
        return pthread_create(&thread, nil, runLoop, nil) == 0
    }()
}

private func runLoop(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    Loop.run {}
    return nil
}

/// Waits, without blocking the loop, until a condition holds; an issue after five seconds.
@LoopActor
func until(_ what: Comment, _ condition: @LoopActor () -> Bool) async throws {
    let deadline = Monotonic.now() + 5_000_000
    while !condition() {
        try #require(Monotonic.now() < deadline, what)
        try await Loop.sleep(microseconds: 1_000)
    }
}
