import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// `waldo log`: summarises a recorded drive, and exports it for other tools.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show what a recorded drive was like, or export it.",
        discussion: """
                waldo log drive.jsonl
                waldo log drive.jsonl --csv drive.csv
                waldo log drive.jsonl --mcap drive.mcap

            A gap is the time from one command of a channel to the next while the channel was held: for a velocity, \
            while it was not zero, when the arm relies on the next one coming; for a position, while its control was \
            touched. Quantiles are right to 0.4 %. A loss of the link is no gap.

            The file - is standard output: the summary is then written to standard error.

            --csv: a table (RFC 4180) of commands and events with the columns t (seconds), time (UTC), kind (command, \
            or the event), channel, value, the arm's channels by name (the numbers that the frame carries), bytes \
            (hexadecimal), text, link (written, written-last, in-flight, refused, gone), state, characteristic (of a notification); a \
            text that a spreadsheet would take for a formula has an apostrophe before it. --mcap: the topics /controls, /commands, /link, \
            /notify and /events with JSON messages, for Foxglove, rosbag2 and others.
            """)

    @Argument(help: "A recording of `waldo drive --record`.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Write commands and events as a table.", valueName: "file"), completion: .file())
    var csv: String?

    @Option(help: ArgumentHelp("Write everything as an MCAP file.", valueName: "file"), completion: .file())
    var mcap: String?

    @Flag(help: "Print the summary as one JSON object.")
    var json = false

    func validate() throws {
        if StandardPath.isStandardOutput(csv) { try StandardOutput.requireNoTerminal(for: "--csv") }
        if StandardPath.isStandardOutput(mcap) { try StandardOutput.requireNoTerminal(for: "--mcap") }
        if let csv, csv == mcap || StandardOutput.isTwice([csv, mcap]) {
            throw ValidationError("--csv and --mcap name the same file; give each its own")
        }
    }

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        let reader = try RecordingReader(file)
        let table = try csv.map { try CSVExport($0, of: reader) }
        let container = try mcap.map { try MCAPExport($0, of: reader) }
        let summary = try read(reader, into: table, container)
        try table?.finish()
        try container?.finish()
        let report = LogReport(
            file: InputFile.name(file), header: reader.header, arm: reader.arm, mapping: reader.mapping,
            summary: summary,
            isTorn: reader.isTorn)
        var text = json ? report.json + "\n" : report.text
        if !json {
            if let csv, let table { text += "\n\(ExportFile.name(csv)): \(table.rows) rows" }
            if let mcap, let container { text += "\n\(ExportFile.name(mcap)): \(container.messages) messages" }
            text += "\n"
        }
        let isPiped = StandardPath.isStandardOutput(csv) || StandardPath.isStandardOutput(mcap)
        if isPiped { Diagnostics.write(String(text.dropLast())) } else { print(text, terminator: "") }
    }

    private func read(
        _ reader: RecordingReader, into table: CSVExport?, _ container: MCAPExport?
    ) throws -> DriveSummary {
        let clock = WallTime(started: reader.header.started)
        var summary = DriveSummary(
            arm: reader.arm, mapping: reader.mapping, isPlayed: reader.header.isPlayed, rules: reader.header.rules)
        var progress = Progress("Reading \(InputFile.name(file))")
        defer { progress.clear() }
        while let line = try reader.next() {
            guard clock.holds(line.at) else {
                throw FileError(
                    file: file, line: reader.line, column: 1,
                    "the time lies outside of the years 1970 to 2554; the file was changed, or the clock was wrong")
            }
            summary.add(line)
            try table?.export(line)
            try container?.export(line, summary.trace)
            try Interruption.check()
            progress.show(reader.progress)
        }
        summary.finish()
        return summary
    }
}
