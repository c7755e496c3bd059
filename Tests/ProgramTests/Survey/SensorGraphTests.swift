import Testing
import WaldoTestSupport
import WaldoTesting

/// A sensor and its graph as operators name them, and what is refused before a survey begins.
@Suite(.onLoop, .serialized) struct SensorGraphTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    private static let link =
        "{ service: 713d0000-503e-4c75-ba94-3148f18d941e, notify: 713d0002-503e-4c75-ba94-3148f18d941e }"

    private func sensor(
        graph: String? = nil, hear: String? = nil, range: String = "[0, 65535]", every: String = "1 s"
    ) -> String {
        """
        name: Tube
        hear: \(hear ?? Self.link)
        \(graph.map { "graph: \($0)\n" } ?? "")every: \(every)
        message:
          bytes: 2
          fields:
            counts: { u16be: 0, unit: count, range: \(range) }
        streams:
          counts: { over: 1 s }

        """
    }

    private func graph(silent: String, halt: Bool = true, stream: String = "counts") -> String {
        """
        name: Watch
        in: { \(stream): count }
        nodes:
          rate: { rate: \(stream), per: 1 min }
          high: { alarm: rate, above: 100 cpm, silent: \(silent), halt: \(halt) }
        out: { rate: rate }

        """
    }

    /// Runs `waldo` in a folder.
    private func waldo(_ arguments: String..., at folder: String? = nil) async throws -> SurveyFiles.Outcome {
        let waldo = try ChildProcess(
            "/bin/sh",
            ["-c", "cd \"$0\"; exec \"$@\"", folder ?? files.folder.path, try BuiltProgram.path("waldo")] + arguments)
        defer { waldo.close() }
        return (try await waldo.exitStatus(within: .seconds(30)), waldo.lines, waldo.errorLines)
    }

    // MARK: silence

    /// An alarm of silence that the sensor's own interval raises is refused where sensor and graph meet.
    @Test(arguments: [("0.2 s", false), ("1 s", true), ("1.9 s", true)])
    func aSilenceShorterThanTwoIntervalsIsRefused(_ silent: String, _ halt: Bool) async throws {
        try files.folder.write(sensor(), to: "tube.yaml")
        try files.folder.write(graph(silent: silent, halt: halt), to: "watch.yaml")
        let sentence =
            "`high` is raised by \(silent) of silence, and the sensor sends `counts` every 1 s; "
            + "write `silent: 2 s` or more"
        let checked = try await waldo("check", "./tube.yaml", "./watch.yaml")
        #expect(checked.status == 65 && checked.errors == ["waldo: \(sentence)"], "\(checked)")
        let begun = try await waldo(
            "survey", "--sensor", "./tube.yaml", "--graph", "./watch.yaml", "--until", "1s", "--plain")
        #expect(begun.status == 65 && begun.errors.joined().contains(sentence), "\(begun)")
    }

    @Test func aSilenceOfTwoIntervalsIsTaken() async throws {
        try files.folder.write(sensor(), to: "tube.yaml")
        try files.folder.write(graph(silent: "2 s"), to: "watch.yaml")
        let checked = try await waldo("check", "./tube.yaml", "./watch.yaml")
        #expect(checked.status == 0 && checked.lines.last == "“Watch” takes what “Tube” gives", "\(checked)")
    }

    // MARK: the graph that a sensor names

    @Test func aSensorsGraphIsFoundBesideItsFile() async throws {
        let own = try TemporaryFolder(), elsewhere = try TemporaryFolder()
        try own.write(sensor(graph: "./watch.yaml"), to: "tube.yaml")
        try own.write(graph(silent: "5 s"), to: "watch.yaml")
        let log = try elsewhere.write("5\n", to: "log.txt")
        let name = own.path.split(separator: "/").last ?? ""
        for (directory, argument) in [
            (TestRun.current.folder, "\(name)/tube.yaml"), (own.path, "./tube.yaml"), (own.path, "tube.yaml"),
            (elsewhere.path, "../\(name)/tube.yaml"), (elsewhere.path, own.path + "/tube.yaml"),
        ] {
            let checked = try await waldo("check", argument, at: directory)
            #expect(checked.status == 0, "\(checked)")
            #expect(checked.lines.contains("“Watch” takes what “Tube” gives"), "\(checked.lines)")
            let imported = try await waldo(
                "survey", "import", log, "--sensor", argument, "--to", files.path("s.gpkg"), at: directory)
            #expect(imported.status == 0, "\(imported)")
        }
    }

    @Test func aSensorsGraphThatIsMissingOrDoesNotFitIsReported() async throws {
        try files.folder.write(sensor(graph: "./none.yaml"), to: "missing.yaml")
        let missing = try await waldo("check", "./missing.yaml")
        #expect(missing.status == 66, "\(missing)")
        #expect(missing.errors.count == 1 && missing.errors.joined().contains("none.yaml"), "\(missing)")

        try files.folder.write(sensor(graph: "lnd"), to: "unknown.yaml")
        let unknown = try await waldo("check", "./unknown.yaml")
        #expect(unknown.status == 65 && unknown.errors.joined().contains("no graph has this name"), "\(unknown)")

        try files.folder.write(sensor(graph: "./other.yaml"), to: "tube.yaml")
        try files.folder.write(graph(silent: "5 s", stream: "pulses"), to: "other.yaml")
        let other = try await waldo("check", "./tube.yaml")
        #expect(other.status == 65, "\(other)")
        #expect(other.errors.joined().contains("the graph takes the stream `pulses`"), "\(other)")
        // What the sensor sends is shown all the same.
        #expect(other.lines.contains { $0.contains("sensor “Tube”") }, "\(other)")
    }

    // MARK: values

    @Test func aRangeBeginsWithTheSmallerNumber() async throws {
        try files.folder.write(sensor(range: "[125, -40]"), to: "tube.yaml")
        let checked = try await waldo("check", "./tube.yaml")
        #expect(checked.status == 65, "\(checked)")
        #expect(
            checked.errors.joined().contains("begins with 125 and ends with -40; write the smaller number first"),
            "\(checked)")
    }

    @Test(arguments: [
        (["--until", "0s"], "a survey of no time; give a time above zero, such as 90s, 10m or 2h"),
        (["--until=-5s"], "a time below zero; give a time above zero, such as 90s, 10m or 2h"),
        (["--until", "90"], "a number without a unit; give one of ms, s, m and h, such as 90s"),
        (["--until", "soon"], "no time; give a number with a unit, such as 90s, 10m or 2h"),
        (["--until", "1e300h"], "too long; give a time of less than 30 years"),
        (["--locate", "gps"], "no source of places; there are message, gpsd, arm, fixed=LATITUDE,LONGITUDE and none"),
        (["--locate", "fixed=35"], "needs two numbers: fixed=LATITUDE,LONGITUDE"),
        (["--locate", "fixed=91,8"], "the latitude is from -90 to 90, the longitude from -180 to 180"),
        (["--locate", "arm,arm"], "appears more than once; name each source once"),
        (["--locate", "none,arm"], "none stands alone"),
    ])
    func anInvalidValueIsExplained(_ words: [String], _ reason: String) async throws {
        let found = try await files.survey(["--sensor", "demo", "--plain"] + words)
        #expect(found.status == 64 && found.errors.joined(separator: " ").contains(reason), "\(found)")
    }

    @Test(arguments: [
        (["--from", "2026-11-22", "--until", "2026-11-21"], "--from is not before --until, so that no sample is left"),
        (["--from", "2026-11-22", "--until", "2026-11-22"], "--from is not before --until, so that no sample is left"),
        (["--from", "yesterday"], "no time; give UTC as 2026-11-21 or 2026-11-21T07:15:00Z"),
    ])
    func anExportOfNoTimeIsRefused(_ words: [String], _ reason: String) async throws {
        try files.writeWalk(lines: 3)
        _ = try await files.survey("import", "walk.LOG", "--to", "s.gpkg")
        let found = try await files.survey(["export", "s.gpkg", "--csv", "x.csv"] + words)
        #expect(found.status == 64 && found.errors.joined(separator: " ").contains(reason), "\(found)")
    }

    // MARK: override

    @Test func underOverrideThereIsNoLinkToASensorOnTheArm() async throws {
        try files.folder.write(sensor(hear: "arm"), to: "tube.yaml")
        let drive = try ChildProcess(
            BuiltProgram.path("waldo"),
            ["drive", "--override", "--input", "demo", "--plain", "--sensor", files.path("tube.yaml")])
        defer { drive.close() }
        let line = try await drive.waitForLine(containing: "there is no data from the sensor", within: .seconds(20))
        #expect(
            line.contains("under --override there is no link to the arm, so the sensor cannot be received"), "\(line)")
        #expect(!line.contains("waldo drive"))
    }
}
