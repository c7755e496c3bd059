public import WaldoCore
public import WaldoTime

/// Writes a recording: JSON Lines, one object a line. The first is the header; the rest, in the order of events, are
///
/// * steps of the state machine, `{"t":1,"step":"axis","code":5,"value":255}`: everything that a command depends on; of
///   a replay, the frames to send again, `{"t":1,"step":"replayed","numbers":[6,null,null],"late":3000}` with what they
///   were late by in microseconds, and the numbers to set, with the step `played`; and with `reported`, the positions
///   that the arm reports;
/// * the commands that they sent, `{"t":1,"channel":"slider","value":6,"bytes":"463e","link":"written"}`;
/// * what the peripheral sent by itself, as `--plain` prints it,
///   `{"event":"notify","t":1,"characteristic":"...","bytes":"0041ff"}`; waldo 0.1.0 left the characteristic out;
/// * what they sent that no channel sends, to a sensor or as one of the arm's steps,
///   `{"event":"sensor","t":1,"bytes":"a00100","link":"written"}`;
/// * other events, as `--plain` prints them, `{"event":"link","t":1,"state":"connected"}`.
///
/// `t` is in microseconds since the recording began and never decreases in steps and commands. A drive that was cut
/// off leaves an incomplete last line, which is ignored. None of it allocates.
extension LineWriter {
    /// Writes the header.
    public func header(_ header: RecordingHeader) {
        beginObject()
        field("recording", Int64(header.format))
        field("waldo", quoted: header.version)
        field("started", header.started)
        field("arm", quoted: header.arm.name)
        field("mapping", quoted: header.mapping.name)
        if let position = header.position {
            key("position")
            list(position.count) { self.integer(Int64(position[$0])) }
        }
        if header.learnsRests { field("rests", word: "learned") }
        if header.isPlayed { field("played", flag: true) }
        if let link = header.link { self.link(link, withSensorFile: true) }
        field("input", quoted: header.input.name)
        field("place", quoted: header.input.port)
        field("bus", Int64(header.input.bus))
        field("vendor", Int64(header.input.vendor))
        field("product", Int64(header.input.product))
        field("version", Int64(header.input.version))
        field("arm file", quoted: header.arm.text)
        field("mapping file", quoted: header.mapping.text)
        endObject()
    }

    /// Writes what carries the commands of a drive.
    func link(_ link: RecordingHeader.Link, withSensorFile: Bool) {
        switch link {
        case .shield: field("link", word: "shield")
        case .override: field("link", word: "override")
        case .simulation(let options, let sensor):
            field("link", word: "simulation")
            field("simulation", quoted: options)
            guard let sensor else { return }
            field("sensor", quoted: sensor.name)
            if withSensorFile { field("sensor file", quoted: sensor.text) }
        }
    }

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
        case .sensor(let bytes):
            field("step", word: "sensor")
            field("bytes", hex: bytes)
        case .shutdown: field("step", word: "shutdown")
        }
        endObject()
    }

    /// Writes a command that a step sent.
    /// - Parameter name: the name of the command's channel.
    public func command(_ recorded: RecordedCommand, channel name: String) {
        let command = recorded.command
        beginObject()
        field("t", recorded.at.microseconds)
        field("channel", quoted: name)
        field("value", Int64(command.value), decimals: command.decimals)
        field("bytes", hex: command.frame)
        if let all = recorded.all {
            key("all")
            list(all.channels.count) { self.integer(Int64(all[Channel($0)])) }
        }
        field("link", word: recorded.outcome.name)
        endObject()
    }

    /// Writes what a step sent that no channel sends.
    public func sensorBytes(_ recorded: RecordedSensorBytes) {
        beginObject()
        field("event", word: "sensor")
        field("t", recorded.at.microseconds)
        field("bytes", hex: recorded.bytes)
        field("link", word: recorded.outcome.name)
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

    /// Adds a field with how often each of the failsafe frames was sent, for three frames at least.
    public func frames(_ sent: ZeroCounts) {
        key("frames")
        let last = (0..<Channel.maxCount).last { sent[$0] > 0 } ?? 0
        list(max(3, last + 1)) { self.integer(Int64(sent[$0])) }
    }

    private func list(_ count: Int, _ element: (Int) -> Void) {
        byte(UInt8(ascii: "["))
        for index in 0..<count {
            if index > 0 { byte(UInt8(ascii: ",")) }
            element(index)
        }
        byte(UInt8(ascii: "]"))
    }
}
