import WaldoCore

extension DashboardView {
    /// The first slider, and the first joystick that moves two channels, which have a panel of their own; and the other
    /// controls. A joystick whose channels are not known yet counts as two. Several sliders without a joystick are
    /// alike: none of them has a panel of its own.
    var parts: (slider: ControlStatus?, joystick: ControlStatus?, others: [ControlStatus]) {
        let joystick = controls.firstIndex { $0.kind == .joystick && ($0.x == nil) == ($0.y == nil) },
            isAlone = joystick != nil || controls.count { $0.kind != .joint } == 1
        let slider = isAlone ? controls.firstIndex { $0.kind == .slider } : nil
        let others = controls.indices.filter { $0 != slider && $0 != joystick }
        return (slider.map { controls[$0] }, joystick.map { controls[$0] }, others.map { controls[$0] })
    }

    /// Whether a control is deflected, or a button pressed.
    var isDriving: Bool { (controls + buttons).contains { $0.deflection != .init() } }
}

extension ControlStatus {
    /// A slider's value as a bar shows it: the held position, or the deflection of a velocity.
    var shownValue: Double { x.map { $0.isPosition ? $0.normalised : deflection.x } ?? deflection.x }

    /// Its name, and of a stick that has none of its own or moves the hand what its directions move: "<-> base" and
    /// "^v shoulder".
    var titles: [String] {
        let directions = axes.map { ($0.letter == "x" ? "<-> " : "^v ") + $0.axis.word }
        if isNamedByChannels { return directions }
        return axes.contains { !$0.axis.unit.isEmpty } ? ["\(name): \(directions[0])"] + directions.dropFirst() : [name]
    }
}
