import Glibc
public import Testing
import WaldoLoop

/// The thread that runs the event loop in tests, where the main thread belongs to the test runner.
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

    /// Starts the loop, once per test process. The loop belongs to the first thread that uses it, so nothing may use
    /// `LoopActor` before this call; the `.onLoop` trait ensures that.
    public static func start() { started }
}

private func runLoop(_ running: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    nonisolated(unsafe) let running = running!.assumingMemoryBound(to: sem_t.self)
    Loop.run { _ = sem_post(running) }
    return nil
}

/// Allows the functions of a suite or test to be `@LoopActor`: starts the loop on its own thread before they run.
public struct LoopTrait: SuiteTrait, TestTrait, TestScoping {
    /// Applies to the tests within a suite too.
    public var isRecursive: Bool { true }

    /// Starts the loop, then runs the test.
    /// - Throws: what the test throws.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        LoopThread.start()
        try await function()
    }
}

extension Trait where Self == LoopTrait {
    /// Runs the loop for the tests: `@Suite(.onLoop) struct ... { @LoopActor @Test func ... }`. Isolate the functions,
    /// never the suite: an isolated suite is inspected on its actor before any trait runs, and would wait for the loop
    /// forever.
    public static var onLoop: Self { LoopTrait() }
}
