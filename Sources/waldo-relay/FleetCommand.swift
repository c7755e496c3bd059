import ArgumentParser
import Glibc
import WaldoFiles
import WaldoRelay
import WaldoTerminal

/// `waldo-relay fleet mqtts://...`: the stations of a broker as a table.
struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Show the stations that publish to a broker: arm, link, state, newest value.",
        discussion: """
                waldo-relay fleet mqtts://broker.example
                waldo-relay fleet mqtts://broker.example --once --json

            A table in the terminal until Ctrl-C, or one table with --once. It only reads: no command for an arm travels \
            through a broker, and no station would take one. A station whose connection has ended is offline.
            """)

    @Argument(help: ArgumentHelp("The broker: mqtts://HOST[:PORT], or mqtt:// without encryption.", valueName: "url"))
    var url: String

    @Flag(help: "Print what is known now, and end.")
    var once = false

    @Flag(help: "Print a JSON object whenever a station changes; with --once, of each station.")
    var json = false

    @OptionGroup var broker: BrokerOptions

    func run() throws {
        Interruption.watch()
        MemoryLimit.set()
        let name = "waldo-fleet-\(getpid())-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
        let plan = try broker.plan(url, client: name)
        var watch = FleetWatch(plan, output)
        try watch.run()
    }

    private var output: FleetWatch.Output {
        if json { return once ? .lines : .stream }
        let style = TerminalStyle.ofEnvironment()
        return once || isatty(STDOUT_FILENO) == 0 || style.emphasis == .none ? .table : .screen(style)
    }
}
