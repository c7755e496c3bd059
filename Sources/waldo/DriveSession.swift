internal import Glibc
internal import Logging
internal import WaldoCore
internal import WaldoFiles
internal import WaldoInput
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTerminal

/// Wires one drive: an input, a link, screens and signals around the road, from start to end.
@LoopActor
final class DriveSession {
    private let plan: DrivePlan
    private let log = Logger(label: "waldo.drive")
    private let began = Monotonic.now()

    private var signals: FileWatch?
    private var screen: (any DriveScreen)?
    private var terminal: Terminal?
    private var source: InputSource?
    private var demo: DemoInput?
    private var drive: Drive?
    private var shutdown: Shutdown?
    /// A kernel whose buffer overflows once will do so again.
    private var resyncs: FloodGuard?
    private var isEnding = false
    private var isSuspending = false

    /// The exit status, once the drive has ended.
    private(set) var status: Int32 = 0
    /// Why it ended, if not by the operator's will.
    private(set) var failure: Failure?

    nonisolated init(_ plan: DrivePlan) { self.plan = plan }

    /// Begins. What cannot be had ends the drive, with its reason.
    func start() {
        do {
            signals = try Signals.watch { [weak self] in self?.signal($0) }
            try openScreen()
            try openInput()
        } catch let failure as Failure {
            end(failure)
        } catch {
            end(Failure(Failure.output, "\(error)"))
        }
    }

    // MARK: screens

    private func openScreen() throws {
        if plan.isPlain {
            let writer = try LineWriter.standardOutput { [weak self] ending in
                self?.end(Failure(Failure.output, "nobody reads the output any more (\(ending)): the drive ends"))
            }
            screen = DriveLines(writer, start: began)
        }
        guard !plan.isPlain || plan.input == .terminal else { return }
        let terminal: Terminal
        do {
            terminal = try Terminal(
                events: .init(
                    input: { [weak self] in self?.terminalKey($0, at: $1) },
                    gone: { [weak self] in self?.end(Failure(128 + SIGHUP, "\($0)")) }))
        } catch {
            throw Failure(plan.input == .terminal ? Failure.input : Failure.output, error.description)
        }
        self.terminal = terminal
        Signals.setLastResort { terminal.restore() }
        guard !plan.isPlain else { return }
        Diagnostics.redirect { line in Task { @LoopActor in terminal.print(line) } }
        screen = DriveStatus(terminal, isOverride: plan.isOverride, hint: "Space stops  Enter resumes  Ctrl-C ends")
    }

    // MARK: inputs

    private func openInput() throws {
        switch plan.input {
        case .demo:
            try choose(DemoOperator.pad)
            added(DemoOperator.pad.identity.name, "", InputState(axes: DemoOperator.pad.axes), at: Monotonic.now())
            demo = DemoInput(
                onEvent: { [weak self] in self?.drive?.handle(.input($0), at: $1) },
                onEnd: { [weak self] in self?.end(status: 0) })
        case .terminal:
            try choose(Self.terminalKeyboard)
            added("terminal", "", InputState(), at: Monotonic.now())
        case .evdev(let selection):
            let source = InputSource(
                selection: selection, wait: plan.waits, grabs: { $0.kind == .keyboard },
                codes: { [weak self] in
                    do {
                        return try self?.choose($0) ?? CodesWanted(axes: [], keys: [])
                    } catch let failure as Failure {
                        // Ended here, with its own status: the source would take it for a fault of the input.
                        self?.end(failure)
                        throw failure
                    }
                },
                events: inputEvents)
            self.source = source
            resyncs = FloodGuard { [weak self] times in
                self?.screen?.input(InputShown(phase: .resynced, detail: times > 1 ? "\(times) times" : ""))
            }
            source.start()
        }
    }

    private var inputEvents: InputEvents {
        InputEvents(
            added: { [weak self] in self?.added($0.identity.name, $1, $2, at: $3) },
            event: { [weak self] in self?.drive?.handle(.input($0), at: $1) },
            resynced: { [weak self] state, at in
                self?.drive?.handle(.inputResynced(state), at: at)
                self?.resyncs?.happened()
            },
            lost: { [weak self] reason, at in
                self?.drive?.handle(.inputLost, at: at)
                self?.screen?.input(InputShown(phase: .lost, detail: reason))
            },
            failed: { [weak self] in self?.end(Failure(Failure.input, $0.description)) },
            ignored: { [weak self] description, path in
                let detail = "“\(description.identity.name)” at \(path) is another input than the one lost: not used"
                self?.screen?.input(InputShown(phase: .ignored, name: description.identity.name, detail: detail))
            },
            waiting: { [weak self] in self?.screen?.input(InputShown(phase: .waiting, detail: $0)) },
            interrupt: { [weak self] in self?.signal(SIGINT) })
    }

    private static let terminalKeyboard = InputDescription(
        identity: InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, place: "tty", name: "terminal"),
        kind: .keyboard, axes: [], keyCodes: Array(1...127))

    /// Takes an input for the drive's whole life: its mapping, the road, and from now on the link.
    @discardableResult
    private func choose(_ input: InputDescription) throws -> CodesWanted {
        let mapping = try mapping(for: input)
        log.info("“\(input.identity.name)” drives “\(plan.arm.name)” by the mapping “\(mapping.name)”")
        let link = DriveLink(
            plan,
            events: .init(
                road: { [weak self] in self?.drive?.handle(.link($0)) },
                shown: { [weak self] in self?.screen?.link($0) },
                notified: { [weak self] in self?.screen?.notified($0) },
                failed: { [weak self] in self?.end($0) }))
        let drive = Drive(Road(arm: plan.arm, mapping: mapping), link: link.port)
        if let screen { drive.add(screen) }
        self.drive = drive
        link.start()
        return CodesWanted(axes: mapping.axes.map(\.code), keys: mapping.keyCodes)
    }

    private func mapping(for input: InputDescription) throws -> Mapping {
        let name = input.identity.name
        guard let mapping = plan.mapping ?? plan.library.bestMapping(for: input)?.value else {
            throw refused(
                "No mapping fits “\(name)”: see `waldo inputs --watch` for its codes, and name one by --mapping.")
        }
        let missing = mapping.axesMissing(in: input.axes)
        if !missing.isEmpty {
            let names = missing.map(EvdevNames.axis).joined(separator: ", ")
            throw refused(
                "“\(name)” has no \(names), which the mapping “\(mapping.name)” reads: name another by --mapping.")
        }
        if let axis = mapping.axisOffRest(in: input.axes) {
            throw refused(
                "\(EvdevNames.axis(axis.code)) of “\(name)” reads \(axis.value), near its middle, but should rest at an "
                    + "end: pull and release each trigger once, or name another mapping by --mapping.")
        }
        if let problem = plan.arm.problem(with: mapping) { throw Failure(Failure.file, problem) }
        return mapping
    }

    private func refused(_ sentence: String) -> Failure { Failure(Failure.input, sentence) }

    private func added(_ name: String, _ path: String, _ state: InputState, at time: Microseconds) {
        guard let drive else { return }
        let mapping = drive.road.mapping
        screen?.input(
            InputShown(phase: .added, name: name, detail: path, mapping: mapping.name, keys: mapping.keyHint))
        drive.handle(.inputAdded(state), at: time)
    }

    /// The terminal's keys are the drive's input, or beside another one they stop and resume.
    private func terminalKey(_ event: InputEvent, at time: Microseconds) {
        if plan.input == .terminal {
            drive?.handle(.input(event), at: time)
        } else if case .key(let code, down: true) = event, let action = Self.operatorKeys[code] {
            drive?.handle(.operator(action), at: time)
        }
    }

    /// KEY_ESC, KEY_SPACE and KEY_ENTER of linux/input-event-codes.h.
    private static let operatorKeys: [UInt16: OperatorAction] = [1: .stop, 57: .stop, 28: .resume]

    // MARK: signals

    private func signal(_ number: CInt) {
        switch number {
        case SIGWINCH: terminal?.resized()
        case SIGTSTP: suspend()
        case SIGCONT: resumeProcess()
        default: end(status: 128 + number)
        }
    }

    /// The halt goes out, keyboard and terminal are given back, then the process sleeps.
    private func suspend() {
        guard !isEnding, !isSuspending else { return }
        isSuspending = true
        drive?.handle(.operator(.halt(.suspended)))
        Loop.task { [self] in
            let patience = Monotonic.now() + Shutdown.patience
            while let drive, !isEnding, !(drive.road.hasSaidZero && drive.link.isEmpty()), Monotonic.now() < patience {
                try? await Loop.sleep(microseconds: .milliseconds(5))
            }
            isSuspending = false
            // A drive that ends meanwhile has its halt to say and the terminal to give back.
            guard !isEnding else { return }
            source?.giveBack()
            terminal?.restore()
            kill(getpid(), SIGSTOP)
        }
    }

    private func resumeProcess() {
        drive?.handle(.operator(.halt(.suspended)))
        source?.takeBack()
        do { try terminal?.again() } catch { log.warning("\(error)") }
    }

    // MARK: the end

    private func end(_ failure: Failure) {
        if self.failure == nil && !isEnding { self.failure = failure }
        end(status: failure.status)
    }

    private func end(status: Int32) {
        guard !isEnding else { return }
        isEnding = true
        self.status = status
        Signals.shutdownBegins()
        demo?.close()
        guard let drive else { return finish() }
        shutdown = Shutdown(drive) { [weak self] in self?.finish() }
    }

    private func finish() {
        source?.close()
        resyncs?.close()
        Diagnostics.redirect(nil)
        screen?.end(status: status)
        terminal?.close()
        Loop.stop()
    }
}
