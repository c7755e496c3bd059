import Foundation
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSurvey
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// Graphs and a sensor that describes its streams, as users run `waldo survey`.
@Suite(.onLoop, .serialized) struct GraphMatchProgramTests {
    private static let graph = SourceModule.projectFolder + "/Mappings/graphs/pm.yaml"
    private static let sentence =
        "the graph “PM2.5 with a mean of a minute” computes nothing: it takes `PM2.5` or `*-PM2.5` in `ug/m3`, `RH` or "
        + "`*-RH` in `%`, and the sensor has `AirBeam3-F` in `F`; choose another graph by --graph, or name the stream in "
        + "its `in`"

    private let files: SurveyFiles

    init() throws {
        files = try SurveyFiles()
        try files.folder.write(
            lines(120) { "\(80 + $0 % 5);AirBeam3:0;AirBeam3-PM2.5;Particulate Matter;PM;words;µg/m³;0;12;35;55;150" },
            to: "dust.txt")
        try files.folder.write(
            lines(30) { "\(70 + $0 % 5);AirBeam3:0;AirBeam3-F;Temperature;F;degrees Fahrenheit;F;15;45;75;100;135" },
            to: "warm.txt")
    }

    private func lines(_ count: Int, _ line: (Int) -> String) -> String {
        (0..<count).map { line($0) + "\n" }.joined()
    }

    private func importing(_ file: String, _ arguments: String...) async throws -> SurveyFiles.Outcome {
        try await files.survey(["import", file, "--to", "s.gpkg"] + arguments)
    }

    @Test func anImportOfAnAirBeamsLinesHasMeansAndAnAlarm() async throws {
        let found = try await importing("dust.txt", "--sensor", "airbeam", "--graph", Self.graph)
        #expect(
            found.lines == [
                "dust.txt: 120 lines, 120 accepted, 0 rejected, 120 measurements, 240 samples without a date"
            ])
        #expect(found.status == 0 && found.errors == [])
        let shown = try await files.survey("show", "s.gpkg").lines
        for (name, mean) in [("now", "82"), ("mean", "8")] {
            let row = try #require(shown.first { $0.hasPrefix("      \(name) ") })
            #expect(row.contains("120 samples") && row.contains("mean \(mean)") && row.contains("ug/m3"), "\(row)")
        }
        #expect(shown.contains { $0.contains("240 samples, 1 alarm, ") }, "\(shown)")
        #expect(try await files.survey("process", "s.gpkg", "--verify").status == 0)
        #expect(try await files.survey("process", "s.gpkg").status == 0)
        let report = try await files.survey("report", "s.gpkg").lines
        #expect(!report.contains { $0.contains("computes nothing") })
    }

    /// Nothing is written: neither where the operator names the graph nor where the sensor's file does.
    @Test func anImportWhoseGraphTakesNothingIsRefused() async throws {
        let sensor = try SourceModule.text(of: SourceModule.projectFolder + "/Mappings/sensors/airbeam.yaml")
        try files.folder.write(sensor + "graph: \(Self.graph)\n", to: "own.yaml")
        for arguments in [["--sensor", "airbeam", "--graph", Self.graph], ["--sensor", "./own.yaml"]] {
            let found = try await files.survey(["import", "warm.txt", "--to", "s.gpkg"] + arguments)
            #expect(found.status == 65 && found.lines == [])
            #expect(found.errors == ["waldo: warm.txt: \(Self.sentence)"])
            #expect(!FileManager.default.fileExists(atPath: files.path("s.gpkg")))
        }
        // A stream that the graph takes may come as late as it likes.
        let both = try ["warm.txt", "dust.txt"].map { try String(decoding: files.contents($0), as: UTF8.self) }
        try files.folder.write(both.joined(), to: "both.txt")
        let found = try await importing("both.txt", "--sensor", "./own.yaml")
        #expect(
            found.status == 0 && found.lines.first?.hasSuffix(", 270 samples without a date") == true,
            "\(found)")
    }

    @Test func processingByAGraphThatTakesNothingIsRefused() async throws {
        _ = try await importing("warm.txt", "--sensor", "airbeam")
        let before = try await files.survey("show", "s.gpkg").lines
        let found = try await files.survey("process", "s.gpkg", "--graph", Self.graph)
        #expect(found.status == 65 && found.lines == [])
        #expect(found.errors == ["waldo: s.gpkg: survey 1 “warm.txt”: \(Self.sentence)"])
        #expect(try await files.survey("show", "s.gpkg").lines == before)
        #expect(try await files.survey("process", "s.gpkg", "--graph", "none").status == 0)
    }

    /// A survey that was recorded so: its report says it, and it is computed again only by another graph.
    @Test func aRecordedSurveyWhoseGraphTakesNothingIsReported() async throws {
        let recorded = try await files.survey(
            "--sensor", "airbeam", "--simulate", "seed=1", "--graph", Self.graph, "--until", "2500ms", "--to", "s.gpkg")
        #expect(recorded.status == 0, "\(recorded)")
        let report = try await files.survey("report", "s.gpkg").lines
        let start = "  ! The graph “PM2.5 with a mean of a minute” computes nothing: it takes `PM2.5` or"
        #expect(report.contains { $0.hasPrefix(start) && $0.contains("has `Simulated` in `uSv/h`;") }, "\(report)")
        let found = try await files.survey("process", "s.gpkg")
        #expect(found.status == 65 && found.errors.first?.contains("computes nothing") == true, "\(found)")
        #expect(try await files.survey("process", "s.gpkg", "--graph", "none").status == 0)
        #expect(try await files.survey("process", "s.gpkg", "--verify").status == 0)
    }

    @Test @LoopActor func theLinesStateItAndThatItIsOver() throws {
        let path = files.path("lines.jsonl"), plan = try SurveyPlan(sensor: "airbeam", library: Library(directory: nil))
        let writer = try LineWriter(to: RecordingFile.create(path), whenFull: .endWithOneFailure) { _ in }
        let lines = SurveyLines(writer, start: 1_000_000, plan.sensor), status = SurveyStatus(plan)
        lines.report(.match(GraphMatch.Change(at: 11_000_000, problem: "it takes `a`")), status)
        lines.report(.match(GraphMatch.Change(at: 12_000_000, problem: nil)), status)
        #expect(writer.finish(within: .seconds(5)))
        #expect(
            try readFile(path) == """
                {"event":"graph","t":10000000,"state":"unmatched","detail":"it takes `a`"}
                {"event":"graph","t":11000000,"state":"matched"}

                """)
    }
}
