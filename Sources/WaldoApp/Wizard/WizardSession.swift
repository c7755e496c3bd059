internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoInput
package import WaldoLoop
internal import WaldoTerminal
internal import WaldoTime

/// `waldo map`: asks for one movement of an input after another, and writes a mapping of what it finds. Opens neither
/// bus nor link.
@LoopActor
package final class WizardSession {
    /// How often movements are looked at for their end.
    private static let interval: TimeSpan = .milliseconds(50)

    private let plan: WizardPlan
    private let words: WizardWords
    private var signals: FileWatch?
    private var source: InputSource?
    private var timer: LoopTimer?
    private var screens: [any WizardScreen] = []
    private var terminal: WizardTerminal?
    private var view = WizardView()

    private var wizard: MappingWizard?
    private var input: InputDescription?
    private var path = ""
    private var waiting = ""
    /// The axes that have moved since the start.
    private var moved: Set<UInt16> = []
    private var outcome: WizardOutcome?

    private var isEnding = false
    private var failure: Failure?
    private var status: Int32 = 0
    private var trial: [String]?

    private nonisolated init(_ plan: WizardPlan) {
        self.plan = plan
        words = WizardWords(controls: WizardControl.list(for: plan.arm))
    }

    /// Runs the wizard from start to end. A trial of the mapping replaces this program.
    /// - Throws: the `Failure` that ended it, else the `ExitStatus`.
    package nonisolated static func run(_ plan: WizardPlan) throws {
        let session = LoopActor.enter { WizardSession(plan) }
        Loop.run { session.start() }
        if let failure = LoopActor.enter({ session.failure }) { throw failure }
        if let trial = LoopActor.enter({ session.trial }) { try replaceProgram(trial) }
        throw ExitStatus(LoopActor.enter { session.status })
    }

    private nonisolated static func replaceProgram(_ arguments: [String]) throws {
        var words: [UnsafeMutablePointer<CChar>?] = (["waldo"] + arguments).map { strdup($0) }
        words.append(nil)
        execv("/proc/self/exe", words)
        throw Failure(
            Failure.output,
            "The trial cannot be started (\(SystemFailure("execv").description)): run `waldo "
                + arguments.joined(separator: " ") + "`.")
    }

    private func start() {
        do {
            signals = try Signals.watch { [weak self] in self?.signal($0) }
            try openPanel()
            try openScreens()
            timer = LoopTimer { [weak self] in self?.tick($0) }
            let source = InputSource(
                selection: plan.selection, wait: true, grabs: { $0.kind == .keyboard },
                codes: { [weak self] in try self?.choose($0) ?? CodesWanted(axes: [], keys: []) }, events: events)
            self.source = source
            source.start()
            refresh()
        } catch let failure as Failure {
            end(failure)
        } catch {
            end(Failure(Failure.output, "\(error)"))
        }
    }

    private func openPanel() throws {
        guard let wanted = plan.panel else { return }
        let panel = try WizardPanel(
            wanted, view: { [weak self] in self?.view ?? WizardView() }, command: { [weak self] in self?.obey($0) })
        screens.append(panel)
        let lines = wanted.invitation(at: panel.reachable)
        view.panel = lines.map { $0.replacing("waldo: the panel is at ", with: "") }.joined(separator: "  ")
        if plan.isPlain { for line in lines { Diagnostics.write(line) } }
    }

    private func openScreens() throws {
        let command: @LoopActor (WizardCommand) -> Void = { [weak self] in self?.obey($0) }
        let shown: @LoopActor () -> WizardView = { [weak self] in self?.view ?? WizardView() }
        guard !plan.isPlain, TerminalStyle.ofEnvironment().emphasis != .none else {
            screens.append(
                WizardLines(
                    view: shown, command: command,
                    failed: { [weak self] in self?.end(Failure(Failure.output, "standard output is closed")) }))
            return
        }
        do {
            let terminal = try WizardTerminal(
                view: shown, command: command, gone: { [weak self] in self?.end(Failure(128 + SIGHUP, $0)) })
            self.terminal = terminal
            screens.append(terminal)
            Signals.setLastResort { [terminal = terminal.terminal] in terminal.restore() }
        } catch { throw Failure(Failure.output, error.description) }
    }

    // MARK: the input

    private var events: InputEvents {
        InputEvents(
            added: { [weak self] description, path, state, at in
                self?.path = path
                self?.wizard?.added(description, state, at: at)
                self?.tick(at)
            },
            event: { [weak self] event, at in
                self?.wizard?.handle(event, at: at)
                if case .report = event { self?.refresh() }
            },
            resynced: { [weak self] state, at in self?.wizard?.resynced(state, at: at) },
            lost: { [weak self] _, _ in
                self?.wizard?.lost()
                self?.refresh()
            },
            failed: { [weak self] in self?.end(Failure(Failure.input, $0.description)) },
            ignored: { [weak self] description, path in
                self?.waiting =
                    "“\(description.identity.name)” at \(path) is another input: plug the first one in again."
                self?.refresh()
            },
            waiting: { [weak self] in
                self?.waiting = $0
                self?.refresh()
            },
            interrupt: { [weak self] in self?.end(status: 128 + SIGINT) })
    }

    /// Takes an input for the whole of the wizard.
    /// - Returns: all its codes.
    /// - Throws: `Failure` for one that is neither a gamepad nor a keyboard.
    private func choose(_ input: InputDescription) throws(Failure) -> CodesWanted {
        guard input.kind != nil else {
            throw Failure(
                Failure.input, "“\(input.identity.name)” is neither a gamepad nor a keyboard: see `waldo inputs`.")
        }
        self.input = input
        waiting = ""
        wizard = MappingWizard(words.controls, nameless: EvdevNames.nameless(input.keyCodes))
        return CodesWanted(axes: input.axes.map(\.code), keys: input.keyCodes)
    }

    private func tick(_ now: Instant) {
        wizard?.advance(to: now)
        refresh()
        if wizard != nil, outcome?.isWritten != true { timer?.arm(at: now + Self.interval) }
    }

    private func refresh() {
        guard !isEnding else { return }
        foresee()
        if let wizard {
            for axis in wizard.deflections where axis.value.magnitude > 0.1 || axis.isIgnored {
                moved.insert(axis.code)
            }
        }
        var view = WizardView()
        view.input = input?.identity.name ?? ""
        if let outcome {
            outcome.show(in: &view, words, wizard)
        } else {
            view.show(wizard, words, waiting: waiting, moved: moved)
        }
        view.panel = self.view.panel
        self.view = view
        for screen in screens { screen.touch() }
    }

    // MARK: the end of the prompts

    /// Once everything is known: prepares the file, and gives the keyboard back.
    private func foresee() {
        guard outcome == nil, let wizard, wizard.phase == .done, let findings = wizard.findings, var input else {
            return
        }
        input.axes = wizard.rests + input.axes.filter { axis in !wizard.rests.contains { $0.code == axis.code } }
        source?.giveBack()
        do {
            let outcome = try WizardOutcome(findings, of: input, at: path, plan)
            self.outcome = outcome
            if plan.isPlain, plan.panel == nil { write(replaces: plan.replaces) }
        } catch { end(Failure(Failure.file, error.description)) }
    }

    private func write(replaces: Bool) {
        do {
            try outcome?.write(replaces: replaces)
        } catch { return end(Failure(Failure.file, error.description)) }
        guard plan.isPlain else { return }
        refresh()
        end(status: 0)
    }

    private func obey(_ command: WizardCommand) {
        guard !isEnding else { return }
        switch (command, outcome) {
        case (.end, _): end(status: outcome?.isWritten == true ? 0 : 128 + SIGINT)
        case (.enter, nil), (.skip, nil): wizard?.skip()
        case (.back, nil): wizard?.back()
        case (.other, nil), (.write, nil), (.skip, _): break
        case (.enter, let outcome?) where outcome.isWritten:
            trial = plan.trial(outcome.path, device: path)
            end(status: 0)
        case (.enter, let outcome?), (.write, let outcome?):
            if !outcome.isWritten, outcome.problem == nil { write(replaces: true) }
        case (.back, let outcome?):
            guard !outcome.isWritten else { return }
            self.outcome = nil
            wizard?.back()
            source?.takeBack()
        case (.other, let outcome?):
            if !outcome.isWritten, outcome.hasOtherName {
                do { try self.outcome?.takeOtherName() } catch { return end(Failure(Failure.file, error.description)) }
            }
        }
        tick(Monotonic.now())
    }

    // MARK: the end

    private func signal(_ number: CInt) {
        switch number {
        case SIGWINCH: terminal?.terminal.resized()
        case SIGTSTP:
            source?.giveBack()
            terminal?.terminal.restore()
            kill(getpid(), SIGSTOP)
        case SIGCONT:
            do { try terminal?.terminal.again() } catch { Diagnostics.write("waldo: \(error)") }
            if outcome == nil { source?.takeBack() }
        default: end(status: 128 + number)
        }
    }

    private func end(_ failure: Failure) {
        if !isEnding { self.failure = failure }
        end(status: failure.status)
    }

    private func end(status: Int32) {
        guard !isEnding else { return }
        isEnding = true
        self.status = status
        timer?.cancel()
        source?.close()
        for screen in screens { screen.close() }
        if !plan.isPlain, trial == nil, failure == nil, let outcome, outcome.isWritten {
            for line in outcome.report { print(SafeText.escaped(line, upTo: .max)) }
        }
        Loop.stop()
    }
}
