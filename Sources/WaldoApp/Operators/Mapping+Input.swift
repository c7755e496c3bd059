internal import WaldoCore
internal import WaldoFiles

extension InputDescription {
    /// That no mapping fits, and what to do.
    var withoutMapping: String {
        "No mapping fits “\(identity.name)”: make one by `waldo map`, or name one by --mapping."
    }
}

/// Whether a mapping suits an input, in words for the operator.
extension Mapping {
    /// Why it cannot be used with an input, and what to do; nil: it can.
    func problem(with input: InputDescription) -> String? {
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

    /// What the operator has to know about where the axes stand, one sentence each.
    func notes(on state: InputState) -> [String] {
        let triggers = triggersNearMiddle(in: state.axes).map { axis in
            "\(EvdevNames.axis(axis.code)) rests in the middle of its range, and only the half beyond it counts: if it should "
                + "rest at an end, pull and release it, and start again."
        }
        return triggers
            + offCentre(in: state.axes).map { axis, percent in
                "\(EvdevNames.axis(axis.code)) is \(percent) % off its centre, too far to count as rest: let go of it. If nobody "
                    + "holds it, write `centre: \(axis.value)` beside the axis in a mapping of your own, or widen the dead zone."
            }
    }

    private static func list(_ codes: [UInt16]) -> String { codes.map(EvdevNames.axis).joined(separator: ", ") }
}
