import ArgumentParser
import WaldoTestSupport

/// Measures surveys.
struct SurveyBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "survey", abstract: "Surveys: replayed, beside a drive, imported and exported.")

    @Flag(help: "A tenth of the rows, replays and rounds.")
    var quick = false

    @Option(help: "Only one part: replays, beside or files.")
    var only: String?

    @Option(help: "The waldo to be measured. Default: the one built together with the bench.")
    var waldo: String?

    func run() async throws {
        let programs = try await Programs(waldo: waldo, python: "/usr/bin/python3")
        print("| bar | target | measured |\n| --- | --: | --: |")
        if (only ?? "replays") == "replays" { try await SurveyReplays(count: quick ? 10 : 100).measure(row) }
        if (only ?? "beside") == "beside" { try await SurveyBeside(programs, rounds: quick ? 1 : 5).measure(row) }
        if (only ?? "files") == "files" {
            try await SurveyFiles(programs, rows: quick ? 30_000 : 300_000).measure(row)
        }
    }

    private func row(_ bar: String, _ target: String, _ measured: String) {
        print("| \(bar) | \(target) | \(measured) |")
    }
}

/// Adds a row to the table: what is measured, its target, and the figure.
typealias Row = (_ bar: String, _ target: String, _ measured: String) -> Void
