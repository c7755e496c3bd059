import ArgumentParser
import WaldoTestSupport

/// Measures how old commands are on arrival if the link is slower than the operator.
struct Staleness: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staleness", abstract: "A link that takes one record each 7.5 to 100 ms.")

    @Option(help: "The waldo to be measured. Default: the one built together with the bench.")
    var waldo: String?

    func run() async throws {
        let programs = try await Programs(waldo: waldo, python: "python3")
        print(
            "| link takes one each ms | arm's interval ms | shield | oldest ms | median | bound "
                + "| Waldo's part | its bound | records |")
        print("| --: | --: | --- | --: | --: | --: | --: | --: | --: |")
        for link in [7.5, 15, 30, 50, 100] {
            // One arm file that respects the link's rate, and one that asks for four times as much.
            for interval in [link * 1.25, link / 4] {
                for contestant in [Contestant.waldo, .waldoConfirmed] {
                    try await measure(contestant, link: link, interval: interval, programs)
                }
            }
        }
    }

    private func measure(
        _ contestant: Contestant, link: Double, interval: Double, _ programs: Programs
    ) async throws {
        let receiver = try Receiver(pause: Int64(link * 1e6))
        defer { receiver.end() }
        let pace = text(interval, 3)
        let stand = try await Stand(programs, [receiver], interval: pace)
        let trial = try await Trial(contestant, on: stand, stand.pad(), receiver)
        // The pad reports fast, so that its own period adds little.
        let outcome = try await trial.run(rate: 1_000, seconds: 4)
        try await trial.end()
        let row = [
            text(link, 1), pace, contestant == .waldoConfirmed ? "can be read" : "cannot be read",
            text(outcome.latencies.longestFollowed / 1e3, 1), text(outcome.latencies.quantile(0.5) / 1e3, 1),
            text(link + interval, 1), text(outcome.latencies.longestBeforeLink / 1e3, 1), text(interval, 1),
            "\(outcome.latencies.sorted.count)",
        ]
        print("| " + row.joined(separator: " | ") + " |")
    }
}
