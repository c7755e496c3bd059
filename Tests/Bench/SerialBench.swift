import ArgumentParser

/// Measures the latency from stick to wire over a serial port, beside a C program that writes the same frames.
struct SerialBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serial", abstract: "Stick to wire over a serial port, Waldo and C in turn.",
        discussion: "It takes the options of `compare`; --only is waldo-serial,floor-serial unless it is given.")

    @Argument(parsing: .allUnrecognized, help: "Options of compare.")
    var options: [String] = []

    func run() async throws {
        let comparison = try Compare.parse(["--only", "waldo-serial,floor-serial"] + options)
        try await comparison.run()
    }
}
