import Glibc
import WaldoCore
import WaldoInput
import WaldoLoop
import WaldoTime

/// Runs one of the probe's commands on the loop.
@LoopActor
final class Probe: InputMonitorDelegate, InputSourceDelegate {
    private struct Refusal: Error, CustomStringConvertible { let description = "No mapping fits this input." }

    private let arguments: [String]
    private var source: InputSource?
    private var monitor: InputMonitor?
    private var signals: FileWatch?
    private var events = 0
    private var reports = 0
    private var lastAxis: Int32 = 0
    private var keepsAlive: Probe?

    private let isQuiet: Bool

    init(_ arguments: [String]) {
        self.arguments = arguments
        isQuiet = arguments.contains("--quiet")
    }

    func start() {
        keepsAlive = self
        signals = try? Signals.watch { [unowned self] in received($0) }
        switch arguments.first {
        case "list": list()
        case "hang": printLine("ready")
        case "monitor" where arguments.count == 2: watch(arguments[1])
        case "source" where arguments.count >= 2: run(arguments[1])
        default:
            printLine("usage")
            exit(64)
        }
    }

    private func received(_ number: CInt) {
        if number == SIGWINCH { return printCounts() }
        guard number == SIGTERM || number == SIGINT else { return }
        if arguments.first == "hang" {
            printLine("hangs")
            while true { pause() }
        }
        source?.close()
        monitor?.close()
        printLine("end")
        exit(0)
    }

    private func printCounts() {
        printLine(
            "counts",
            [
                "events": "\(events)", "reports": "\(reports)", "drops": "\(source?.drops ?? 0)",
                "turns": "\(Loop.turns)", "axis": "\(lastAxis)",
            ])
    }

    // MARK: list and monitor

    private func list() {
        for node in InputCatalogue.list() {
            switch node.access {
            case .open(let description): printLine("node", ["path": quoted(node.path), "input": json(description)])
            case .denied(let name, let kind):
                printLine(
                    "denied",
                    ["path": quoted(node.path), "name": quoted(name ?? ""), "kind": kind.map { "\"\($0)\"" } ?? "null"])
            case .unusable(let reason): printLine("unusable", ["path": quoted(node.path), "why": quoted(reason)])
            }
        }
        exit(0)
    }

    private func watch(_ path: String) {
        do {
            monitor = try InputMonitor(path: path, delegate: self)
            for axis in monitor?.axes ?? [] {
                printLine(
                    "axis",
                    [
                        "name": quoted(CodeName.ofAxis(axis.code) ?? ""), "minimum": "\(axis.minimum)",
                        "maximum": "\(axis.maximum)", "value": "\(axis.value)", "flat": "\(axis.flat)",
                    ])
            }
        } catch { printLine("failed", ["kind": "\"\(error.kind)\"", "text": quoted(error.description)]) }
    }

    func changed(_ record: InputMonitor.Record) {
        printLine("record", ["name": quoted(record.name), "value": "\(record.value)"])
    }

    func resynced(_ state: InputState) {}

    func lost(_ reason: String) { printLine("lost", ["reason": quoted(reason)]) }

    // MARK: source

    private func run(_ what: String) {
        let selection: InputSelection =
            switch what {
            case "pad": .onlyPad
            case "keyboard": .keyboard
            default: .device(what)
            }
        source = InputSource(selection: selection, wait: has("--wait"), delegate: self)
        source?.start()
    }

    func grabs(_ input: InputDescription) -> Bool { has("--grab") }

    func input(_ event: InputEvent, at time: Instant) {
        count(event)
        guard !isQuiet else { return }
        let age = (Monotonic.now() - time).microseconds
        printLine("input", ["what": quoted("\(event)"), "age": "\(age)"])
    }

    func input(didReport report: InputSourceReport) {
        switch report {
        case .added(let input, let path, let state, _):
            printLine("added", ["path": quoted(path), "input": json(input), "state": json(state)])
        case .resynced(let state, _): printLine("resynced", ["state": json(state)])
        case .lost(let reason, _): printLine("lost", ["reason": quoted(reason)])
        case .failed(let error):
            printLine("failed", ["kind": "\"\(error.kind)\"", "text": quoted(error.description)])
        case .ignored(let input, let path): printLine("ignored", ["path": quoted(path), "input": json(input)])
        case .waiting(let sentence): printLine("waiting", ["text": quoted(sentence)])
        case .interrupt: printLine("interrupt")
        case .silent, .heard, .offered, .noted, .battery, .noRumble: break
        }
    }

    private func count(_ event: InputEvent) {
        events += 1
        switch event {
        case .report: reports += 1
        case .axis(_, let value): lastAxis = value
        case .key: break
        }
    }

    func codesWanted(of description: InputDescription) throws -> CodesWanted {
        if has("--refuse") { throw Refusal() }
        return CodesWanted(
            axes: numbers("--axes") ?? description.axes.map(\.code), keys: numbers("--keys") ?? description.keyCodes)
    }

    private func has(_ option: String) -> Bool { arguments.contains(option) }

    private func numbers(_ option: String) -> [UInt16]? {
        guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count else { return nil }
        return arguments[place + 1].split(separator: ",").compactMap { UInt16($0) }
    }
}

private func json(_ description: InputDescription) -> String {
    let kind = description.kind.map { "\"\($0)\"" } ?? "null"
    return "{\"name\":\(quoted(description.identity.name)),\"identity\":\(quoted(description.identity.text)),"
        + "\"kind\":\(kind),\"axes\":\(description.axes.count),\"keys\":\(description.keyCodes.count)}"
}

private func json(_ state: InputState) -> String {
    let axes = state.axes.map { "\"\($0.code)\":\($0.value)" }.joined(separator: ",")
    return "{\"axes\":{\(axes)},\"down\":\(state.keysDown)}"
}
