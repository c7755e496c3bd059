import Glibc
import WaldoTestSupport

/// Runs all contestants in turn, round by round, so that background load affects all of them alike.
struct Comparison {
    let contestants: [Contestant]
    let rates: [Int]
    let rounds: Int
    let seconds: Double
    /// Whether pads are made with /dev/uinput.
    let usesKernelPads: Bool
    /// On which cores.
    let placement: Placement

    func run(_ programs: Programs) async throws -> Report {
        var outcomes: [[Outcome]] = []
        var allocations: [Contestant: Double] = [:]
        for round in 0..<rounds {
            var outcome: [Outcome] = []
            // The order rotates: no contestant always comes first.
            for index in contestants.indices {
                let contestant = contestants[(index + round) % contestants.count]
                note("round \(round + 1) of \(rounds): \(contestant.title)")
                outcome += try await one(contestant, programs)
            }
            outcomes.append(outcome)
        }
        for contestant in contestants {
            note("allocations: \(contestant.title)")
            allocations[contestant] = try await count(contestant, programs)
        }
        return Report(contestants: contestants, rates: rates, rounds: outcomes, allocations: allocations)
    }

    /// Measures one contestant at all rates.
    private func one(_ contestant: Contestant, _ programs: Programs) async throws -> [Outcome] {
        let receiver = try Receiver(of: contestant)
        defer { receiver.end() }
        let stand = try await Stand(
            programs, [receiver], usesKernelPads: usesKernelPads, prefix: placement.contestantPrefix)
        let trial = try await Trial(contestant, on: stand, stand.pad(), receiver)
        var outcomes: [Outcome] = []
        for rate in rates { outcomes.append(try await trial.run(rate: rate, seconds: seconds)) }
        try await trial.end()
        return outcomes
    }

    /// Counts a warmed-up contestant's heap allocations per report.
    private func count(_ contestant: Contestant, _ programs: Programs) async throws -> Double {
        let receiver = try Receiver(of: contestant)
        defer { receiver.end() }
        let stand = try await Stand(programs, [receiver], usesKernelPads: usesKernelPads)
        let counter = try Counter(in: stand.folder)
        let trial = try await Trial(contestant, on: stand, stand.pad(), receiver, counter: counter.path)
        _ = try await trial.run(rate: 500, seconds: 0.5)
        let reports = 1_000
        let counts = Counts()
        let feeder = Feeder(pad: trial.pad, rate: 500)
        _ = try await feeder.feed(
            reports, warmUp: 100, begins: { counts.begin = counter.value }, ends: { counts.end = counter.value })
        try await trial.end()
        return Double(counts.end - counts.begin) / Double(reports)
    }

    /// Written by the feeder's thread, read after that has ended.
    private final class Counts: @unchecked Sendable {
        var begin: Int64 = 0, end: Int64 = 0
    }
}

/// A number that another process increments, in a file that both map into memory.
final class Counter: @unchecked Sendable {
    let path: String
    private let page: UnsafeMutableRawPointer

    init(in folder: TemporaryFolder) throws {
        path = try folder.write(String(repeating: "\0", count: 0), to: "allocations")
        guard truncate(path, 4_096) == 0 else { throw DidNotHappen("truncate \(path)") }
        let number = open(path, O_RDWR | O_CLOEXEC)
        defer { close(number) }
        guard let page = mmap(nil, 4_096, PROT_READ, MAP_SHARED, number, 0), page != MAP_FAILED else {
            throw DidNotHappen("mmap \(path)")
        }
        self.page = page
    }

    deinit { munmap(page, 4_096) }

    var value: Int64 { page.load(as: Int64.self) }
    /// What of it was counted on the process's first thread.
    var ofFirstThread: Int64 { page.load(fromByteOffset: 8, as: Int64.self) }
}

/// Reports progress on standard error.
func note(_ text: String) {
    var line = Array((text + "\n").utf8)
    write(STDERR_FILENO, &line, line.count)
}
