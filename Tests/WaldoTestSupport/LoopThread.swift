import Glibc
public import Testing
import WaldoLoop

/// The thread that runs the loop in tests, where the main thread belongs to the test runner.
public enum LoopThread {
    private static let started: Void = {
        var thread = pthread_t()
        let running = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(running, 0, 0)
        let result = pthread_create(&thread, nil, runLoop, running)
        precondition(result == 0, "no thread left for the loop")
        sem_wait(running)
        sem_destroy(running)
        running.deallocate()
    }()

    /// Starts the loop once for the whole test process. The loop belongs to the thread that first touches it: nothing
    /// may touch `LoopActor` before, which is what the `.onLoop` trait sees to.
    public static func start() { started }
}

private func runLoop(_ running: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    nonisolated(unsafe) let running = running!.assumingMemoryBound(to: sem_t.self)
    Loop.run { _ = sem_post(running) }
    return nil
}

/// Lets a suite's or a test's functions be `@LoopActor`: the loop runs on a thread of its own before they begin.
public struct LoopTrait: SuiteTrait, TestTrait, TestScoping {
    /// The tests within a suite have it too.
    public var isRecursive: Bool { true }

    /// Starts the loop, then runs the test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        LoopThread.start()
        try await function()
    }
}

extension Trait where Self == LoopTrait {
    /// The loop runs: `@Suite(.onLoop) struct ... { @LoopActor @Test func ... }`. Isolate the functions, never the
    /// suite: an isolated suite is looked at on its actor before any trait has a say, and then waits for the loop
    /// forever.
    public static var onLoop: Self { LoopTrait() }
}
