import Glibc
import Testing
import WaldoLoop

/// Has the loop run on a thread of its own before the first test that is isolated to `LoopActor`: whichever thread touches
/// the loop first owns it.
struct OnLoopThread: SuiteTrait {
    private static let isRunning: Bool = {
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, runLoop, nil)
        while result == 0 && sem_wait(loopRuns) != 0 {}
        return result == 0
    }()

    func prepare(for test: Test) throws { try #require(Self.isRunning) }
}

extension Trait where Self == OnLoopThread {
    static var onLoopThread: Self { OnLoopThread() }
}

private nonisolated(unsafe) let loopRuns: UnsafeMutablePointer<sem_t> = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
}()

private func runLoop(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    Loop.run { sem_post(loopRuns) }
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
