public import WaldoTime

/// The program's only event loop: how it is entered and left.
public enum Loop {
    /// Runs `start` and then the loop, on the calling thread, until `stop` is called; traps when the loop belongs to
    /// another thread. Call it from a synchronous `main`, once in the loop's lifetime.
    public static func run(_ start: @LoopActor () -> Void) {
        LoopActor.enter {
            start()
            LoopActor.loop.run()
        }
    }

    /// Ends `run` after the current turn.
    @LoopActor
    public static func stop() { LoopActor.loop.stop() }

    /// How often the loop has woken, for tests that it stays idle.
    @LoopActor
    public static var turns: Int { LoopActor.loop.turns }

    /// Starts a task that stays on the loop. A continuation resumes on its task's preferred executor before it returns
    /// to its actor; without a preference that is a thread pool, whose upkeep wakes the process every second.
    @discardableResult
    public static func task(_ body: @escaping @LoopActor @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: LoopActor.loop) { await body() }
    }

    /// Does something in a turn of its own, unless the object is gone by then.
    @LoopActor
    public static func soon<Owner: AnyObject & Sendable>(
        of owner: Owner, _ body: @escaping @LoopActor @Sendable (Owner) -> Void
    ) {
        task { [weak owner] in if let owner { body(owner) } }
    }

    /// Suspends the task for this long, without leaving the loop's thread.
    /// - Throws: `CancellationError` when the task is cancelled.
    @LoopActor
    public static func sleep(for span: TimeSpan) async throws {
        let timer = LoopTimer()
        defer { timer.cancel() }
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            await withCheckedContinuation { continuation in
                timer.handler = { _ in continuation.resume() }
                timer.arm(at: Monotonic.now() + span)
            }
            try Task.checkCancellation()
        } onCancel: {
            Task { @LoopActor in timer.fireEarly() }
        }
    }
}
