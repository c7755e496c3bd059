import ArgumentParser
import Glibc
import WaldoTestSupport

/// Counts what each contestant does for a report: instructions in user mode, as callgrind counts them, and system
/// calls, as strace does. Unlike times they do not depend on the machine's load.
struct CountBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts", abstract: "Instructions and system calls a report (valgrind, strace).")

    @Option(help: "Only these contestants, by commas.")
    var only = "waldo,floor,dbus-fast"

    @Option(help: "The python that has evdev, bleak and dbus-fast.")
    var python = SourceModule.projectFolder + "/.build-python/bin/python"

    @Option(help: "The waldo to be measured. Default: the one built together with the bench.")
    var waldo: String?

    @Option(help: "Reports of the pad a second.")
    var rate = 125

    /// The reports of the shorter and of the longer run: their difference is that of the counts, without the start.
    private static let runs = (short: 250, long: 1_250)

    func run() async throws {
        let folder = try TemporaryFolder()
        let built = try waldo ?? BuiltProgram.path("waldo")
        // valgrind reads no debugging information of Swift's.
        let stripped = folder.path + "/waldo"
        _ = try await timed("/usr/bin/env", ["strip", "-g", "-o", stripped, built])
        let programs = try await Programs(waldo: stripped, python: python)
        print("| at \(rate) Hz, a report | instructions | system calls | which |")
        print("| --- | --: | --: | --- |")
        for contestant in try Compare.contestants(only) {
            note("counts: \(contestant.title)")
            let instructions = try await perReport(contestant, programs, .instructions, in: folder)
            let calls = try await perReport(contestant, programs, .calls, in: folder)
            let named = calls.filter { $0.key != Tool.all && $0.value >= 0.01 }.sorted { $0.value > $1.value }
            let row = [
                contestant.title, text(instructions[Tool.all] ?? .nan, 0), text(calls[Tool.all] ?? .nan, 2),
                named.map { "\($0.key) \(text($0.value, 2))" }.joined(separator: ", "),
            ]
            print("| " + row.joined(separator: " | ") + " |")
        }
    }

    private func perReport(
        _ contestant: Contestant, _ programs: Programs, _ tool: Tool, in folder: TemporaryFolder
    ) async throws -> [String: Double] {
        let short = try await count(contestant, programs, tool, Self.runs.short, in: folder)
        let long = try await count(contestant, programs, tool, Self.runs.long, in: folder)
        let reports = Double(Self.runs.long - Self.runs.short)
        return long.reduce(into: [:]) { $0[$1.key] = Double($1.value - (short[$1.key] ?? 0)) / reports }
    }

    private func count(
        _ contestant: Contestant, _ programs: Programs, _ tool: Tool, _ reports: Int, in folder: TemporaryFolder
    ) async throws -> [String: Int] {
        let output = "\(folder.path)/\(contestant.rawValue)-\(tool)-\(reports)"
        let receiver = try Receiver()
        defer { receiver.end() }
        let stand = try await Stand(programs, [receiver], prefix: tool.prefix(output))
        let trial = try await Trial(contestant, on: stand, stand.pad(), receiver)
        _ = try await trial.run(rate: rate, seconds: Double(reports) / Double(rate))
        try await trial.end()
        // strace writes after the end of what it traces.
        return try await waitUntil("the counts of \(tool)") { try? tool.counts(in: output) }
    }
}

/// What counts.
private enum Tool {
    case instructions, calls

    /// The name of the sum.
    static let all = "total"

    func prefix(_ output: String) -> [String] {
        switch self {
        case .instructions: ["valgrind", "--tool=callgrind", "--callgrind-out-file=\(output)", "-q"]
        // -D: the contestant itself is the child, which gets the signal to end.
        case .calls: ["strace", "-D", "-f", "-c", "-o", output]
        }
    }

    /// The counts that the tool has written.
    func counts(in output: String) throws -> [String: Int] {
        let lines = try readFile(output).split(separator: "\n").map { $0.split(separator: " ") }
        switch self {
        case .instructions:
            let totals = lines.last { $0.first == "totals:" } ?? []
            guard totals.count == 2, let count = Int(totals[1]) else { throw DidNotHappen("no totals in \(output)") }
            return [Self.all: count]
        case .calls:
            // % time, seconds, microseconds a call, calls, errors if any, name.
            let counts: [String: Int] = lines.reduce(into: [:]) { counts, words in
                guard words.count >= 5, let count = Int(words[3]), let name = words.last else { return }
                counts[String(name)] = count
            }
            guard counts[Self.all] != nil else { throw DidNotHappen("no total in \(output)") }
            return counts
        }
    }
}
