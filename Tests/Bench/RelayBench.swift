import ArgumentParser
import Glibc
import WaldoTestSupport

/// `waldo-bench relay`: rates, growth and deaths of the relay, measured by `Tests/Relay/bench.py` on real services.
struct RelayBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Rates, stations, growth and deaths of the relay, with a broker and a database of Debian's.",
        discussion: "All parts take about forty minutes. `Tests/run packages` installs what they need.")

    @Argument(help: "rate, walkers, growth, kills. Default: all.")
    var parts: [String] = []

    @Option(help: "At how many random moments each part of the chain is killed.")
    var moments = 10

    @Option(help: "Up to how many samples the database grows.")
    var rows = 10_000_000

    func run() throws {
        let script = SourceModule.projectFolder + "/Tests/Relay/bench.py"
        let words =
            ["/usr/bin/python3", "-u", script, try BuiltProgram.path("waldo"), try BuiltProgram.path("waldo-relay")]
            + parts
            + ["--moments", "\(moments)", "--rows", "\(rows)"]
        // The script is ended by the signals that this program blocks.
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        var pointers = words.map { strdup($0) } + [nil]
        execv(words[0], &pointers)
        throw CleanExit.message("\(words[0]): \(String(cString: strerror(errno)))")
    }
}
