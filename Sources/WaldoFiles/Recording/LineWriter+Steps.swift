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
        switch event {
        case .input(let event): input(event)
        case .inputAdded(let state): self.state("added", state)
        case .inputResynced(let state): self.state("resynced", state)
        case .inputLost: field("step", word: "lost")
        case .inputSilent: field("step", word: "silent")
        case .inputHeard: field("step", word: "heard")
        case .finger(let event): finger(event, controls)
        case .deadline:
            field("step", word: "deadline")
            if let due { field("due", due.microseconds) }
        case .link(let event): link(event)
        case .operator(let action): self.action(action)
        case .played(let numbers):
            field("step", word: "played")
            self.numbers(numbers)
        case .replayed(let motion):
            field("step", word: "replayed")
            self.numbers(motion.numbers)
            if motion.lateness != .zero { field("late", motion.lateness.microseconds) }
        case .reported(let numbers):
            field("step", word: "reported")
            self.numbers(numbers)
        case .answered: field("step", word: "answered")
        case .sensor(let bytes):
            field("step", word: "sensor")
            field("bytes", hex: bytes)
        case .shutdown: field("step", word: "shutdown")
        }
        endObject()
    }

    private func input(_ event: InputEvent) {
        switch event {
        case .key(let code, let down):
            field("step", word: "key")
            field("code", Int64(code))
            field("down", flag: down)
        case .axis(let code, let value):
            field("step", word: "axis")
            field("code", Int64(code))
            field("value", Int64(value))
        case .report(let more):
            field("step", word: "report")
            if more { field("more", flag: true) }
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

    private func finger(_ event: FingerEvent, _ names: [String]) {
        switch event {
        case .there: field("step", word: "panel there")
        case .deflected(let control, let deflection):
            step(names[control.index], " finger")
            field("value", Int64(deflection))
        case .moved(let control, let x, let y):
            step(names[control.index], " finger")
            field("right", Int64(x))
            field("up", Int64(y))
        case .released(let control): step(names[control.index], " let go")
        case .recentred(let control): step(names[control.index], " recentred")
        case .lost: field("step", word: "fingers lost")
        case .gone: field("step", word: "panel gone")
        }
    }

    /// Writes what a finger did to a control, whose name needs no escaping: "joystick let go".
    private func step(_ name: String, _ word: StaticString) {
        key("step")
        byte(UInt8(ascii: "\""))
        for character in name.utf8 { byte(character) }
        text(word)
        byte(UInt8(ascii: "\""))
    }

    private func link(_ event: LinkEvent) {
        field("step", word: event.name)
        switch event {
        case .up(takenOver: true), .opened(takenOver: true): field("taken over", flag: true)
        case .failsafe(let sent): frames(sent)
        default: break
        }
    }

    private func action(_ action: OperatorAction) {
        switch action {
        case .stop: field("step", word: "stop")
        case .stopHeld(let source):
            field("step", word: "stop")
            field("by", word: source.name)
        case .stopReleased(let source):
            field("step", word: "stop let go")
            field("by", word: source.name)
        case .resume: field("step", word: "resume")
        case .recentre(let down):
            field("step", word: "recentre")
            field("down", flag: down)
        case .precise(let isOn):
            field("step", word: "precise")
            field("down", flag: isOn)
        case .nextProfile: field("step", word: "next profile")
        case .park: field("step", word: "park")
        case .parkAtEnd: field("step", word: "park at end")
        case .halt(let reason):
            field("step", word: "halt")
            field("reason", word: reason.name)
        }
    }

    /// Writes an input's state: axes as `[code, minimum, maximum, value]`, and the codes of the keys that are down.
    private func state(_ word: StaticString, _ state: InputState) {
        field("step", word: word)
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
