import ArgumentParser
import Glibc
import WaldoTestSupport

/// `waldo-bench`: how long Waldo takes from the pad's event to the shield, compared with alternatives.
@main
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waldo-bench",
        abstract: "Measure Waldo beside its peers.",
        discussion: """
            Nothing is needed but a quiet machine: the pad is a FIFO, BlueZ a fake on a bus of its own, the shield's end a \
            socket of the bench. The Python peers want `pip install evdev bleak dbus-fast`.
            """,
        subcommands: [
            Compare.self, CountBench.self, HandBench.self, MapBench.self, Micro.self, RelayBench.self, Scale.self,
            SerialBench.self,
            Simulate.self, Staleness.self,
            SurveyBench.self,
        ],
        defaultSubcommand: Compare.self)
}

/// Measures the latency from stick to wire of all contestants in turn.
struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stick to wire, contestants in turn (the default).")

    @Flag(help: "One round of a second at each rate.")
    var quick = false

    @Option(help: "How often everybody has a turn. Default: 5.")
    var rounds: Int?

    @Option(help: "Seconds at each rate. Default: 5.")
    var seconds: Double?

    @Option(help: "Reports of the pad a second.")
    var rates = "125,250,500,1000"

    @Option(help: "Only these contestants, by commas. Default: all but those on a serial port.")
    var only: String?

    @Option(help: "The python that has evdev, bleak and dbus-fast.")
    var python = SourceModule.projectFolder + "/.build-python/bin/python"

    @Option(help: "The waldo to be measured. Default: the one built together with the bench.")
    var waldo: String?

    @Flag(help: "Pads of the kernel's own, by /dev/uinput.")
    var uinput = false

    @Option(help: "Where pad, shield and contestant run: split over two cores, all on one, or free.")
    var cores = Placement.split

    @Option(help: "Write all figures to a file.")
    var json: String?

    @Option(help: "Draw the latencies at the highest rate, as SVG, to a file.")
    var plot: String?

    func run() async throws {
        try cores.move()
        let programs = try await Programs(waldo: waldo, python: python)
        let comparison = Comparison(
            contestants: try only.map(Self.contestants) ?? Contestant.allCases.filter { !$0.isSerial },
            rates: rates.split(separator: ",").compactMap { Int($0) }, rounds: rounds ?? (quick ? 1 : 5),
            seconds: seconds ?? (quick ? 1 : 5), usesKernelPads: uinput, placement: cores)
        let report = try await comparison.run(programs)
        print(report.table)
        if let json { try write(report.json, json) }
        if let plot { try write(report.plot, plot) }
    }

    static func contestants(_ names: String) throws -> [Contestant] {
        try names.split(separator: ",").map { name in
            if let contestant = Contestant(rawValue: String(name)) { return contestant }
            let all = Contestant.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--only \(name): there is no such contestant; there are \(all)")
        }
    }

    private func write(_ text: String, _ path: String) throws {
        guard let stream = fopen(path, "we") else {
            throw DidNotHappen("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        fputs(text, stream)
        fclose(stream)
    }
}
