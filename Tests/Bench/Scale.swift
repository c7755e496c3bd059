import ArgumentParser
import Glibc
import WaldoTestSupport

/// Measures how Waldo scales.
struct Scale: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Many drives, long recordings, many shields in reach.")

    @Flag(help: "No recording of more than an hour.")
    var quick = false

    @Option(help: "The waldo to be measured. Default: the one built together with the bench.")
    var waldo: String?

    func run() async throws {
        let programs = try await Programs(waldo: waldo, python: "python3")
        try await drives(programs)
        try await recordings(programs.waldo)
        try await shields(programs)
    }

    /// Several drives on one machine, each with its own pad and shield, at 250 reports a second.
    private func drives(_ programs: Programs) async throws {
        print("| drives at once | p50 µs | p99 | CPU % of a core, each | lost |\n| --: | --: | --: | --: | --: |")
        for count in [1, 2, 4, 8] {
            let receivers = try (0..<count).map { _ in try Receiver() }
            defer { for receiver in receivers { receiver.end() } }
            let stand = try await Stand(programs, receivers)
            var trials: [Trial] = []
            for (index, receiver) in receivers.enumerated() {
                trials.append(try await Trial(.waldo, on: stand, stand.pad(index), receiver))
            }
            let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
                for trial in trials { group.addTask { try await trial.run(rate: 250, seconds: 4) } }
                return try await group.reduce(into: [Outcome]()) { $0.append($1) }
            }
            for trial in trials { try await trial.end() }
            func median(_ figure: (Outcome) -> Double) -> Double { Report.median(outcomes.map(figure)) }
            let figures = [
                "\(count)", text(median { $0.latencies.quantile(0.5) }, 0),
                text(median { $0.latencies.quantile(0.99) }, 0),
                text(median { $0.usage.processor * 100 }, 2), "\(outcomes.reduce(0) { $0 + $1.latencies.lost })",
            ]
            print("| " + figures.joined(separator: " | ") + " |")
        }
    }

    /// Recordings of 50 reports a second, which `replay --verify` and `log` read from the first line to the last.
    private func recordings(_ waldo: String) async throws {
        print("\n| recording | MB | steps | verify s | log s | peak MB |\n| --: | --: | --: | --: | --: | --: |")
        let folder = try TemporaryFolder()
        let lengths: [(name: String, seconds: Int64)] =
            [("1 minute", 60), ("10 minutes", 600), ("1 hour", 3_600)] + (quick ? [] : [("10 hours", 36_000)])
        let files = lengths.map { (path: "\(folder.path)/\($0.seconds).jsonl", seconds: $0.seconds) }
        let steps = try await RecordingMaker.make(files)
        for index in lengths.indices {
            let verify = try await timed(waldo, ["replay", files[index].path, "--verify"])
            let log = try await timed(waldo, ["log", files[index].path])
            var status = stat()
            stat(files[index].path, &status)
            let figures = [
                lengths[index].name, text(Double(status.st_size) / 1e6, 1), "\(steps[index])", text(verify.seconds, 2),
                text(log.seconds, 2), text(Double(max(verify.peak, log.peak)) / 1_024, 1),
            ]
            print("| " + figures.joined(separator: " | ") + " |")
            unlink(files[index].path)
        }
    }

    /// `waldo scan`, and connecting, among other advertising shields.
    private func shields(_ programs: Programs) async throws {
        print("\n| shields in reach | scan found | its CPU ms | drive connected after ms |\n| --: | --: | --: | --: |")
        for count in [1, 10, 50, 200] {
            let receiver = try Receiver()
            defer { receiver.end() }
            let stand = try await Stand(programs, [receiver])
            let shield = try await stand.shield(for: .waldo, receiver)
            for _ in 1..<count { _ = try await stand.shield(for: .waldo, receiver) }
            let scan = try stand.launch([programs.waldo, "scan"])
            var used = Usage(of: scan.pid)
            _ = try await waitUntil("the end of the scan", within: .seconds(60)) {
                let now = Usage(of: scan.pid)
                if now.processor > 0 { used = now }
                return scan.exitNow
            }
            let found = scan.lines.count { $0.contains("00:BE:") }
            scan.close()
            let pad = try stand.pad()
            let start = Clock.now()
            let drive = try stand.launch(Contestant.waldo.command(programs, pad.node, shield, stand))
            try await drive.waitForLine(containing: "\"state\":\"connected\"", within: .seconds(30))
            let connected = Double(Clock.now() - start) / 1e6
            drive.close()
            print("| \(count) | \(found) | \(text(Double(used.processor) / 1e6, 0)) | \(text(connected, 0)) |")
        }
    }
}
