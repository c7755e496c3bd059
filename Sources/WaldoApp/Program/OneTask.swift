import WaldoCore
import WaldoFiles
package import WaldoLoop
import WaldoTime

/// Runs one asynchronous function on the loop until it ends or a signal ends it, for commands that do not drive an arm.
@LoopActor
package final class OneTask: LoopTask {
    /// How long the function may take to clean up after a signal.
    private static let patience: TimeSpan = .milliseconds(300)

    private let body: @LoopActor () async throws -> Void
    private var task: Task<Void, Never>?
    private var timer: LoopTimer?
    private var hasEnded = false

    private init(_ body: @escaping @LoopActor () async throws -> Void) { self.body = body }

    /// Runs the function.
    /// - Throws: its error as a `Failure`, or the `ExitStatus` of a signal that came first.
    package nonisolated static func run(_ body: @escaping @LoopActor () async throws -> Void) throws {
        try LoopRun.run { OneTask(body) }
    }

    func start(_ run: LoopRun) {
        task = Loop.task { [self] in
            var result = Result<Void, any Error>.success(())
            do { try await body() } catch { result = .failure(error) }
            hasEnded = true
            switch result {
            case .success: run.end(status: .success)
            case .failure(let status as ExitStatus): run.end(status: status)
            case .failure(let error): run.end(Failure(unexpected: error))
            }
            run.finish()
        }
    }

    func end(_ run: LoopRun) {
        guard !hasEnded else { return run.finish() }
        task?.cancel()
        timer = LoopTimer { _ in run.finish() }
        timer?.arm(at: Monotonic.now() + Self.patience)
    }
}
