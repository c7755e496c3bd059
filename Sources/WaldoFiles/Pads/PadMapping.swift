import WaldoCore

/// Writes a mapping for a pad whose parts are known, as an operator would write it.
struct PadMapping {
    let layout: PadLayout
    let input: InputDescription
    /// The mapping's name in the file.
    let name: String
    /// Where the layout comes from, in a sentence.
    let source: String

    /// For the arm's channels `slider`, `zx` and `zy`; nil: the pad has too few parts.
    var byName: String? {
        var parts = Parts(layout)
        let joystick =
            parts.joystick(layout.rightStick, "right stick")
            ?? parts.joystick(layout.leftStick, "left stick") ?? parts.directions(layout.directions)
        let slider =
            parts.pair(layout.triggers, "trigger") ?? parts.pair(layout.shoulders, "shoulder button")
            ?? parts.axis(layout.twist, "the stick, turned") ?? parts.axis(layout.leftStick?.y, "left stick")
            ?? parts.upAndDown(layout.directions)
        guard joystick != nil || slider != nil, let keys = parts.keys else { return nil }
        let none = ["  input: none"]
        return text(
            ["slider:"] + (slider.map { $0 + parts.deadZone($0, triggersDeadZone) } ?? none)
                + ["joystick:"] + (joystick.map { $0 + parts.deadZone($0, 10) } ?? none) + keys)
    }

    /// For an arm with channels of its own, by their numbers; nil: the pad has too few parts.
    var byNumber: String? {
        var parts = Parts(layout)
        var controls: [String] = []
        func add(_ name: String, _ lines: [String]?, _ channels: String, deadZone: Int) {
            guard let lines else { return }
            controls += ["  \(name):"] + (lines + parts.deadZone(lines, deadZone) + ["  \(channels)"]).map { "  \($0)" }
        }
        add("left", parts.joystick(layout.leftStick, "left stick"), "channels: { x: 1, y: 2 }", deadZone: 10)
        add("right", parts.joystick(layout.rightStick, "right stick"), "channels: { y: 3, x: 4 }", deadZone: 10)
        add("bumpers", parts.pair(layout.shoulders, "shoulder button"), "channel: 5", deadZone: 5)
        add("triggers", parts.pair(layout.triggers, "trigger"), "channel: 6", deadZone: triggersDeadZone)
        add("pad", parts.directions(layout.directions), "channels: { x: 7, y: 8 }", deadZone: 10)
        guard !controls.isEmpty, let keys = parts.keys else { return nil }
        return text(["controls:"] + controls + keys)
    }

    /// 5 %, or more for triggers that stand a little inside of their ends: some rest there. Triggers that are only held
    /// there get a dead zone that is larger than needed.
    private var triggersDeadZone: Int {
        guard case .axes(let forward, let backward) = layout.triggers else { return 5 }
        let parts = [forward, backward].compactMap { source in
            input.axes.first { $0.code == source.code }?.part.map { source.rest == .maximum ? 1 - $0 : $0 }
        }
        let inside = parts.filter { (0.02...0.25).contains($0) }.max() ?? 0
        return inside > 0 ? 5 + Int((inside * 100).rounded(.up)) : 5
    }

    private func text(_ lines: [String]) -> String {
        MappingText.file([source], name: name, match: MappingText.match(input), lines)
    }
}

/// The lines of controls, no code used twice.
private struct Parts {
    private let layout: PadLayout
    private var used: Set<String> = []

    init(_ layout: PadLayout) { self.layout = layout }

    /// Claims codes by their names or numbers; false: one is in use already, or no file can name it.
    private mutating func claim(_ names: [String]) -> Bool {
        guard names.allSatisfy({ EvdevNames.key(named: $0) != nil || EvdevNames.axis(named: $0) != nil }),
            used.isDisjoint(with: names), Set(names).count == names.count
        else { return false }
        used.formUnion(names)
        return true
    }

    private mutating func claim(keys codes: [UInt16]) -> [String]? {
        let names = codes.map(EvdevNames.key)
        return claim(names) ? names : nil
    }

    private mutating func claim(axes sources: [AxisSource]) -> [String]? {
        guard claim(sources.map { EvdevNames.axis($0.code) }) else { return nil }
        return sources.map(MappingText.axis)
    }

    mutating func joystick(_ stick: PadLayout.Stick?, _ name: String) -> [String]? {
        guard let stick, let axes = claim(axes: [stick.x, stick.y]) else { return nil }
        return ["  x: \(axes[0])   # \(name)", "  y: \(axes[1])", "  snap: 8 deg"]
    }

    mutating func directions(_ directions: PadLayout.Directions?) -> [String]? {
        switch directions {
        case .axes(let stick): return joystick(stick, "directional pad")
        case .keys(let up, let down, let left, let right):
            return claim(keys: [up, down, left, right]).map { names in
                zip(["up", "down", "left", "right"], names).map { "  \($0): \($1)" }
            }
        case nil: return nil
        }
    }

    /// A directional pad's way up and down.
    mutating func upAndDown(_ directions: PadLayout.Directions?) -> [String]? {
        switch directions {
        case .axes(let stick): axis(stick.y, "directional pad")
        case .keys(let up, let down, _, _): pair(.keys(forward: up, backward: down), "directional pad")
        case nil: nil
        }
    }

    mutating func pair(_ pair: PadLayout.Pair?, _ name: String) -> [String]? {
        switch pair {
        case .axes(let forward, let backward):
            return claim(axes: [forward, backward]).map {
                ["  forward:  \($0[0])   # right \(name)", "  backward: \($0[1])   # left \(name)"]
            }
        case .keys(let forward, let backward):
            return claim(keys: [forward, backward]).map {
                ["  forward: \($0[0])   # right \(name)", "  backward: \($0[1])   # left \(name)"]
            }
        case .axis(let source): return axis(source, "both triggers")
        case nil: return nil
        }
    }

    mutating func axis(_ source: AxisSource?, _ name: String) -> [String]? {
        guard let source, claim([EvdevNames.axis(source.code)]) else { return nil }
        return MappingText.slider(source, name)
    }

    /// Keys have none.
    func deadZone(_ lines: [String], _ percent: Int) -> [String] {
        lines.contains { $0.contains("ABS_") } ? ["  dead zone: \(percent) %"] : []
    }

    /// The program's keys; nil: there are not enough.
    var keys: [String]? {
        mutating get {
            guard let resume = layout.resume.flatMap({ claim(keys: [$0]) }) else { return nil }
            let stop = layout.stop.compactMap { claim(keys: [$0])?.first }
            guard !stop.isEmpty else { return nil }
            let recentre = layout.recentre.flatMap { claim(keys: [$0])?.first }
            let precise = layout.precise.flatMap { claim(keys: [$0])?.first }
            return MappingText.keys(stop: stop, resume: resume[0], recentre: recentre, precise: precise)
        }
    }
}
