public import WaldoCore

/// Writes what the wizard has found as a mapping's file.
public struct WizardMapping: Sendable {
    private let findings: WizardFindings
    private let input: InputDescription
    private let arm: String

    /// Creates a writer.
    /// - Parameters:
    ///   - input: the input that the findings are of.
    ///   - arm: the name of the arm whose channels the controls move.
    public init(_ findings: WizardFindings, of input: InputDescription, arm: String) {
        (self.findings, self.input, self.arm) = (findings, input, arm)
    }

    /// The file.
    public var text: String {
        // Every file names keys for both.
        let keys = MappingText.keys(
            stop: findings.stop.map { [EvdevNames.key($0)] } ?? keysElsewhere(["KEY_SPACE", "KEY_ESC", "KEY_STOP"]),
            resume: findings.resume.map(EvdevNames.key)
                ?? keysElsewhere(["KEY_ENTER", "KEY_KPENTER", "KEY_OK"]).first ?? "KEY_OPEN",
            recentre: findings.recentre.map(EvdevNames.key), park: findings.park.map(EvdevNames.key))
        let name = SafeText.escaped(arm, upTo: 60)
        var comments = ["Made by `waldo map`, which asked for one movement after another, for the arm “\(name)”."]
        if findings.stop == nil {
            comments.append("No button is left for the emergency stop, so the keys that stop are none of this device:")
            comments.append("drive with it where a terminal or the panel has a stop.")
        }
        return MappingText.file(
            comments, name: input.identity.name, match: MappingText.match(input), controls + keys)
    }

    /// Those of these keys that the input does not have.
    private func keysElsewhere(_ names: [String]) -> [String] {
        names.filter { name in EvdevNames.key(named: name).map { !input.keyCodes.contains($0) } ?? false }
    }

    /// The mapping that the file means.
    /// - Throws: what is wrong with it.
    public func mapping(file: String) throws(FileError) -> Mapping {
        try MappingReader.mapping(from: text, file: file)
    }

    private var controls: [String] {
        let parts = zip(findings.controls, findings.deadZones)
        guard findings.controls.map(\.control) != WizardControl.usual else {
            return parts.flatMap { found, deadZone in
                ["\(found.control.name):"] + (lines(found.source, deadZone) ?? ["  input: none"])
            }
        }
        return ["controls:"]
            + parts.flatMap { found, deadZone -> [String] in
                let name = found.control.name
                guard let lines = lines(found.source, deadZone) else { return ["  # \(name): nothing was chosen"] }
                return ["  \(name):"] + (lines + [channels(of: found.control)]).map { "  \($0)" }
            }
    }

    private func channels(of control: WizardControl) -> String {
        switch control.kind {
        case .slider(let channel): "  channel: \(channel)"
        case .joystick(let x, let y): "  channels: { x: \(x), y: \(y) }"
        }
    }

    private func lines(_ source: WizardFindings.Source?, _ deadZone: Int) -> [String]? {
        switch source {
        case .slider(.axis(let axis)):
            MappingText.slider(axis, "was pushed forward; its other end is backward") + ["  dead zone: \(deadZone) %"]
        case .slider(.halves(let forward, let backward)):
            [
                "  forward: \(MappingText.axis(forward))   # was pushed forward",
                "  backward: \(MappingText.axis(backward))   # was pushed backward", "  dead zone: \(deadZone) %",
            ]
        case .slider(.keys(let forward, let backward)): directions([("forward", forward), ("backward", backward)])
        case .joystick(.axes(let x, let y)):
            [
                "  x: \(MappingText.axis(x))   # was pushed to the right",
                "  y: \(MappingText.axis(y))   # was pushed up",
                "  behaviour: rate", "  snap: 8 deg", "  dead zone: \(deadZone) %",
            ]
        case .joystick(.keys(let up, let down, let left, let right)):
            directions([("up", up), ("down", down), ("left", left), ("right", right)]) + ["  behaviour: rate"]
        case nil: nil
        }
    }

    private func directions(_ directions: [(name: String, keys: [UInt16])]) -> [String] {
        directions.map { "  \($0.name): \($0.keys.map(EvdevNames.key).joined(separator: ", "))" }
    }
}
