internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTime

/// Runs one task on the loop until it ends or a signal ends it, for commands that do not drive an arm.
package enum OneTask {
    /// Runs the task.
    /// - Throws: the task's error, or `ExitStatus` when a signal came first.
    package static func run(_ body: @escaping @LoopActor () async throws -> Void) throws {
        let session = LoopActor.enter { Session(body) }
        Loop.run { session.start() }
        try LoopActor.enter { try session.result.get() }
    }

    @LoopActor
    private final class Session {
        private let body: @LoopActor () async throws -> Void
        private var signals: FileWatch?
        private var task: Task<Void, Never>?
        private var timer: LoopTimer?
        private var interruption: ExitStatus?
        private(set) var result: Result<Void, any Error> = .success(())

        init(_ body: @escaping @LoopActor () async throws -> Void) { self.body = body }

        func start() {
            do {
                signals = try Signals.watch { [weak self] number in
                    switch number {
                    case SIGWINCH, SIGCONT: break
                    case SIGTSTP: kill(getpid(), SIGSTOP)
                    default: self?.interrupt(number)
                    }
                }
            } catch { return end(.failure(error)) }
            task = Loop.task { [self] in
                do {
                    try await body()
                    end(.success(()))
                } catch { end(.failure(error)) }
            }
        }

        /// Cancels the task, and ends after 300 ms even if its cleanup takes longer.
        private func interrupt(_ number: CInt) {
            interruption = .signal(number)
            task?.cancel()
            timer = LoopTimer { [weak self] _ in self?.end(.success(())) }
            timer?.arm(at: Monotonic.now() + .milliseconds(300))
        }

        private func end(_ result: Result<Void, any Error>) {
            self.result = interruption.map { .failure($0) } ?? result
            Loop.stop()
        }
    }
}
