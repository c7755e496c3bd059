import Glibc
import WaldoCore
import WaldoFiles
import WaldoInput
package import WaldoLoop
import WaldoTerminal
import WaldoTime

/// `waldo map`: asks for one movement of an input after another, and writes a mapping of what it finds. Opens neither
/// bus nor link.
@LoopActor
package final class WizardSession: LoopTask, InputSourceDelegate, WizardScreenDelegate {
    /// How often movements are looked at for their end.
    private static let interval: TimeSpan = .milliseconds(50)

    private let plan: WizardPlan
    private var progress: WizardProgress
    private weak var run: LoopRun?
    private var source: InputSource?
    private var timer: LoopTimer?
    private var screens: [any WizardScreen] = []
    private(set) var view = WizardView()
    /// The arguments of the trial that replaces this program at the end; nil: none.
    private var trial: [String]?

    private init(_ plan: WizardPlan) {
        self.plan = plan
        progress = WizardProgress(plan)
    }

    /// Runs the wizard from start to end. A trial of the mapping replaces this program.
    /// - Throws: the `Failure` that ended it, or the `ExitStatus`.
    package nonisolated static func run(_ plan: WizardPlan) throws {
        let session = LoopActor.enter { WizardSession(plan) }
        try LoopRun.run { session }
        if let trial = LoopActor.enter({ session.trial }) { throw Trial.failure(of: trial) }
    }

    func start(_ run: LoopRun) throws {
        self.run = run
        try plan.checkTarget()
        try openPanel()
        try openScreen()
        timer = LoopTimer(of: self) { $0.tick($1) }
        let source = InputSource(selection: plan.selection, wait: true, delegate: self)
        self.source = source
        source.start()
        refresh()
    }

    // MARK: screens

    private func openPanel() throws {
        guard let wanted = plan.panel else { return }
        let panel = try WizardPanel(wanted, self)
        screens.append(panel)
        let lines = wanted.invitation(at: panel.reachable)
        view.panel = lines.map { $0.replacing("waldo: the panel is at ", with: "") }.joined(separator: "  ")
        if plan.isPlain { for line in lines { Diagnostics.write(line) } }
    }

    private func openScreen() throws {
        guard !plan.isPlain else {
            StandardStreams.onOutputFailure { [weak self] in self?.run?.end($0) }
            return screens.append(WizardLines(self, takesWrite: plan.panel != nil))
        }
        let terminal = try WizardTerminal(self)
        screens.append(terminal)
        run?.terminal = terminal.terminal
    }

    func terminalIsLost(_ reason: TerminalError) { run?.end(Failure(.signal(SIGHUP), "\(reason)")) }

    private func refresh() {
        guard run?.isEnding == false else { return }
        conclude()
        view = progress.view(panel: view.panel)
        for screen in screens { screen.touch() }
    }

    // MARK: the input

    func codesWanted(of input: InputDescription) throws -> CodesWanted { try progress.choose(input) }

    func grabs(_ input: InputDescription) -> Bool { input.typesElsewhere }

    func input(_ event: InputEvent, at time: Instant) {
        progress.wizard?.handle(event, at: time)
        if case .report = event { refresh() }
    }

    func input(didReport report: InputSourceReport) {
        switch report {
        case .added(let input, let path, let state, let time):
            progress.path = path
            progress.wizard?.added(input, state, at: time)
            tick(time)
        case .resynced(let state, let time): progress.wizard?.resynced(state, at: time)
        case .lost:
            progress.wizard?.lost()
            refresh()
        case .failed(let error): run?.end(Failure(.input, WizardWords.ofMap(error.description)))
        case .ignored(let input, let path):
            waits("“\(input.identity.name)” at \(path) is another input: plug the first one in again.")
        case .waiting(let sentence): waits(WizardWords.ofMap(sentence))
        case .interrupt: run?.end(status: .signal(SIGINT))
        case .silent, .heard, .offered, .noted, .battery, .noRumble: break
        }
    }

    private func waits(_ sentence: String) {
        progress.waiting = sentence
        refresh()
    }

    private func tick(_ now: Instant) {
        progress.wizard?.advance(to: now)
        refresh()
        if progress.wizard != nil, !progress.isWritten { timer?.arm(at: now + Self.interval) }
    }

    // MARK: the end of the prompts

    /// Once everything is known: prepares the file, and gives a keyboard back to the terminal.
    private func conclude() {
        do {
            guard try progress.conclude() else { return }
            source?.ungrab()
        } catch {
            run?.end(Failure(error))
            return
        }
        if plan.isPlain, plan.panel == nil { write(replaces: plan.replaces) }
    }

    private func write(replaces: Bool) {
        do { try progress.write(replaces: replaces) } catch {
            // Where somebody can answer, the cause can be removed and Enter tries again.
            guard !plan.isPlain || plan.panel != nil else {
                run?.end(Failure(error))
                return
            }
            return progress.keep(failure: error.description)
        }
        guard plan.isPlain else { return }
        refresh()
        run?.end(status: .success)
    }

    func obey(_ command: WizardCommand) {
        guard let run, !run.isEnding else { return }
        switch (command, progress.outcome) {
        case (.end, _): return run.end(status: progress.isWritten ? .success : .signal(SIGINT))
        case (.enter, nil), (.skip, nil): if progress.wizard?.phase != .input { progress.wizard?.skip() }
        case (.quit, let outcome): if outcome?.isWritten == true { return run.end(status: .success) }
        case (.enter, let outcome?) where outcome.isWritten:
            trial = plan.trial(outcome.path, device: progress.path)
            return run.end(status: .success)
        case (.enter, let outcome?), (.write, let outcome?):
            if !outcome.isWritten, outcome.problem == nil { write(replaces: true) }
        case (.back, _): if progress.back() { source?.regrab() }
        case (.other, _):
            do { try progress.useOtherName() } catch { return run.end(Failure(error)) }
        case (.write, nil), (.skip, _): break
        }
        tick(Monotonic.now())
    }

    // MARK: the end

    func suspend(_ stop: @escaping @LoopActor () -> Void) {
        source?.ungrab()
        stop()
    }

    func resume() { if progress.outcome == nil { source?.regrab() } }

    func end(_ run: LoopRun) {
        timer?.cancel()
        source?.close()
        for screen in screens { screen.close() }
        run.closeTerminal()
        if !plan.isPlain, trial == nil, run.failure == nil {
            for line in progress.outcome?.report ?? [] {
                StandardStreams.writeOutput(SafeText.escaped(line, upTo: .max))
            }
        }
        run.finish()
    }
}
