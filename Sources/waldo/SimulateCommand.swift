import ArgumentParser
import Glibc
import WaldoApp
import WaldoFiles

/// `waldo simulate`: a simulated arm as a Bluetooth peripheral or at a serial port.
struct SimulateCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate an arm as a Bluetooth peripheral, or at a serial port.",
        discussion: """
                waldo simulate                          # this machine is a shield
                waldo simulate --arm mearm-usb          # or a board at a serial port
                waldo simulate --sensor demo --simulate source=0.3:0:0.1:20

            Any client can drive it over the air, from another machine or another adapter of this one: `waldo drive`, a \
            phone, bleak. An arm whose file has a serial port is at one of this machine's instead, which is printed. The arm \
            does with the bytes what its file's `model` states; with --sensor its hand carries a sensor, which counts a \
            hidden field of radiation.

            In a terminal it writes lines of text; elsewhere, or with --plain, JSON Lines. Ctrl-C ends it.
            """)

    @Option(help: "The arm: a name (see `waldo arms`) or a file. Default: robot.", completion: .arms)
    var arm: String?

    @Option(
        help: "The sensor on its hand: a name (see `waldo sensors`) or a file. Default: none.", completion: .sensors)
    var sensor: String?

    @Option(
        help: """
            The seed of all that is random, and the field: seed=7,source=X:Y:Z:A,background=0.1, with metres from the base, \
            uSv/h at 1 m and uSv/h; source= may be repeated.
            """)
    var simulate: String?

    @Option(help: "The name that it advertises.")
    var name = SimulatePlan.name

    @Option(help: "The Bluetooth adapter. Default: the first that is powered.")
    var adapter: String?

    @Flag(help: "Wait for an adapter that is not there yet.")
    var wait = false

    @Flag(help: "Write JSON Lines in a terminal too.")
    var plain = false

    @Flag(name: .shortAndLong, help: "Log more to standard error; twice: everything.")
    var verbose: Int

    func run() throws {
        Diagnostics.begin(verbosity: verbose)
        let library = Library()
        let plan = try SimulatePlan(
            library.loadArm(Settings.forCommand().arm(given: arm)),
            sensor: try sensor.map { try library.sensor($0).value },
            simulate: simulate ?? "", name: name, adapter: adapter, waits: wait,
            isPlain: plain || isatty(STDOUT_FILENO) == 0)
        try SimulateSession.run(plan)
    }
}
