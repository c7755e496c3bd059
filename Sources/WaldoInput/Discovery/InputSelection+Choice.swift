internal import WaldoCore

extension InputSelection {
    /// The one node that fits the selection.
    /// - Throws: `notFound`, `ambiguous` or `notPermitted`; the message names the nodes that were seen, that fit, or
    ///   that were denied.
    func choose(among nodes: [InputNode]) throws(InputError) -> InputNode {
        let fitting = nodes.filter { fits($0) }
        let usable = fitting.filter { $0.description != nil }
        if usable.count > 1 { throw .ambiguous(thing, usable) }
        if let one = usable.first { return one }
        // A node of unknown kind may be the wanted one.
        let denied = fitting.filter(\.isDenied) + nodes.filter { $0.access == .denied(name: nil, kind: nil) }
        if !denied.isEmpty { throw .notPermitted(denied) }
        throw .notFound(thing, remedy, nodes)
    }

    /// Why no one of these nodes is the input that is meant, and what to do; nil: one is.
    public func problem(among nodes: [InputNode]) -> InputError? {
        do throws(InputError) {
            _ = try choose(among: nodes)
            return nil
        } catch { return error }
    }

    private func fits(_ node: InputNode) -> Bool {
        switch self {
        case .onlyPad: node.kind == .gamepad
        case .keyboard: node.kind == .keyboard
        case .device(let text):
            if text.contains("/") && node.path == text {
                true
            } else if let identity = node.description?.identity {
                identity.text == text || identity.name.lowercased() == text.lowercased()
            } else if case .denied(let name?, _) = node.access {
                name.lowercased() == text.lowercased()
            } else {
                false
            }
        }
    }

    private var thing: String {
        switch self {
        case .onlyPad: "gamepad"
        case .keyboard: "keyboard"
        case .device(let text): "input \"\(PrintableName.text(of: text.utf8))\""
        }
    }

    private var remedy: String {
        switch self {
        case .onlyPad:
            "plug one in or switch it on, let --wait wait for it, or use --input terminal, or a touch screen by --panel"
        case .keyboard: "plug one in, or use --input terminal"
        case .device: "see `waldo inputs` for what there is, or let --wait wait for it"
        }
    }
}

extension InputError {
    static func ambiguous(_ thing: String, _ nodes: [InputNode]) -> InputError {
        let choices = nodes.map { "--input \($0.path) (\"\($0.name ?? "")\")" }.joined(separator: " or ")
        return InputError(.ambiguous, "More than one \(thing) is there: say which with \(choices).")
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

    static func notFound(_ thing: String, _ remedy: String, _ nodes: [InputNode]) -> InputError {
        let seen =
            nodes.isEmpty
            ? "there is no event device in /dev/input" : "seen: " + nodes.map(\.title).joined(separator: ", ")
        return InputError(.notFound, "No \(thing) found (\(seen)): \(remedy).")
    }
}
