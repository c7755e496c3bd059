extension DashboardView {
    /// What opens the neutral gate.
    public enum Gate: Equatable, Sendable {
        /// Something other than a release: "hold the enable key".
        case wait(String)
        /// The release of these controls, one at least.
        case release([HeldControl])
    }

    /// A control that has to be released.
    public struct HeldControl: Equatable, Sendable {
        /// The control's name.
        public var name: String
        /// The axes, keys or fingers that are not at rest: "ABS_RX ABS_RY".
        public var sources: String

        /// Creates an entry from the control's name and what holds it.
        public init(_ name: String, _ sources: String) { (self.name, self.sources) = (name, sources) }
    }
}

extension DashboardView.Gate {
    /// What to do, in at most this many columns if that is possible: with what holds each control; else all names
    /// alone; else as many controls as fit, and the number of the others.
    func text(columns: Int = .max) -> String {
        switch self {
        case .wait(let text): text
        case .release(let controls): Self.releaseText(controls, columns)
        }
    }

    private static func releaseText(_ controls: [DashboardView.HeldControl], _ columns: Int) -> String {
        let whole = controls.map { "the \($0.name) (\($0.sources))" }
        var forms = [sentence(whole), sentence(controls.map(\.name))]
        for count in (1..<max(2, controls.count)).reversed() where count < controls.count {
            forms.append(sentence(whole.prefix(count) + ["\(controls.count - count) more"]))
        }
        if controls.count > 1 { forms.append(sentence([controls[0].name, "\(controls.count - 1) more"])) }
        return forms.first { CellWidth.cells($0) <= columns } ?? forms.last ?? ""
    }

    /// "let go of a, b and c".
    private static func sentence(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return "let go of " + parts.joined() }
        return "let go of " + parts.dropLast().joined(separator: ", ") + " and " + last
    }
}
