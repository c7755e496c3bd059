public import WaldoCore
public import WaldoTime

/// Writes the steps of a recording. None of it allocates.
extension LineWriter {
    /// Writes a step of the state machine.
    /// - Parameters:
    ///   - due: with `.deadline`, the time that the state machine had asked for.
    ///   - controls: the names of the mapping's controls, in order.
    public func step(_ event: DriveEvent, at time: Instant, due: Instant? = nil, controls: [String]) {
        beginObject()
        field("t", time.microseconds)
        name(event, controls)
        switch event {
        case .input(let event): input(event)
        case .inputAdded(let state), .inputResynced(let state): self.state(state)
        case .finger(let event): finger(event)
        case .deadline: if let due { field("due", due.microseconds) }
        case .link(let event): link(event)
        case .operator(let action): self.action(action)
        case .halt(let reason): field("reason", word: reason.name)
        case .played(let numbers), .reported(let numbers): self.numbers(numbers)
        case .replayed(let motion):
            numbers(motion.numbers)
            if motion.lateness != .zero { field("late", motion.lateness.microseconds) }
        case .sensor(let bytes): field("bytes", hex: bytes)
        case .inputLost, .inputSilent, .inputHeard, .unreported, .answered, .shutdown: break
        }
        endObject()
    }

    /// Writes the step's word. That of what a finger did follows the name of its control, which needs no escaping:
    /// "joystick let go".
    private func name(_ event: DriveEvent, _ controls: [String]) {
        key("step")
        byte(UInt8(ascii: "\""))
        if case .finger(let event) = event, let control = event.control {
            for character in controls[control.index].utf8 { byte(character) }
            byte(UInt8(ascii: " "))
        }
        text(event.name.word)
        byte(UInt8(ascii: "\""))
    }

    private func input(_ event: InputEvent) {
        switch event {
        case .key(let code, let down):
            field("code", Int64(code))
            field("down", flag: down)
        case .axis(let code, let value):
            field("code", Int64(code))
            field("value", Int64(value))
        case .report(let more): if more { field("more", flag: true) }
        }
    }

    /// Writes a number for each channel, or null.
    private func numbers(_ numbers: PerChannel<Int32?>) {
        key("numbers")
        list(numbers.channels.count) { index in
            guard let number = numbers[Channel(index)] else { return self.text("null") }
            self.integer(Int64(number))
        }
    }

    private func finger(_ event: FingerEvent) {
        switch event {
        case .deflected(_, let deflection): field("value", Int64(deflection))
        case .moved(_, let x, let y):
            field("right", Int64(x))
            field("up", Int64(y))
        case .there, .released, .recentred, .lost, .gone: break
        }
    }

    private func link(_ event: LinkEvent) {
        switch event {
        case .up(let takenOver), .opened(let takenOver): if takenOver { field("taken over", flag: true) }
        case .failsafe(let sent): frames(sent)
        case .down, .ready, .busy, .refused, .windowFull, .stalled, .flowing: break
        }
    }

    private func action(_ action: OperatorAction) {
        switch action {
        case .stopHeld(let source), .stopReleased(let source): field("by", word: source.name)
        case .recentre(let isOn), .precise(let isOn): field("down", flag: isOn)
        case .stop, .resume, .nextProfile, .park, .parkAtEnd: break
        }
    }

    /// Writes an input's state: axes as `[code, minimum, maximum, value]`, and the codes of the keys that are down.
    private func state(_ state: InputState) {
        key("axes")
        list(state.axes.count) { index in
            let axis = state.axes[index]
            self.byte(UInt8(ascii: "["))
            self.integer(Int64(axis.code))
            for number in [axis.minimum, axis.maximum, axis.value] {
                self.byte(UInt8(ascii: ","))
                self.integer(Int64(number))
            }
            self.byte(UInt8(ascii: "]"))
        }
        key("keys")
        list(state.keysDown.count) { self.integer(Int64(state.keysDown[$0])) }
    }
}

extension FingerEvent {
    /// The control that the finger is on; nil: the event is of all of them.
    fileprivate var control: Control? {
        switch self {
        case .deflected(let control, _), .moved(let control, _, _), .released(let control), .recentred(let control):
            control
        case .there, .lost, .gone: nil
        }
    }
}
