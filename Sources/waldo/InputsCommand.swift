internal import ArgumentParser
internal import Glibc
internal import WaldoApp
internal import WaldoCore
internal import WaldoFiles
internal import WaldoInput

/// `waldo inputs`: lists the inputs, or shows live what one sends.
struct InputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inputs",
        abstract: "List gamepads and keyboards, or watch what one sends.",
        discussion: """
            With --watch: each axis as a bar, with its rest, its dead zone, what remains of it after dead zone and curve, \
            and what it moves; each button with what it does; and what a drive would send. Nothing is sent. With --plain, \
            or where standard output is no terminal, each change is a line instead. Ctrl-C ends it.
            """)

    @Flag(help: "Show every change of one input, live.")
    var watch = false

    @Flag(help: "List every event node, not only pads and keyboards.")
    var all = false

    @Option(help: "With --watch: the mapping to look through. Default: the one that fits best.", completion: .mappings)
    var mapping: String?

    @Option(help: "With --watch: the arm whose channels are shown. Default: robot.", completion: .arms)
    var arm: String?

    @Flag(help: "With --watch: print every change as a line.")
    var plain = false

    @OptionGroup var listing: ListingOptions

    @Argument(help: "With --watch: the device, /dev/input/event*. Default: the one pad.", completion: .inputDevices())
    var device: String?

    func validate() throws {
        guard !listing.json || !watch else {
            throw ValidationError("--json lists inputs; for --watch use --plain, a line a change")
        }
        guard !watch, mapping != nil || device != nil || plain || arm != nil else { return }
        throw ValidationError("a device, --mapping, --arm and --plain are for --watch: add it")
    }

    func run() throws {
        let library = Library()
        let nodes = InputCatalogue.list()
        guard watch else { return list(nodes, library) }
        let path = try device ?? onlyPad(nodes)
        let settings = try Settings.forCommand()
        let options: InputWatch.Options
        do {
            options = InputWatch.Options(
                path: path, mapping: try mapping.map(library.loadMapping),
                arm: try library.loadArm(settings.arm(given: arm)),
                isPlain: plain || isatty(STDOUT_FILENO) == 0)
        } catch { throw Failure(.file, error.description) }
        try InputWatch.run(options, library: library)
    }

    private func list(_ nodes: [InputNode], _ library: Library) {
        let shown = nodes.filter { all || $0.kind != nil }
        guard !listing.json else {
            for node in shown { print(node.object(library).text) }
            return
        }
        let width = shown.map(\.path.count).max() ?? 0
        for node in shown {
            let path = node.path + String(repeating: " ", count: width - node.path.count)
            let kind = node.kind.map { $0 == .gamepad ? "gamepad " : "keyboard" } ?? "other   "
            print("\(path)  \(kind)  \(node.name ?? "unknown")\(note(node, library))")
        }
        if shown.isEmpty {
            print("No gamepad or keyboard is there. Plug one in; `waldo inputs --all` shows every event node.")
        }
        let pads = nodes.compactMap { if case .open(let description) = $0.access { description } else { nil } }
        for problem in LibraryList.notUsed(library.rowProblems + pads.flatMap(library.rowProblems)) {
            print("\nNot used: \(problem)")
        }
        if nodes.contains(where: \.isDenied) {
            print("\nWhat may not be opened: join the group input (`sudo usermod -aG input $USER`, then log in again).")
        }
    }

    private func note(_ node: InputNode, _ library: Library) -> String {
        switch node.access {
        case .open(let description):
            let identity = description.identity
            let ids = [identity.bus, identity.vendor, identity.product].map { HexText.text(of: $0) }.joined(
                separator: ":")
            guard node.kind != nil else { return "  [\(ids)]" }
            let mapping = library.bestMapping(for: description).map { SafeText.escaped($0.name) }
            let battery = InputCatalogue.battery(at: node.path).map { "  battery: \($0.text)" } ?? ""
            return "  [\(ids)]  mapping: \(mapping ?? "none fits, `waldo map \(node.path)` makes one")\(battery)"
        case .denied: return "  (may not be opened)"
        case .unusable(let reason): return "  (\(reason))"
        }
    }

    private func onlyPad(_ nodes: [InputNode]) throws(Failure) -> String {
        let pads = nodes.filter { $0.kind == .gamepad }
        guard pads.count == 1 else {
            throw Failure(
                .input,
                pads.isEmpty
                    ? "No gamepad is there: plug one in, or name a device of `waldo inputs --all`."
                    : "Say which gamepad to watch: there are \(pads.map(\.path).joined(separator: ", ")).")
        }
        return pads[0].path
    }
}
