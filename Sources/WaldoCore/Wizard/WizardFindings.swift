/// What the wizard has found: what moves each control, and the keys that command the program.
public struct WizardFindings: Equatable, Sendable {
    /// What moves a control.
    public enum Source: Equatable, Sendable {
        case slider(SliderMapping.Source)
        case joystick(JoystickMapping.Source)
    }

    /// The controls, each with what moves it; nil: nothing does.
    public var controls: [(control: WizardControl, source: Source?)]
    /// The dead zone that each control needs, in percent: more than usual for a trigger that rests beside its end.
    public var deadZones: [Int]
    /// The keys; nil: the input has none left for it.
    public var stop: UInt16?, resume: UInt16?, recentre: UInt16?, park: UInt16?

    /// Creates findings from their parts.
    public init(
        controls: [(control: WizardControl, source: Source?)], deadZones: [Int], stop: UInt16?, resume: UInt16?,
        recentre: UInt16?, park: UInt16? = nil
    ) {
        (self.controls, self.deadZones) = (controls, deadZones)
        (self.stop, self.resume, self.recentre, self.park) = (stop, resume, recentre, park)
    }

    /// Compares all parts.
    public static func == (a: Self, b: Self) -> Bool {
        a.controls.map(\.control) == b.controls.map(\.control) && a.controls.map(\.source) == b.controls.map(\.source)
            && a.deadZones == b.deadZones
            && (a.stop, a.resume, a.recentre, a.park) == (b.stop, b.resume, b.recentre, b.park)
    }
}

extension MappingWizard {
    /// What was found; nil: not everything is known yet.
    public var findings: WizardFindings? {
        guard prompt == nil, !answers.isEmpty else { return nil }
        func key(_ key: WizardPrompt.Key) -> UInt16? {
            if case .key(let code) = answer(.press(key)) { code } else { nil }
        }
        let found = controls.indices.map { (controls[$0], source(ofControl: $0)) }
        return WizardFindings(
            controls: found, deadZones: controls.indices.map(deadZone), stop: key(.stop), resume: key(.resume),
            recentre: key(.recentre), park: key(.park))
    }

    private func source(ofControl index: Int) -> WizardFindings.Source? {
        func answered(_ direction: WizardPrompt.Direction) -> WizardAnswer? { answer(.push(control: index, direction)) }
        func key(_ direction: WizardPrompt.Direction) -> [UInt16] {
            if case .key(let key) = answered(direction) { [key] } else { [] }
        }
        guard controls[index].isJoystick else { return slider(answered(.forward), answered(.backward)) }
        switch (answered(.right), answered(.up)) {
        case (.axis(let x), .axis(let y)): return .joystick(.axes(x: x.whole, y: y.whole))
        case (.key, .key):
            return .joystick(.keys(up: key(.up), down: key(.down), left: key(.left), right: key(.right)))
        default: return nil
        }
    }

    private func slider(_ forward: WizardAnswer?, _ backward: WizardAnswer?) -> WizardFindings.Source? {
        switch (forward, backward) {
        case (.axis(let forward), .skipped): .slider(.axis(forward.whole))
        case (.axis(let forward), .axis(let backward)) where forward.axis.code == backward.axis.code:
            .slider(.axis(forward.whole))
        case (.axis(let forward), .axis(let backward)):
            .slider(.halves(forward: forward.half, backward: backward.half))
        case (.key(let forward), .key(let backward)): .slider(.keys(forward: [forward], backward: [backward]))
        default: nil
        }
    }

    private func isWholeAxis(_ index: Int) -> Bool {
        if case .slider(.axis) = source(ofControl: index) { true } else { false }
    }

    private func deadZone(ofControl index: Int) -> Int {
        // A stick rests less exactly than a trigger.
        guard !controls[index].isJoystick, !isWholeAxis(index) else { return 10 }
        var widest = 5
        for direction in [WizardPrompt.Direction.forward, .backward] {
            guard case .axis(let push) = answer(.push(control: index, direction)) else { continue }
            let beside = Int((push.restError * 100).rounded(.up))
            // The half of a stick rests less exactly than a trigger, and where it rests is not learned.
            widest = max(widest, push.rest == .centre ? max(15, beside + 8) : push.restError > 0.02 ? beside + 3 : 0)
        }
        return widest
    }
}
