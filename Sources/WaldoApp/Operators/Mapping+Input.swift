package import WaldoCore
package import WaldoFiles

extension InputDescription {
    /// Whether what it sends also types or clicks in the window that has the focus.
    var typesElsewhere: Bool {
        // KEY_*, and BTN_LEFT to BTN_TASK.
        kind == .keyboard || kind == nil && keyCodes.contains { $0 < 0x100 || (0x110...0x117).contains($0) }
    }

    /// That no mapping fits, and what to do.
    var withoutMapping: String { "No mapping fits “\(identity.name)”: \(remedy)." }

    /// That no mapping is taken unasked: none fits, or those that do are not to be trusted.
    package func withoutMapping(_ choice: MappingChoice) -> String {
        guard let declined = choice.declined.first else { return withoutMapping }
        return "No mapping is taken for “\(identity.name)” unasked: “\(declined.title)” fits, but \(declined.reason): "
            + "\(remedy)."
    }

    private var remedy: String {
        let argument =
            switch kind {
            case .gamepad: ""
            case .keyboard: " keyboard"
            case nil: " \(ShellWord.quoted(identity.name))"
            }
        return "make one by `waldo map\(argument)`, or name one by --mapping"
    }
}

/// Whether a mapping suits an input, in words for the operator.
extension Mapping {
    /// Why it cannot be used with an input, and what to do; nil: it can.
    /// - Parameter stopsElsewhere: whether there is a stop beside the input, in a terminal or on a panel.
    func problem(with input: InputDescription, stopsElsewhere: Bool = false) -> String? {
        let name = input.identity.name
        let missing = axesMissing(in: input.axes)
        guard missing.isEmpty else {
            return "“\(name)” has no \(Self.list(missing)), which the mapping “\(self.name)” reads: name another by "
                + "--mapping, or make one by `waldo map`."
        }
        let read = keyCodes
        guard !axes.isEmpty || read.isEmpty || !Set(read).isDisjoint(with: input.keyCodes) else {
            return "“\(name)” has none of the keys that the mapping “\(self.name)” reads: name another by --mapping, "
                + "or make one by `waldo map`."
        }
        guard stopsElsewhere || hasStop(on: input) else {
            let stops = keys.stop.map(EvdevNames.key).joined(separator: ", ")
            return "“\(name)” has no \(stops), by which the mapping “\(self.name)” stops: name another by --mapping, "
                + "make one by `waldo map`, or drive in a terminal or with --panel, where there is a stop."
        }
        let still = axesWithoutRange(in: input.axes)
        guard still.isEmpty else {
            return "“\(name)” states no range for \(Self.list(still)), which the mapping “\(self.name)” reads, so "
                + "it never moves: update the driver, or make a mapping for other axes by `waldo map`."
        }
        guard !takesSticksForTriggers(in: input.axes) else {
            let triggers = triggersNearMiddle(in: input.axes).map(\.code)
            return "\(Self.list(triggers)) of “\(name)” is in its middle like a stick, and the mapping “\(self.name)” "
                + "takes it for a trigger: name another by --mapping, or make one by `waldo map`."
        }
        return nil
    }

    /// Whether an input has a key or button that stops.
    func hasStop(on input: InputDescription) -> Bool { !Set(keys.stop).isDisjoint(with: input.keyCodes) }

    /// What the operator has to know about where the axes stand, one sentence each.
    func notes(on state: InputState) -> [String] {
        let triggers = triggersNearMiddle(in: state.axes).map { axis in
            "\(EvdevNames.axis(axis.code)) rests in the middle of its range, and only the half beyond it counts: if it should "
                + "rest at an end, pull and release it, and start again."
        }
        return triggers
            + offCentre(in: state.axes).map { axis, percent, isDead in
                let stands = "\(EvdevNames.axis(axis.code)) is \(percent) % off its centre"
                return isDead
                    ? "\(stands), too far to count as rest: let go of it. If nobody holds it, write `centre: \(axis.value)` "
                        + "beside the axis in a mapping of your own, or widen the dead zone."
                    : "\(stands), within its dead zone. If nobody holds it, `centre: \(axis.value)` beside the axis in a "
                        + "mapping of your own makes it alike to both sides."
            }
    }

    private static func list(_ codes: [UInt16]) -> String { codes.map(EvdevNames.axis).joined(separator: ", ") }
}
