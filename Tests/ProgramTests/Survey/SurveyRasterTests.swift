import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// `waldo survey raster` with a simulated arm.
@Suite(.onLoop, .serialized) struct SurveyRasterTests {
    private let files: SurveyFiles

    /// A source 4 cm above the hand at zx 5, zy 0.
    private static let simulation = "seed=5,source=0.0294:0:0.1877:0.02"

    init() throws { files = try SurveyFiles() }

    private func raster(_ arguments: String...) async throws -> SurveyFiles.Outcome {
        try await files.survey(["raster", "--sensor", "demo", "--dwell", "1s"] + arguments)
    }

    @Test func aSimulatedArmFindsItsSource() async throws {
        let found = try await raster(
            "--simulate", Self.simulation, "--over", "zx=-5..5/5", "--over", "zy=-5..5/5", "--to", "r.gpkg", "--record",
            "r.jsonl",
            "--yes", "--plain")
        #expect(found.status == 0, "\(found.errors)")
        #expect(found.errors.first?.hasPrefix("waldo: 9 points: zx -5 to 5 (3), zy -5 to 5 (3); 1 s each") == true)
        #expect(found.errors.contains { $0.contains("assumed start: zx 0, zy 0") })
        let began = found.lines.filter { $0.contains("\"event\":\"spot\"") && $0.contains("\"state\":\"began\"") }
        #expect(began.count == 9)

        let show = try await files.survey("show", "r.gpkg").lines
        let spot = try #require(show.first { $0.contains("spot dose") })
        #expect(spot.contains(" 9 samples") && spot.contains(" 9 placed"), "\(spot)")
        #expect(try await files.survey("check", "r.gpkg").status == 0)
        #expect(try await files.survey("process", "r.gpkg", "--verify").status == 0)
        #expect(try await files.survey("report", "r.gpkg").lines.contains { $0.contains("arm (its commanded pose)") })
        // Nine points, of which none is one that the arm has passed.
        #expect(try await files.survey("map", "r.gpkg", "--svg", "r.svg").lines == ["r.svg: 9 places of “spot dose”"])

        // The recording gives the same numbers.
        let imported = try await files.survey(
            "import", "r.jsonl", "--sensor", "demo", "--to", "again.gpkg")
        #expect(imported.status == 0, "\(imported.errors)")
        for name in ["r.gpkg", "again.gpkg"] {
            #expect(try await files.survey("export", name, "--csv", name + ".csv").status == 0)
        }
        /// All numbers without their times, which the recording's clock rounds.
        func numbers(_ name: String) throws -> [[Substring]] {
            let lines = String(decoding: try files.contents(name), as: UTF8.self).split(whereSeparator: \.isNewline)
            let rows: [[Substring]] = lines.dropFirst().map { line in
                Array(line.split(separator: ",", omittingEmptySubsequences: false).dropFirst())
            }
            return rows.filter { $0.first?.hasPrefix("spot") == true }
        }
        let (first, second) = (try numbers("r.gpkg.csv"), try numbers("again.gpkg.csv"))
        #expect(first.count == 18 && first == second)
        try await aRouteOverItIsDriven()
    }

    /// From one corner of the raster to the one across, of which the arm stands in the middle.
    private func aRouteOverItIsDriven() async throws {
        let route = ["route", "r.gpkg", "--from", "zx=-5,zy=-5", "--to", "zx=5,zy=4"]
        let table = try await files.survey(route)
        #expect(table.lines.first == "from zx -5, zy -5 to zx 5, zy 5", "\(table)")
        #expect(table.lines.contains { $0.hasPrefix("*") && $0.contains("µSv") }, "\(table.lines)")

        let driven = try await files.survey(
            route + [
                "--drive", "--simulate", "--yes", "--plain", "--measure-to", "way.gpkg", "--record", "way.jsonl",
            ])
        #expect(driven.status == 0, "\(driven.errors)")
        #expect(driven.errors.contains { $0.contains("assumed start: zx 0, zy 0") })
        let comparison = try #require(driven.errors.first { $0.contains("predicted") })
        #expect(comparison.contains("measured") && comparison.contains(": they agree ("), "\(comparison)")
        let moves = driven.lines.filter { $0.contains("\"channel\":\"z") && $0.contains("\"bytes\":") }
        #expect(moves.count == 4, "two moves to its beginning, and two on the way: \(moves)")

        #expect(try await files.survey("check", "way.gpkg").status == 0)
        #expect(try await files.survey("process", "way.gpkg", "--verify").status == 0)
        let imported = try await files.survey("import", "way.jsonl", "--sensor", "demo", "--to", "imported.gpkg")
        #expect(imported.status == 0, "\(imported.errors)")
        for name in ["way.gpkg", "imported.gpkg"] {
            let show = try await files.survey("show", name).lines
            #expect(show.contains { $0.contains("route dose") && $0.contains(" 1 sample ") }, "\(show)")
        }
    }

    /// An arm whose channels no shipped mapping moves, and which answers questions between the sensor's messages.
    @Test func whatAnArmAnswersIsNotTheSensors() async throws {
        let found = try await raster(
            "--arm", "so101", "--simulate", "seed=5", "--over", "gripper=2048..2148/100", "--to", "r.gpkg", "--record",
            "r.jsonl", "--yes", "--plain")
        #expect(found.status == 0, "\(found.errors)")
        #expect(found.lines.contains { $0.contains("\"control\":\"shoulder_pan\"") }, "\(found.lines.prefix(12))")
        #expect(!found.lines.contains { $0.contains("joystick") })
        let answers = found.lines.filter { $0.contains("\"event\":\"notify\"") && !$0.contains("characteristic") }
        #expect(answers.count > 6, "\(answers.count)")
        let imported = try await files.survey("import", "r.jsonl", "--sensor", "demo", "--to", "again.gpkg")
        #expect(imported.status == 0, "\(imported.errors)")
        for name in ["r.gpkg", "again.gpkg"] {
            let show = try await files.survey("show", name).lines
            #expect(show.contains { $0.contains("channel 0") && !$0.contains("rejected") }, "\(name): \(show)")
        }
        let verified = try ChildProcess(BuiltProgram.path("waldo"), ["replay", files.path("r.jsonl"), "--verify"])
        defer { verified.close() }
        #expect(try await verified.exitStatus(within: .seconds(30)) == 0, "\(verified.errorLines)")
    }

    @Test func thePlanMovesNothing() async throws {
        let found = try await raster("--over", "zx=-100..100/20", "--over", "zy=-100..100/20", "--plan")
        #expect(found.status == 0 && found.lines == [])
        #expect(found.errors.count == 3, "\(found.errors)")
        #expect(found.errors[1].contains("122 moves, from 3 min 27 s to "), "\(found.errors[1])")
    }

    /// Nobody can press Enter in a script, so that what pauses ends it.
    @Test(arguments: ["stall=0.1s+1s", "loss=0.1s+1s"])
    func whatHaltsBeforeTheFirstMotionPauses(fault: String) async throws {
        let found = try await raster(
            "--simulate", "seed=3,\(fault)", "--over", "zx=-10..10/10", "--to", "r.gpkg", "--yes", "--plain")
        #expect(found.status == 69, "\(found)")
        let why = "the raster has ended at point 1 of 3: the link was lost"
        #expect(found.errors.last?.contains(why) == true, "\(found.errors)")
        #expect(!found.lines.contains { $0.contains("\"channel\":\"z") }, "\(found.lines)")
    }

    @Test func aRefusedRecordingLeavesNoStore() async throws {
        try files.folder.write("", to: "there.jsonl")
        let found = try await raster(
            "--simulate", "--over", "zx=0..5/5", "--to", "r.gpkg", "--record", "there.jsonl", "--yes", "--plain")
        #expect(found.status == 74, "\(found)")
        #expect(!FileManager.default.fileExists(atPath: files.path("r.gpkg")))
    }

    @Test func aRouteNeedsARasterAndItsChannels() async throws {
        let still = try await files.survey(
            ["run", "--simulate", "--sensor", "demo", "--until", "2s", "--to", "still.gpkg"])
        #expect(still.status == 0, "\(still.errors)")
        let cases: [([String], CInt, String)] = [
            (["--from", "zx=0,zy=0", "--to", "1,2"], 64, "its places are in the world"),
            (["--from", "zx=0,zx=1", "--to", "zx=1"], 64, "--from"),
            (["--from", "zx=0,zy=0", "--to", "zx=5,zy=0", "--simulate"], 64, "--simulate belongs to --drive"),
            (["--from", "zx=0,zy=0", "--to", "zx=5,zy=0", "--drive", "--json"], 64, "exclude each other"),
        ]
        for (arguments, status, part) in cases {
            let found = try await files.survey(["route", "still.gpkg"] + arguments)
            #expect(found.status == status, "\(arguments): \(found)")
            #expect(found.errors.joined(separator: " ").contains(part), "\(arguments): \(found.errors)")
        }
    }

    @Test func whatCannotBeDoneIsSaidInASentence() async throws {
        let cases: [([String], CInt, String)] = [
            (["--to", "x.gpkg"], 64, "a raster needs a channel and its numbers"),
            (["--over", "zx=-5..5/5"], 64, "name the file for the survey"),
            (["--over", "up=-5..5/5", "--plan"], 64, "; it has slider, zx, zy (this is the default arm; --arm"),
            (["--over", "sldier=-5..5/5", "--plan"], 64, "; did you mean `slider`? It has slider, zx, zy"),
            (["--over", "zx=-5..5", "--plan"], 64, "give CHANNEL=A..B/STEP"),
            (["--over", "zx=-500..5/5", "--plan"], 64, "zx goes from -100 to 100"),
            (["--over", "zx=-5..5/0.1", "--plan"], 64, "less than the channel's smallest one"),
            (["--over", "zx=0..5/50", "--plan"], 64, "the step is longer than the way from A to B"),
            (["--over", "zx=0..5/5", "--over", "zx=0..5/5", "--plan"], 64, "zx is there twice"),
            (["--over", "zx=0..5/5", "--plan", "--graph", "none"], 65, "has no result for a point"),
            (["--over", "zx=0..5/5", "--plan", "--locate", "gpsd"], 64, "leave --locate out"),
            (
                ["--over", "zx=0..5/5", "--plan", "--dwell", "0.4s"], 64,
                "--dwell 0.4 s is less than half of what the sensor"
            ),
            (
                ["--over", "zx=0..5/5", "--plan", "--dwell", "20%", "--max", "0.4s"], 64,
                "--max 0.4 s is less than half"
            ),
            (["--over", "zx=0..5/5", "--plan", "--max", "9s"], 64, "--max belongs to a --dwell that is an error"),
            (["--over", "zx=0..5/5", "--simulate", "--to", "x.gpkg"], 64, "add --yes if it does"),
        ]
        for (arguments, status, part) in cases {
            let found = try await files.survey(["raster", "--sensor", "demo", "--dwell", "1s"] + arguments)
            #expect(found.status == status, "\(arguments): \(found)")
            #expect(found.errors.joined(separator: " ").contains(part), "\(arguments): \(found.errors)")
            #expect(!FileManager.default.fileExists(atPath: files.path("x.gpkg")))
        }
    }
}
