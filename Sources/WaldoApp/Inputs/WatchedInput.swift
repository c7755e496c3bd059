import WaldoCore
import WaldoFiles
import WaldoTerminal
import WaldoTime

/// A watched input and the state machine of a drive that nobody sends: gates, learned rests, dead zones and curves are
/// those of a drive. Pure: records and times are handed in.
struct WatchedInput {
    /// Most keys that are shown though nothing reads them: those that were pressed last.
    static let maxOthers = 24

    private let description: InputDescription
    private let path: String
    private let mapping: Mapping?
    private let arm: Arm
    /// Why the mapping cannot be used; nil: it can, or there is none.
    private let problem: String?
    private let names: ControlNames?
    private let keyUses: [(code: UInt16, text: String)]

    private var machine: DriveStateMachine?
    /// When the state machine wants to be looked at; nil: when something happens.
    private(set) var deadline: Instant?
    private var axes: [AxisState]
    private var keysDown: Set<UInt16> = []
    private var others: [UInt16] = []
    private var lostReason: String?

    /// Begins a watch with an input as it stands; a control that is held is dead until it is let go, as in a drive.
    init(
        _ description: InputDescription, at path: String, _ state: InputState, mapping: Mapping?, arm: Arm,
        now: Instant
    ) {
        (self.description, self.path, self.mapping, self.arm) = (description, path, mapping, arm)
        axes = state.axes
        problem = mapping.flatMap { $0.problem(with: description) ?? arm.problem(with: $0) }
        names = mapping.map { ControlNames($0, description.identity, keyCodes: description.keyCodes) }
        keyUses = mapping?.keyUses(on: arm) ?? []
        note(state.keysDown)
        if let mapping, problem == nil {
            machine = DriveStateMachine(arm: arm, mapping: mapping)
            step(.link(.up(takenOver: false)), at: now)
            step(.inputAdded(state), at: now)
        }
    }

    // MARK: what happens

    /// Whether held positions move, so that the view changes with time alone.
    var isMoving: Bool { machine?.isPositionMoving ?? false }

    mutating func handle(_ event: InputEvent, at now: Instant) {
        switch event {
        case .axis(let code, let value):
            if let index = axes.firstIndex(where: { $0.code == code }) { axes[index].value = value }
        case .key(let code, let down):
            if down { note([code]) } else { keysDown.remove(code) }
        case .report: break
        }
        step(.input(event), at: now)
    }

    /// Takes over the whole state after events were dropped.
    mutating func resynchronise(_ state: InputState, at now: Instant) {
        axes = state.axes
        keysDown = []
        note(state.keysDown)
        step(.inputResynced(state), at: now)
    }

    /// Does what is due, as the timer of a drive does.
    mutating func advance(to now: Instant) {
        // A command is proposed at once and the next thing looked for right after it.
        for _ in 0..<64 {
            guard let deadline, deadline <= now else { return }
            step(.deadline, at: now)
        }
    }

    /// The process was stopped meanwhile: a drive would have halted.
    mutating func wake(at now: Instant) { step(.halt(.suspended), at: now) }

    /// The device is gone; what it sent last stays.
    mutating func lose(_ reason: String) { lostReason = reason }

    private mutating func step(_ event: DriveEvent, at now: Instant) {
        guard let step = machine?.step(event, at: now) else { return }
        deadline = step.deadline
    }

    private mutating func note(_ codes: [UInt16]) {
        keysDown.formUnion(codes)
        for code in codes where !keyUses.contains(where: { $0.code == code }) && !others.contains(code) {
            others.append(code)
            if others.count > Self.maxOthers { others.removeFirst() }
        }
    }

    // MARK: what is shown

    func view(at now: Instant) -> InputView {
        var view = InputView(name: description.identity.name, path: path)
        view.mapping = mapping?.name ?? ""
        view.profile = machine?.profile?.name ?? ""
        view.state = state
        view.axes = axesInOrder.map(shown)
        view.keys = keyUses.map { key($0.code, $0.text) } + others.map { key($0, "") }
        if let machine {
            view.channels = arm.movingChannels.map { channel in
                let decimals = arm.profiles[channel].range.decimals
                return .init(arm.profiles[channel].name, .init(machine.number(channel, at: now), decimals: decimals))
            }
        }
        return view
    }

    /// Those that the mapping reads, in its order, and then the others.
    private var axesInOrder: [AxisState] {
        let read = mapping?.axes.map(\.code) ?? []
        func order(_ axis: AxisState) -> Int { read.firstIndex(of: axis.code) ?? read.count + Int(axis.code) }
        return axes.sorted { order($0) < order($1) }
    }

    private var state: InputView.State {
        if let lostReason { return .lost(lostReason) }
        if let problem { return .refused(problem) }
        guard let machine, let mapping else {
            return .unmapped(
                "No mapping fits this input, and a drive would refuse it. `waldo map \(path)` makes one: it asks for each "
                    + "control in turn.")
        }
        if machine.isStopped {
            if let names, let held = machine.heldStop(at: machine.time) {
                return .stopped("let go of \(names.stop(held))")
            }
            let keys = mapping.keys.resume.map { names?.key($0) ?? EvdevNames.key($0) }.joined(separator: " or ")
            return .stopped("press \(keys) with the controls at rest")
        }
        if let names, let gate = machine.gate(names) { return .waiting(gate) }
        return mapping.allControls.contains { machine.isTouched($0) } ? .moving : .ready
    }

    private func key(_ code: UInt16, _ does: String) -> InputView.Key {
        let name = EvdevNames.key(code)
        return .init(names?.key(code) ?? name, name, isDown: keysDown.contains(code), does: does)
    }

    private func shown(_ axis: AxisState) -> InputView.Axis {
        let code = EvdevNames.axis(axis.code), range = (axis.minimum, axis.maximum)
        let source = mapping?.axes.first { $0.code == axis.code }
        let name = names.map { $0.axis(source ?? AxisSource(axis.code)) } ?? ""
        var shown = InputView.Axis(name, code, raw: axis.value, in: range)
        guard let machine, let mapping else { return shown }
        let uses = mapping.uses(ofAxis: axis.code, on: arm)
        guard let use = uses.first(where: { machine.gateState($0.control) != .profile }) ?? uses.first,
            let reading = machine.readings(of: use.control).first(where: { $0.code == axis.code })
        else { return shown }
        (shown.rest, shown.deadZone, shown.moves) = (reading.rest, reading.deadZone, use.text)
        let deflection = machine.deflection(of: use.control)
        shown.result =
            switch use.share {
            case .x: deflection.x
            case .y: deflection.y
            case .forward: max(0, deflection.x)
            case .backward: min(0, deflection.x)
            }
        shown.note = note(on: reading, of: use.control, machine)
        return shown
    }

    /// Why an axis moves nothing now; empty: it is live.
    private func note(on reading: AxisReading, of control: Control, _ machine: DriveStateMachine) -> String {
        switch machine.gateState(control) {
        case .open: return ""
        case .settling: return "settling"
        case .held:
            let held = machine.heldSources(control)
            for case .offCentre(reading.code, let percent) in held { return "\(percent) % off centre" }
            return held.contains(.axis(reading.code)) ? "let go" : "dead"
        case .stopped: return "stopped"
        case .enable: return "not enabled"
        case .profile: return "other profile"
        case .link, .stalled, .input, .begin, .parking, .ending: return "dead"
        }
    }
}
