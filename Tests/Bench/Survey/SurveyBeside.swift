import ArgumentParser
import CSQLite
import Glibc
import Synchronization
import WaldoTestSupport

/// A survey beside a drive: 100 notifications a second on the arm's own shield while its pad reports 1,000 times a
/// second, in turns with the same drive without a survey.
struct SurveyBeside {
    private static let rate = 1_000, interval: Int64 = 10_000_000
    private let programs: Programs
    private let rounds: Int

    init(_ programs: Programs, rounds: Int) {
        self.programs = programs
        self.rounds = rounds
    }

    /// The outcome of one turn with a survey.
    private struct Surveyed {
        let outcome: Outcome
        /// From a notification to the first look at the store that finds its row, in milliseconds.
        let committed: [Double]
        /// How many notifications were sent, and how many rows the store had at the end.
        let sent: Int, rows: Int
    }

    func measure(_ row: Row) async throws {
        var alone: [Outcome] = [], with: [Surveyed] = []
        for round in 0..<rounds {
            note("beside a drive: round \(round + 1) of \(rounds)")
            for turn in [round % 2, 1 - round % 2] {
                if turn == 0 { alone.append(try await drive()) } else { with.append(try await survey()) }
            }
        }
        func ratio(_ figure: (Outcome) -> Double) -> Double {
            Report.median(zip(with, alone).map { figure($0.outcome) / figure($1) })
        }
        let committed = with.flatMap(\.committed).sorted()
        let sent = with.reduce(0) { $0 + $1.sent }, rows = with.reduce(0) { $0 + $1.rows }
        row("100 notifications a second beside a drive at 1 kHz: rows of notifications", "all", "\(rows) of \(sent)")
        row(
            "notification to committed row, p99", "< 120 ms",
            text(committed.isEmpty ? .nan : committed[committed.count * 99 / 100], 0) + " ms")
        for (name, share, target) in [("p50", 0.5, "–"), ("p99", 0.99, "< 1.10")] {
            let times = [alone, with.map(\.outcome)].map { outcomes in
                text(Report.median(outcomes.map { $0.latencies.quantile(share) }), 0)
            }
            row(
                "stick to wire, \(name): without and with the survey, and the ratio", target,
                "\(times[0]) and \(times[1]) µs, \(text(ratio { $0.latencies.quantile(share) }, 2))")
        }
        let more = Report.median(zip(with, alone).map { $0.outcome.usage.processor - $1.usage.processor }) * 100
        row("more of a core", "< 3 %", text(more, 2) + " %")
        row("allocations a report on the loop's thread, with the survey", "0", text(try await allocations(), 2))
    }

    /// The end of a turn, for the threads of it.
    private final class End: Sendable {
        private let flag = Atomic(false)
        var hasCome: Bool { flag.load(ordering: .relaxed) }
        func come() { flag.store(true, ordering: .relaxed) }
    }

    /// What the counter had at the beginning and at the end. Written by the feeder's thread, read after that has ended.
    private final class Counts: @unchecked Sendable {
        var begin: Int64 = 0, end: Int64 = 0
    }

    private func drive() async throws -> Outcome {
        let receiver = try Receiver()
        defer { receiver.end() }
        let stand = try await Stand(programs, [receiver])
        let trial = try await Trial(.waldo, on: stand, stand.pad(), receiver)
        let outcome = try await trial.run(rate: Self.rate, seconds: 5)
        try await trial.end()
        return outcome
    }

    private func survey() async throws -> Surveyed {
        let receiver = try Receiver()
        defer { receiver.end() }
        let stand = try await Stand(programs, [receiver])
        let trial = try await Trial(.waldoWithSurvey, on: stand, stand.pad(), receiver)
        let end = End()
        async let sent = onThread("bench-sensor") { [shield = trial.shield] in
            Clock.wakeThisThreadOnTime()
            var times: [Int64] = []
            while !end.hasCome {
                Clock.sleep(until: (times.last ?? Clock.now()) + Self.interval)
                times.append(Clock.now())
                try? stand.notify(shield, "01" + String(repeating: "00", count: 10))
            }
            return times
        }
        async let seen = onThread("bench-store") { [store = stand.store] in
            Result { try Self.watch(store) { end.hasCome } }
        }
        let outcome = try await trial.run(rate: Self.rate, seconds: 5)
        end.come()
        let times = try await sent, commits = try await seen.get()
        // The last notification is on its way.
        try await Task.sleep(for: .milliseconds(100))
        try await trial.end()
        let rows = try Self.rows(of: stand.store)
        // The n-th notification is the row n: by the first look that finds it, it was there.
        var place = 0, committed: [Double] = []
        for (number, time) in times.enumerated() {
            while place < commits.count, commits[place].rows <= number { place += 1 }
            guard place < commits.count else { break }
            committed.append(Double(commits[place].at - time) / 1e6)
        }
        return Surveyed(outcome: outcome, committed: committed, sent: times.count, rows: rows)
    }

    /// Looks each millisecond how many readings the store has; what changed is kept.
    private static func watch(_ path: String, until isOver: () -> Bool) throws -> [(rows: Int, at: Int64)] {
        let reader = try StoreRows(path)
        var commits: [(rows: Int, at: Int64)] = []
        while !isOver() {
            let rows = reader.count()
            if rows > commits.last?.rows ?? 0 { commits.append((rows, Clock.now())) }
            usleep(1_000)
        }
        return commits
    }

    private static func rows(of path: String) throws -> Int { try StoreRows(path).count() }

    /// How many readings a store has.
    private final class StoreRows {
        private var database: OpaquePointer?
        private var statement: OpaquePointer?

        init(_ path: String) throws {
            guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
                sqlite3_prepare_v2(database, "SELECT max(id) FROM reading", -1, &statement, nil) == SQLITE_OK
            else { throw ValidationError("\(path): \(String(cString: sqlite3_errmsg(database)))") }
        }

        deinit {
            sqlite3_finalize(statement)
            sqlite3_close_v2(database)
        }

        func count() -> Int {
            defer { sqlite3_reset(statement) }
            return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : 0
        }
    }

    /// What a report costs on the loop's thread while a survey keeps the commands: allocations of a warm drive.
    private func allocations() async throws -> Double {
        let receiver = try Receiver()
        defer { receiver.end() }
        let stand = try await Stand(programs, [receiver])
        let counter = try Counter(in: stand.folder)
        let trial = try await Trial(.waldoWithSurvey, on: stand, stand.pad(), receiver, counter: counter.path)
        _ = try await trial.run(rate: 500, seconds: 0.5)
        let reports = 1_000, counts = Counts()
        let feeder = Feeder(pad: trial.pad, rate: 500)
        _ = try await feeder.feed(
            reports, warmUp: 100, begins: { counts.begin = counter.ofFirstThread },
            ends: { counts.end = counter.ofFirstThread })
        try await trial.end()
        return Double(counts.end - counts.begin) / Double(reports)
    }
}
