import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTerminal

/// One run of a command on the event loop: its signals, its terminal, its exit status and the order of its end.
///
/// The end comes once, by `end`: the task ends what it has begun and calls `finish`, which gives the terminal back and
/// stops the loop. The first failure counts.
@LoopActor
final class LoopRun {
    private let task: any LoopTask
    private var signals: FileWatch?
    private(set) var isEnding = false
    private var isFinished = false
    private(set) var status = ExitStatus.success
    /// Why it ends, if not by the operator.
    private(set) var failure: Failure?

    /// The terminal that the command has taken over. It is given back at the end, before the process is suspended, and
    /// at a crash.
    var terminal: Terminal? {
        didSet { if let terminal { Signals.setLastResort { terminal.restore() } } }
    }

    private init(_ task: any LoopTask) { self.task = task }

    /// Runs a task from start to end.
    /// - Throws: the `Failure` that ended it, or another `ExitStatus` than that of success.
    nonisolated static func run(_ task: @LoopActor () -> any LoopTask) throws {
        let run = LoopActor.enter { LoopRun(task()) }
        Loop.run { run.start() }
        if let failure = LoopActor.enter({ run.failure }) { throw failure }
        let status = LoopActor.enter { run.status }
        if status != .success { throw status }
    }

    private func start() {
        goOn {
            signals = try Signals.watch { [weak self] in self?.signal($0) }
            try task.start(self)
        }
    }

    /// Goes on with the beginning of the task, unless the run is ending by now. An error ends it.
    func goOn(_ body: () throws -> Void) {
        guard !isEnding else { return }
        do { try body() } catch { end(Failure(unexpected: error)) }
    }

    // MARK: signals

    private func signal(_ number: CInt) {
        switch number {
        case SIGWINCH: terminal?.resized()
        case SIGTSTP: if !isEnding { task.suspend { [weak self] in self?.stopProcess() } }
        case SIGCONT:
            task.resume()
            do { try terminal?.again() } catch { Diagnostics.write("waldo: \(error)") }
        default: end(status: .signal(number))
        }
    }

    private func stopProcess() {
        terminal?.restore()
        kill(getpid(), SIGSTOP)
    }

    // MARK: the end

    /// Ends the run by a failure. One that comes while the run ends is ignored: `note` it.
    func end(_ failure: Failure) {
        if !isEnding { note(failure) }
        end(status: failure.status)
    }

    /// Ends the run with an exit status.
    func end(status: ExitStatus) {
        guard !isEnding else { return }
        isEnding = true
        self.status = status
        task.end(self)
    }

    /// Records a failure that does not end the run by itself. The first failure counts.
    func note(_ failure: Failure) { if self.failure == nil { self.failure = failure } }

    /// Gives the terminal back. A task calls it before it waits for something slow.
    func closeTerminal() {
        Diagnostics.redirect(nil)
        terminal?.close()
        terminal = nil
    }

    /// Stops the loop, once everything has ended.
    func finish() {
        guard !isFinished else { return }
        isFinished = true
        closeTerminal()
        Loop.stop()
    }
}
