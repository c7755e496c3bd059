import Testing
import WaldoTestSupport
import WaldoTesting

/// Which surveys are never published, and the reason that is shown.
@Suite(.onLoop, .serialized) struct PublicationTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    /// A drive with the demo sensor, with its recording and its store.
    private func drive() async throws {
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"),
            [
                "drive", "--override", "--input", "demo", "--plain", "--sensor", "demo", "--survey",
                files.path("d.gpkg"), "--record", files.path("d.jsonl"),
            ])
        defer { waldo.close() }
        try await waldo.waitForLine(containing: "\"event\":\"sample\"", within: .seconds(20))
        waldo.send(signal: 2)
        _ = try await waldo.exitStatus(within: .seconds(20))
    }

    @Test func theDemoSensorIsMarkedHoweverItsSurveyIsMade() async throws {
        try await drive()
        let found = try await files.survey("import", "d.jsonl", "--sensor", "demo", "--to", "i.gpkg")
        #expect(found.status == 0, "\(found)")
        for store in ["d.gpkg", "i.gpkg"] {
            let shown = try await files.survey("show", store).lines
            let why = "only by `waldo-relay push --even-simulated`: the sensor is the built-in demo"
            #expect(shown.contains("  upload    \(why)"), "\(shown)")
            let report = try await files.survey("report", store).lines
            #expect(report.contains { $0.hasSuffix(why) }, "\(report)")
            let export = try await files.survey("export", store, "--bgeigie", store + ".LOG")
            #expect(export.status != 0, "\(store): \(export)")
        }
    }

    @Test func theOperatorsMarkIsStatedAsSuch() async throws {
        try files.writeWalk(lines: 20)
        _ = try await files.survey("import", "walk.LOG", "--to", "s.gpkg", "--no-upload")
        let shown = try await files.survey("show", "s.gpkg").lines
        #expect(shown.contains("  upload    never: the operator marked it"), "\(shown)")
    }

    /// The second number of a line forbids publishing when it is not zero.
    @Test(arguments: [(1, "the sensor's messages forbid it"), (0, "the operator marked it")])
    func theSensorsMarkIsStatedAsSuch(_ private: Int, _ reason: String) async throws {
        try files.folder.write(
            """
            name: Tube
            hear: { service: 713d0000-503e-4c75-ba94-3148f18d941e, notify: 713d0002-503e-4c75-ba94-3148f18d941e }
            message:
              ends: "\\n"
              longest: 40
              split: ","
              columns: 2
              fields: { counts: 0, private: 1 }
              no upload: private
            streams:
              counts: { over: 1 s, unit: count }

            """, to: "tube.yaml")
        try files.folder.write("7,0\n9,\(`private`)\n4,0\n", to: "tube.log")
        let found = try await files.survey(
            ["import", "tube.log", "--sensor", "./tube.yaml", "--to", "s.gpkg"]
                + (`private` == 0 ? ["--no-upload"] : []))
        #expect(found.status == 0, "\(found)")
        let shown = try await files.survey("show", "s.gpkg").lines
        #expect(shown.contains("  upload    never: \(reason)"), "\(shown)")
    }
}
