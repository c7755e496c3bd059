import Foundation
import Testing
import WaldoTestSupport

/// A folder with logs and stores, and `waldo survey` as users run it there.
struct SurveyFiles {
    /// What the program has written, and its exit status.
    typealias Outcome = (status: CInt, lines: [String], errors: [String])

    /// Lines of real loggers whose checksums were verified with Python, and what no logger writes.
    static let mixed =
        "# NEW LOG\n# format=1.3.4nano\n# deadtime=on\n"
        + "$BNRDD,2735,2020-06-29T10:42:11Z,106,13,1769,A,5313.0698,N,00633.5683,E,-6.30,A,9,91*54\r\n"
        + "this is no line of a log\r\n\u{0}\u{7f}\n"
        + "$BNRDD,2735,2020-06-29T10:42:16Z,106\r\n"
        + "$BNXRDD,300,2012-12-16T17:58:24Z,31,9,115,A,4618.9996,N,00658.4623,E,587.6,A,3,77.2,1*1A\r\n"
        + "$BMRDD,153,2015-02-25T20:52:06Z,40,4,40,V,,,,,,V,,0*60\r\n"
        + "$BNRDD,5002,2025-07-26T06:05:14Z,1,1,1,V,3428.9629,N,13609.7691,E,572.2,A,15,184*52"

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.path + "/" + name }

    /// Runs `waldo survey` in the folder.
    func survey(_ arguments: String...) async throws -> Outcome { try await survey(arguments) }

    /// Runs `waldo survey` in the folder.
    func survey(_ arguments: [String]) async throws -> Outcome {
        let waldo = try ChildProcess(
            "/bin/sh",
            ["-c", "cd \"$0\"; exec \"$@\"", folder.path, try BuiltProgram.path("waldo"), "survey"] + arguments)
        defer { waldo.close() }
        return (try await waldo.exitStatus(within: .seconds(60)), waldo.lines, waldo.errorLines)
    }

    /// Writes the log of a walk: a line every five seconds, as a bGeigie Nano writes them.
    @discardableResult
    func writeWalk(lines: Int, to name: String = "walk.LOG") throws -> String {
        var text = "# NEW LOG\n# format=1.3.4nano\n# deadtime=off\n", total = 0
        for line in 0..<lines {
            let second = line * 5, counts = 3 + line % 4
            total += counts
            let time = [second / 3600 % 24, second / 60 % 60, second % 60].map { String(format: "%02d", $0) }
            let north = String(format: "%07.4f", 22.5 + Double(line % 10_000) * 0.0034)
            let fields =
                "BNRDD,2735,2024-03-0\(1 + second / 86_400)T\(time.joined(separator: ":"))Z,54,\(counts),\(total),A,47\(north),N,00832.4000,E,"
                + "412.50,A,\(8 + line % 3),\(90 + line % 20)"
            text += checkedSentence(fields) + "\r\n"
        }
        try folder.write(text, to: name)
        return text
    }

    func contents(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

    /// Writes `counter.yaml`, the sensor of a counter's table: a time and a count in each line.
    /// - Parameter time: how the sensor file describes the time.
    func writeCounter(time: String) throws {
        try folder.write(
            """
            name: Counter
            hear: file
            every: 5 s
            message:
              ends: "\\n"
              split: ";"
              columns: 2
              fields:
                time: \(time)
                counts: { number: 1, unit: count }
              time: time
            streams: { counts: { over: 5 s } }

            """, to: "counter.yaml")
    }
}
