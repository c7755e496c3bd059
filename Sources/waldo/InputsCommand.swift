import ArgumentParser
import Glibc
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoInput
import WaldoLoop

/// `waldo inputs`: lists the inputs, or shows live what one sends.
struct InputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inputs",
        abstract: "List gamepads and keyboards, or watch what one sends.",
        discussion: """
                waldo inputs                            # what can drive
                waldo inputs --watch                    # what a pad sends, live
                waldo inputs --watch --arm mearm

            With --watch: each axis as a bar, with its rest, its dead zone, what remains of it after dead zone and curve, \
            and what it moves; each button with what it does; and what a drive would send. Nothing is sent. With --plain, \
            or where standard output is no terminal, each change is a line instead. Ctrl-C ends it.
            """)

    @Flag(help: "Show every change of one input, live.")
    var watch = false

    @Flag(help: "List every event node, not only what one can drive with.")
    var all = false

    @Option(help: "With --watch: the mapping to look through. Default: the one that fits best.", completion: .mappings)
    var mapping: String?

    @Option(
        help: "The arm that the mappings are for, and whose channels --watch shows. Default: robot.", completion: .arms)
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
        guard !watch, mapping != nil || device != nil || plain else { return }
        throw ValidationError("a device, --mapping and --plain are for --watch: add it")
    }

    func run() throws {
        let library = Library()
        let nodes = InputCatalogue.list()
        guard watch else { return try list(nodes, library) }
        Signals.block()
        let path = try device ?? onlyPad(nodes)
        let settings = try Settings.forCommand()
        let options = InputWatch.Options(
            path: path, mapping: try mapping.map(library.loadMapping),
            arm: try library.arm(settings, given: arm).value, isPlain: plain || isatty(STDOUT_FILENO) == 0)
        try InputWatch.run(options, library: library)
    }

    private func list(_ nodes: [InputNode], _ library: Library) throws {
        let driven = try library.drivenArm(given: arm)
        let shown = nodes.filter { all || $0.isListed }
        guard !listing.json else {
            for node in shown { print(node.object(library, driving: driven).text) }
            return
        }
        let list = InputListing(shown, library, driving: driven)
        for line in list.lines { print(line) }
        if shown.isEmpty {
            print("No gamepad or keyboard is there. Plug one in; `waldo inputs --all` shows every event node.")
            if nodes.contains(where: \.isMappable) {
                print("What has keys or axes there can be mapped by `waldo map NODE`, and driven with.")
            }
        }
        let pads = nodes.compactMap { if case .open(let description) = $0.access { description } else { nil } }
        let problems = LibraryList.notUsed(library.rowProblems + pads.flatMap(library.rowProblems))
        for problem in list.notUsed + problems { print("\nNot used: \(problem)") }
        if nodes.contains(where: \.isDenied) {
            print("\nWhat may not be opened: join the group input (`sudo usermod -aG input $USER`, then log in again).")
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
