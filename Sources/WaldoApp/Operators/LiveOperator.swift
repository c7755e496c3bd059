import Logging
import WaldoCore
import WaldoFiles
import WaldoInput
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// A person at a gamepad, a keyboard or the terminal, or the demo's script in that role.
@LoopActor
final class LiveOperator: DriveOperator, DemoInputDelegate, InputSourceDelegate {
    private let plan: DrivePlan
    private let input: InputChoice
    private unowned let session: any OperatorDelegate
    private var source: InputSource?
    private var demo: DemoInput?
    private var mapping: Mapping?
    private var pad: PadButtons?
    private var name = ""
    /// The mapping's file, as lists name it.
    private var file = ""
    /// What of the operator's files and rows is not used, and where the stop is that the input does not have.
    private var notes: [String] = []
    private var rumble = RumbleRule()
    private var battery = BatteryRule()
    private let log = Logger(label: "waldo.input")
    /// Limits how often resynchronizations are reported: a kernel buffer that overflows once will do so again.
    private var resyncs: FloodGuard?

    init(_ plan: DrivePlan, input: InputChoice, for session: any OperatorDelegate) {
        self.plan = plan
        self.input = input
        self.session = session
    }

    func open() throws {
        switch input {
        case .demo:
            let demo = DemoOperator.of(plan.arm)
            try choose(demo.pad)
            added(demo.pad.identity.name, "", InputState(axes: demo.pad.axes), at: Monotonic.now())
            self.demo = DemoInput(demo, delegate: self)
        case .terminal:
            try choose(.terminal)
            added("terminal", "", InputState(), at: Monotonic.now())
        case .panel: break
        case .evdev(let selection):
            let source = InputSource(selection: selection, wait: plan.waits, delegate: self)
            self.source = source
            resyncs = FloodGuard { [unowned session] times in
                session.report(.input(InputReport(.resynced, detail: times > 1 ? "\(times) times" : "")))
            }
            source.start()
        }
    }

    // MARK: the input and its mapping

    /// Chooses an input and its mapping for the whole drive.
    /// - Returns: the codes that the mapping needs.
    /// - Throws: `Failure` when no mapping can be used with the input or the arm.
    @discardableResult
    private func choose(_ input: InputDescription) throws -> CodesWanted {
        let (mapping, source) = try mapping(for: input)
        self.mapping = mapping
        pad = PadButtons(input.identity, keyCodes: input.keyCodes)
        file = source.name
        if !mapping.hasStop(on: input) {
            let stops = plan.stopsBeside.joined(separator: ", and ")
            notes.append("“\(input.identity.name)” has no stop by the mapping “\(mapping.name)”: use \(stops)")
        }
        session.begin(OperatorControls(input: input.identity, mapping: mapping, source: source))
        let resume = mapping.keys.resume.filter(input.keyCodes.contains)
        return CodesWanted(
            axes: mapping.axes.map(\.code), keys: mapping.keyCodes,
            successor: resume.isEmpty ? .never : .afterHolding(resume))
    }

    private func mapping(for input: InputDescription) throws -> (value: Mapping, source: SourceText) {
        let found = try plan.mapping ?? best(for: input)
        if let problem = found.value.problem(with: input, stopsElsewhere: plan.stops(beside: found.value)) {
            throw Failure(.input, problem)
        }
        if let problem = plan.arm.problem(with: found.value) { throw Failure(.file, problem + plan.armChoice) }
        return found
    }

    /// The mapping that the input gets if none is named.
    private func best(for input: InputDescription) throws -> (value: Mapping, source: SourceText) {
        let choice = plan.library.choice(for: input, driving: plan.arm)
        guard let entry = choice.entry, let mapping = entry.value else {
            throw Failure(.input, input.withoutMapping(choice))
        }
        notes = choice.declined.filter(\.isOperators).map { "not used: “\($0.title)” (\($0.name)) \($0.reason)" }
        notes += plan.library.rowProblems(for: input).map { "not used: \($0)" }
        return (mapping, entry.source)
    }

    /// The input has fallen silent, or is heard again.
    private func found(_ event: DriveEvent, _ phase: InputReport.Phase, _ detail: String, at time: Instant) {
        session.handle(event, at: time)
        session.report(.input(InputReport(phase, name: name, detail: detail)))
    }

    private func added(_ name: String, _ path: String, _ state: InputState, at time: Instant) {
        guard let mapping else { return }
        self.name = name
        session.report(
            .input(InputReport(.added, name: name, detail: path, mapping: mapping.name, file: file, pad: pad)))
        session.handle(.inputAdded(state), at: time)
        for note in mapping.notes(on: state) + notes {
            session.report(.input(InputReport(.noted, name: name, detail: note)))
        }
    }

    // MARK: the source

    func codesWanted(of input: InputDescription) throws -> CodesWanted {
        do { return try choose(input) } catch let failure as Failure {
            // Ends the drive here with the failure's own status; the source would report it as a failure of the input.
            session.end(.failed(failure))
            throw failure
        }
    }

    func grabs(_ input: InputDescription) -> Bool { input.typesElsewhere }

    func rumbles(_ input: InputDescription) -> Bool { input.kind == .gamepad && mapping?.rumbles == true }

    var isInputHeld: Bool { session.isInputHeld }

    func input(_ event: InputEvent, at time: Instant) { session.handle(.input(event), at: time) }

    func demoHasEnded() { session.end(.complete) }

    func input(didReport report: InputSourceReport) {
        switch report {
        case .added(let input, let path, let state, let time): added(input.identity.name, path, state, at: time)
        case .resynced(let state, let time):
            session.handle(.inputResynced(state), at: time)
            resyncs?.happened()
        case .lost(let reason, let time):
            session.handle(.inputLost, at: time)
            session.report(.input(InputReport(.lost, detail: reason)))
        case .failed(let error): session.end(.failed(Failure(error)))
        case .silent(let time): found(.inputSilent, .silent, "sends nothing more: out of range, or off", at: time)
        case .heard(let time): found(.inputHeard, .heard, "sends again: let go of its sticks to go on", at: time)
        case .ignored(let input, let path): session.report(.input(.ignored(input, at: path)))
        case .offered(let node):
            guard let mapping, let input = node.description else { return }
            // Either the lost input is back at another port, or this is another of its model: holding a key decides.
            session.report(.input(.offered(input, at: node, resumedBy: mapping)))
        case .noted(let sentence): session.report(.input(InputReport(.noted, detail: sentence)))
        case .waiting(let sentence): session.report(.input(InputReport(.waiting, detail: sentence)))
        case .interrupt: session.end(.interrupted)
        case .battery(let state): session.report(.battery(state, warning: battery.warning(for: state)))
        case .noRumble(let reason): log.info("the pad does not rumble: \(reason)")
        }
    }

    // MARK: the session

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        demo?.follow(event, step.notices)
        guard let source, !step.notices.isDisjoint(with: RumbleRule.concerning) else { return }
        let stateMachine = drive.stateMachine
        let isOpen = stateMachine.mapping.controls.indices.contains { stateMachine.gateState(Control($0)) == .open }
        let due = rumble.rumble(
            after: step.notices, reason: stateMachine.lastHalt, isStopped: stateMachine.isStopped, isOpen: isOpen,
            at: stateMachine.time)
        if let due { source.play(due, at: stateMachine.time) }
    }

    /// Space and Escape stop as well, unless the mapping has another use for them: its own stop may be a key that no
    /// terminal sends.
    var stopKeys: [UInt16]? {
        guard input == .terminal, let mapping else { return nil }
        return mapping.keys.stop + mapping.freeStopKeys
    }

    /// Handles the keys of a terminal that is the input, except its stop keys: the session handles those, because it
    /// knows whether their releases are reported or guessed.
    func handle(_ event: InputEvent, at time: Instant) -> Bool {
        guard input == .terminal else { return false }
        if case .key(let code, _) = event, stopKeys?.contains(code) == true { return false }
        session.handle(.input(event), at: time)
        return true
    }

    func ungrab() { source?.ungrab() }

    func regrab() { source?.regrab() }

    func close() {
        demo?.close()
        source?.close()
        resyncs?.close()
    }
}
