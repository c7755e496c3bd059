import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

@testable import WaldoApp

/// What the sender of a file can do to a drive that records into it, or whose panel finds it in its folder.
@Suite(.serialized) struct SenderDrivePrincipalTests {
    private let record = AttemptRecord(of: "SenderDrivePrincipalTests")

    init() throws { ForeignFiles.useHelpers(of: try BuiltProgram.path("waldo")) }

    @Test func aSenderCanDoWhatThePageSays() async throws {
        let file = try await HostileFile()
        try await drive(file)
        try await panel(file)
        try record.compareWithPage()
    }

    private func drive(_ file: HostileFile) async throws {
        let endless = try file.make("session.gpkg", HostileFile.endlessView(for: "session"))
        let sessions = try file.make(
            "sessions.gpkg",
            """
            WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 400099)
            INSERT INTO session (id, survey, boot) SELECT i, 1, 'b' FROM n
            """)
        var begins = false
        for survey in [endless, sessions] {
            let child = try ChildProcess(
                try BuiltProgram.path("waldo"),
                ["drive", "--override", "--input", "demo", "--sensor", "demo", "--survey", survey, "--plain"],
                in: file.files.folder.path)
            defer { child.close() }
            begins = try await child.exitStatus(within: .seconds(60)) != 65 || begins
        }
        record.add(
            .sender, "hold up a drive that records into the file", may: false, did: begins,
            "The drive does not begin. A helper opens the file first; it has at most 1,000 sessions that were never ended."
        )
    }

    private func panel(_ file: HostileFile) async throws {
        let files = try SurveyFiles()
        try FileManager.default.copyItem(atPath: file.files.path("s.gpkg"), toPath: files.path("s.gpkg"))
        for (name, statements) in [
            ("a.gpkg", HostileFile.endlessView(for: "survey")), ("b.gpkg", HostileFile.title(of: 5 << 20)),
            (
                "c.gpkg",
                "CREATE TEMP TABLE c AS SELECT * FROM survey;"
                    + (2...301).map {
                        "UPDATE c SET id = \($0), uuid = '\($0)', started = 253370764800000000;"
                            + "INSERT INTO survey SELECT * FROM c;"
                    }.joined()
            ),
        ] {
            let made = try file.make(name, statements)
            try FileManager.default.moveItem(atPath: file.files.path(made), toPath: files.path(name))
        }
        let listed = SurveyFolder(path: files.folder.path).items().items
        record.add(
            .sender, "hide others' surveys in the panel's list", may: false,
            did: !listed.contains { $0.file == "s.gpkg" },
            "The newest of each file comes first, the future last; a late file comes behind the others.")
    }
}
