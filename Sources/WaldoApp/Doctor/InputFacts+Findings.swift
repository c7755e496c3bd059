import WaldoCore
import WaldoFiles
import WaldoInput

/// Whether inputs may be opened, and which pads there are, in the words of a drive and of `waldo inputs`.
extension InputFacts {
    /// The findings.
    package var findings: [Finding] { [inputs] + pads }

    private var pad: [InputNode] { nodes.filter { $0.kind == .gamepad } }

    /// The devices that matter and may not be opened: pads and keyboards, and those of which nothing is known.
    private var denied: [InputNode] {
        nodes.filter { $0.isDenied && ($0.kind != nil || $0.access == .denied(name: nil, kind: nil)) }
    }

    private var inputs: Finding {
        guard !nodes.isEmpty else {
            return .warning(
                .inputs,
                "there is no event device in /dev/input: drive by --input terminal, or by --panel 127.0.0.1:8713")
        }
        guard !denied.isEmpty else {
            let count = SurveyNumber.count(nodes.count, "event device")
            return .ok(.inputs, "\(count); pads and keyboards may be opened\(accessText)")
        }
        let pads = denied.filter { $0.kind == .gamepad }
        let error = InputError.notPermitted(pads.isEmpty ? denied : pads).description
        let text = isMemberAtNextLogin ? "\(error) You have joined the group since this login: log in again." : error
        let fix = isMemberAtNextLogin ? nil : "sudo usermod -aG input $USER"
        guard pads.isEmpty else { return .fault(.inputs, text, fix: fix, status: .input) }
        return .warning(.inputs, text, fix: fix)
    }

    private var accessText: String {
        switch access {
        case nil: ""
        case .root?: " (by root)"
        case .group(let name)?: " (by the group \(name))"
        case .seat?: " (by uaccess)"
        }
    }

    private var pads: [Finding] {
        guard !nodes.isEmpty else { return [.unknown(.pads, "none without an event device")] }
        let open = pad.filter { $0.description != nil }
        var findings = open.map(finding) + unusedRows.map { .warning(.pads, $0.description) }
        // A pad that may not be opened is the fault of `inputs`.
        guard !open.isEmpty || pad.isEmpty else { return [.unknown(.pads, "not known until they may be opened")] }
        if case .evdev(let selection) = wanted ?? .evdev(.onlyPad),
            let error = selection.problem(among: nodes.filter { $0.kind != nil })
        {
            findings.append(.warning(.pads, error.description))
        }
        return findings.isEmpty ? [.ok(.pads, "none, and the default input is another one")] : findings
    }

    private func finding(_ node: InputNode) -> Finding {
        let name = "“\(node.name ?? "")” at \(node.path)"
        guard let mapping = mappings[node.path] else {
            return .warning(
                .pads, "\(name): no mapping fits, `waldo map \(node.path)` makes one", fix: "waldo map \(node.path)")
        }
        let battery = batteries[node.path].map { "; battery: \($0.text)" } ?? ""
        let state = "\(name): mapping \(mapping)\(battery)"
        switch node.silence {
        case .reports: return .ok(.pads, "\(state); if it falls silent the arm halts")
        case .none: return .ok(.pads, "\(state); whether it falls silent cannot be told: see `silence` of a mapping")
        case .unreadable(let hidraw):
            return .warning(
                .pads,
                "\(state); whether it falls silent is not told, for \(hidraw) may not be read: \(SilenceCover.remedy)")
        }
    }
}
