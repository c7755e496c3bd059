internal import ArgumentParser
internal import WaldoCore
internal import WaldoFiles
internal import WaldoInput
internal import Glibc
internal import WaldoLoop

/// `waldo inputs`: what there is to drive with, and live what it sends.
struct InputsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inputs",
        abstract: "List gamepads and keyboards, or watch what one sends.",
        discussion: """
            With --watch: every change with its code, value, range and rest, and the control that it moves under the \
            mapping. Ctrl-C ends it.
            """)

    @Flag(help: "Show every change of one input, live.")
    var watch = false

    @Flag(help: "List every event node, not only pads and keyboards.")
    var all = false

    @Option(help: "With --watch: the mapping to look through. Default: the one that fits best.")
    var mapping: String?

    @Argument(help: "With --watch: the device, /dev/input/event*. Default: the one pad.")
    var device: String?

    func run() throws {
        let library = Library()
        let nodes = InputCatalogue.list()
        guard watch else { return list(nodes, library) }
        let path = try device ?? onlyPad(nodes)
        let chosen: Mapping?
        do { chosen = try mapping.map(library.loadMapping) } catch { throw Failure(Failure.file, error.description) }
        let session = LoopActor.enter { WatchSession(path: path, mapping: chosen, library: library) }
        Loop.run { session.start() }
        if let failure = LoopActor.enter({ session.failure }) { throw failure }
        throw ExitCode(LoopActor.enter { session.status })
    }

    private func list(_ nodes: [InputNode], _ library: Library) {
        let shown = nodes.filter { all || $0.kind != nil }
        for node in shown {
            let kind = node.kind.map { $0 == .gamepad ? "gamepad " : "keyboard" } ?? "other   "
            print("\(node.path)  \(kind)  \(node.name ?? "unknown")\(note(node, library))")
        }
        if shown.isEmpty {
            print("No gamepad or keyboard is there. Plug one in; `waldo inputs --all` shows every event node.")
        }
        if nodes.contains(where: \.isDenied) {
            print("\nWhat may not be opened: join the group input (`sudo usermod -aG input $USER`, then log in anew).")
        }
    }

    private func note(_ node: InputNode, _ library: Library) -> String {
        switch node.access {
        case .open(let description):
            let identity = description.identity
            let ids = [identity.bus, identity.vendor, identity.product].map { hex4($0) }.joined(separator: ":")
            guard node.kind != nil else { return "  [\(ids)]" }
            let mapping = library.bestMapping(for: description).map { printable($0.name) }
            return "  [\(ids)]  mapping: \(mapping ?? "none fits")"
        case .denied: return "  (may not be opened)"
        case .unusable(let reason): return "  (\(reason))"
        }
    }

    private func hex4(_ number: UInt16) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 4 - text.count) + text
    }

    private func onlyPad(_ nodes: [InputNode]) throws(Failure) -> String {
        let pads = nodes.filter { $0.kind == .gamepad }
        guard pads.count == 1 else {
            let there = pads.isEmpty ? "no gamepad is there" : "there are \(pads.map(\.path).joined(separator: ", "))"
            throw Failure(Failure.input, "Say which device to watch: \(there); `waldo inputs --all` lists every one.")
        }
        return pads[0].path
    }
}

/// Watches one device until Ctrl-C or its end.
@LoopActor
private final class WatchSession {
    private let path: String
    private let chosen: Mapping?
    private let library: Library
    private var signals: FileWatch?
    private var monitor: InputMonitor?
    private var moves: [String: String] = [:]

    private(set) var failure: Failure?
    private(set) var status: Int32 = 0

    nonisolated init(path: String, mapping: Mapping?, library: Library) {
        self.path = path
        chosen = mapping
        self.library = library
    }

    func start() {
        do {
            signals = try Signals.watch { [weak self] number in
                guard number != SIGWINCH, number != SIGCONT else { return }
                if number == SIGTSTP {
                    kill(getpid(), SIGSTOP)
                } else {
                    self?.end(128 + number)
                }
            }
            let monitor = try InputMonitor(
                path: path, changed: { [weak self] in self?.show($0) },
                lost: { [weak self] reason in
                    self?.failure = Failure(Failure.input, "\(self?.path ?? ""): \(reason)")
                    self?.end(Failure.input)
                })
            self.monitor = monitor
            head(monitor)
        } catch {
            failure = Failure(Failure.input, "\(error)")
            Loop.stop()
        }
    }

    private func end(_ status: Int32) {
        self.status = status
        monitor?.close()
        Loop.stop()
    }

    private func head(_ monitor: InputMonitor) {
        let mapping = chosen ?? library.bestMapping(for: monitor.description)?.value
        if let mapping { moves = mapping.movesByCode }
        line("\(monitor.description.identity.name) by \(mapping.map { "the mapping “\($0.name)”" } ?? "no mapping")")
        for axis in monitor.axes {
            let name = EvdevNames.axis(axis.code)
            let rest = "now \(axis.value), \(axis.minimum)...\(axis.maximum), flat \(axis.flat), fuzz \(axis.fuzz)"
            line("\(name)  \(rest)\(moves[name].map { "  -> \($0)" } ?? "")")
        }
    }

    private func show(_ record: InputMonitor.Record) {
        guard record.type != 0 else { return }
        let name = record.name
        line("\(name) \(record.value)\(moves[name].map { "  -> \($0)" } ?? "")")
    }

    private func line(_ text: String) {
        var text = text + "\n"
        text.withUTF8 { bytes in
            if write(STDOUT_FILENO, bytes.baseAddress, bytes.count) < 0 { end(Failure.output) }
        }
    }
}

extension Mapping {
    /// What each axis and key does, by its evdev name.
    fileprivate var movesByCode: [String: String] {
        var moves: [String: String] = [:]
        func axis(_ source: AxisSource, _ what: String) { moves[EvdevNames.axis(source.code)] = what }
        func keys(_ codes: [UInt16], _ what: String) { for code in codes { moves[EvdevNames.key(code)] = what } }
        switch slider.source {
        case .axis(let source): axis(source, "slider")
        case .halves(let forward, let backward):
            axis(forward, "slider forward")
            axis(backward, "slider backward")
        case .keys(let forward, let backward):
            keys(forward, "slider forward")
            keys(backward, "slider backward")
        }
        switch joystick.source {
        case .axes(let x, let y):
            axis(x, "joystick x")
            axis(y, "joystick y")
        case .keys(let up, let down, let left, let right):
            keys(up, "joystick up")
            keys(down, "joystick down")
            keys(left, "joystick left")
            keys(right, "joystick right")
        }
        keys(joystick.clutch, "clutch")
        keys(self.keys.stop, "stop")
        keys(self.keys.resume, "resume")
        keys(self.keys.recentre, "recentre")
        keys(self.keys.enable, "enable")
        return moves
    }
}
