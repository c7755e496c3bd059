import WaldoCore

extension InputSelection {
    /// The one node that fits the selection.
    /// - Throws: `notFound`, `ambiguous` or `notPermitted`; the message names the nodes that were seen, that fit, or
    ///   that were denied.
    func choose(among nodes: [InputNode]) throws(InputError) -> InputNode {
        let fitting = nodes.filter { fits($0) }
        let usable = fitting.filter { $0.description != nil }
        // A pad's motion sensor and touchpad have its ids, its port and its serial number.
        let main = usable.filter { $0.kind != nil }
        if usable.count > 1, main.count != 1 { throw .ambiguous(thing, usable) }
        if let one = main.first ?? usable.first { return one }
        // A node of unknown kind may be the wanted one.
        let denied = fitting.filter(\.isDenied) + nodes.filter { $0.access == .denied(name: nil, kind: nil) }
        if !denied.isEmpty { throw .notPermitted(denied) }
        throw .notFound(thing, remedy(nodes), nodes)
    }

    /// Why no one of these nodes is the input that is meant, and what to do; nil: one is.
    public func problem(among nodes: [InputNode]) -> InputError? {
        do throws(InputError) {
            _ = try choose(among: nodes)
            return nil
        } catch { return error }
    }

    /// What the operator is to know of the other nodes, a sentence each: those that could be taken for a pad.
    func notes(on nodes: [InputNode], beside chosen: InputNode) -> [String] {
        guard self == .onlyPad else { return [] }
        return nodes.compactMap { node in
            guard node.path != chosen.path, let why = node.traits.otherThanPad else { return nil }
            return "\(node.title) has buttons and axes of a pad, but \(why), and is not taken for one: "
                + "--input \(node.path) drives with it."
        }
    }

    private func fits(_ node: InputNode) -> Bool {
        switch self {
        case .onlyPad: node.kind == .gamepad
        case .keyboard: node.kind == .keyboard
        case .device(let text):
            text.contains("/") && node.path == text || node.names.contains { $0.lowercased() == text.lowercased() }
        }
    }

    private var thing: String {
        switch self {
        case .onlyPad: "gamepad"
        case .keyboard: "keyboard"
        case .device(let text): "input \"\(PrintableName.text(of: text.utf8))\""
        }
    }

    private func remedy(_ nodes: [InputNode]) -> String {
        switch self {
        case .onlyPad:
            return "plug one in or switch it on, let --wait wait for it, or use --input terminal, or a touch screen by "
                + "--panel" + others(nodes)
        case .keyboard: return "plug one in, or use --input terminal"
        case .device(let text):
            // The ids stay what they are at another port.
            let ids = text.prefix(20)
            let same = nodes.filter { node in
                ids.count == 20 && ids.last == ":" && node.description?.identity.text.prefix(20) == ids
            }
            guard !same.isEmpty else {
                let near = Spelling.nearest(text, among: Self.words + nodes.flatMap(\.names))
                return (near.map { "did you mean \"\(PrintableName.text(of: $0.utf8))\"? See" } ?? "see")
                    + " `waldo inputs` for what there is, or let --wait wait for it"
            }
            return "one of that model is at another port: " + InputError.choices(same)
        }
    }

    /// Those that are no pads and can be driven with.
    private func others(_ nodes: [InputNode]) -> String {
        let others = nodes.filter { $0.kind == nil && ($0.traits.isControl || $0.traits.otherThanPad != nil) }
        guard !others.isEmpty else { return "" }
        return "; what is no gamepad can be mapped and driven with, too: " + InputError.choices(others)
    }
}

extension InputNode {
    /// What `--input` and an argument of a command may call it, beside its path.
    var names: [String] {
        let known = [name, physical, unique].compactMap { $0 }
        guard let identity = description?.identity else { return known.filter { !$0.isEmpty } }
        return (known + [identity.text, identity.ids]).filter { !$0.isEmpty }
    }
}

extension InputError {
    static func ambiguous(_ thing: String, _ nodes: [InputNode]) -> InputError {
        let isAlike = Set(nodes.map(\.name)).count < nodes.count
        let hint = isAlike ? " `waldo inputs --watch \(nodes[0].path)` shows what the first of them sends." : ""
        return InputError(.ambiguous, "More than one \(thing) is there: say which with \(choices(nodes)).\(hint)")
    }

    /// How to name each of several nodes: with its port and its serial number where the names are alike.
    static func choices(_ nodes: [InputNode]) -> String {
        nodes.map { node in
            let isAlike = nodes.contains { $0.path != node.path && $0.name == node.name }
            let port = isAlike ? node.port : ""
            return "--input \(node.path) (\"\(node.name ?? "")\"\(port.isEmpty ? "" : ", \(port)"))"
        }.joined(separator: " or ")
    }

    /// The failure for nodes that may not be opened.
    public static func notPermitted(_ nodes: [InputNode]) -> InputError {
        let list = nodes.map { node in (node.name.map { "\"\($0)\" at " } ?? "") + node.path }
        return InputError(.notPermitted, "No permission to read \(list.joined(separator: ", ")): \(permissionRemedy).")
    }

    /// How a user gets permission to read an input, as text for error messages.
    public static let permissionRemedy =
        "join the group with `sudo usermod -aG input $USER` and log in again, or, for the user at the machine itself, "
        + "tag the device \"uaccess\" in a udev rule (over SSH only the group helps)"

    /// The failure for an input that another program has grabbed.
    static func busy(_ title: String, _ path: String) -> InputError {
        InputError(
            .busy,
            "\(title) is grabbed by another program, which alone hears it (EBUSY): end that program or have it let go "
                + "(Steam Input, xboxdrv and input-remapper grab pads; `sudo fuser -v \(path)` names what has it open)."
        )
    }

    static func notFound(_ thing: String, _ remedy: String, _ nodes: [InputNode]) -> InputError {
        let seen =
            nodes.isEmpty
            ? "there is no event device in /dev/input" : "seen: " + nodes.map(\.title).joined(separator: ", ")
        return InputError(.notFound, "No \(thing) found (\(seen)): \(remedy).")
    }
}
