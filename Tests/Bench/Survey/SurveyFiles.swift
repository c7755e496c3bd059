import Glibc
import WaldoTestSupport

/// Imports a long log, beside a C program and Python's sqlite3 that write the same rows, and exports it.
struct SurveyFiles {
    private let programs: Programs
    private let lines: Int
    private let folder: TemporaryFolder

    /// - Parameter rows: the measurements of the log.
    init(_ programs: Programs, rows lines: Int) throws {
        self.programs = programs
        self.lines = lines
        folder = try TemporaryFolder()
    }

    func measure(_ row: Row) async throws {
        let long = try write(lines, "long.LOG"), longest = try write(3 * lines, "longest.LOG")
        var times: (waldo: [Double], c: [Double], python: [Double]) = ([], [], [])
        var peak = 0
        for round in 0..<3 {
            note("import of \(lines) lines: round \(round + 1) of 3")
            unlink(path("long.gpkg"))
            let waldo = try await timed(programs.waldo, ["survey", "import", long, "--to", path("long.gpkg")])
            times.waldo.append(waldo.seconds)
            peak = max(peak, waldo.peak)
            times.c.append(try await peer([programs.importer], "wal"))
            times.python.append(try await peer([programs.python, programs.peer("import_rows.py")]))
        }
        func ratio(_ others: [Double]) -> String { text(Report.median(zip(times.waldo, others).map { $0 / $1 }), 2) }
        row("import of \(lines) lines in ratio to C that writes the same rows", "< 1.5", ratio(times.c))
        row("the same in ratio to Python's sqlite3", "≤ 1", ratio(times.python))
        note("import of \(3 * lines) lines")
        let more = try await timed(programs.waldo, ["survey", "import", longest, "--to", path("longest.gpkg")])
        unlink(path("longest.gpkg"))
        row(
            "memory of the import at \(lines) and \(3 * lines) lines", "flat",
            "\(peak / 1_024) and \(more.peak / 1_024) MB")
        try await exports(row)
    }

    private func exports(_ row: Row) async throws {
        for (option, name) in [
            ("--csv", "x.csv"), ("--geojson", "x.geojson"), ("--gpx", "x.gpx"), ("--mcap", "x.mcap"),
        ] {
            note("export \(option)")
            let child = try await timed(programs.waldo, ["survey", "export", path("long.gpkg"), option, path(name)])
            // "x.csv: 1200000 rows"
            let rows =
                child.lines.compactMap { $0.split(separator: ": ").last?.split(separator: " ").first }
                .compactMap { Double($0) }.first ?? .nan
            row(
                "export \(option): rows a second, and memory", "≥ 300000, flat",
                "\(text(rows / child.seconds, 0)), \(child.peak / 1_024) MB")
            unlink(path(name))
        }
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Writes a log of a walk, a line each five seconds.
    private func write(_ count: Int, _ name: String) throws -> String {
        let path = path(name)
        guard let file = fopen(path, "we") else { throw DidNotHappen("fopen \(path)") }
        defer { fclose(file) }
        fputs("# NEW LOG\n# format=1.3.6nano\n", file)
        for number in 0..<count {
            let second = number * 5, day = second / 86_400 % 28 + 1, month = second / 86_400 / 28 % 12 + 1
            let year = 2015 + second / 86_400 / 28 / 12
            func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
            let time = "\(two(second / 3_600 % 24)):\(two(second / 60 % 60)):\(two(second % 60))"
            let fraction = String(1_000_000 + number % 9_000 * 1).dropFirst(3)
            let body =
                "BNRDD,2735,\(year)-\(two(month))-\(two(day))T\(time)Z,\(30 + number % 11),\(number % 7),\(number * 3),A,"
                + "3748.\(fraction),S,14457.\(fraction),E,12.50,A,9,95"
            let check = body.utf8.reduce(UInt8(0), ^)
            fputs(
                "$\(body)*\(String(check >> 4, radix: 16, uppercase: true))\(String(check & 15, radix: 16, uppercase: true))\n",
                file)
        }
        return path
    }

    /// Seconds that a peer takes to write the rows of the long import into a file of its own.
    private func peer(_ command: [String], _ more: String...) async throws -> Double {
        unlink(path("peer.gpkg"))
        let child = try await timed(
            command[0], Array(command.dropFirst()) + [path("long.gpkg"), path("peer.gpkg")] + more)
        // "0.52 s to read, 3.61 s to read and write: 3.09 s to write"
        let number = child.lines.first?.split(separator: ": ").last?.split(separator: " ").first.flatMap { Double($0) }
        guard let number else { throw DidNotHappen("\(command): \(child.lines)") }
        return number
    }
}
