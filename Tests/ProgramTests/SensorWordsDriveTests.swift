import Testing
import WaldoTestSupport

/// What the built program sends a sensor on the arm's own shield, to start and to stop it.
@Suite(.serialized) struct SensorWordsDriveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sensor(start: String = "[0xB0, 1]") throws -> String {
        try folder.write(
            """
            name: Started sensor
            hear: { service: 713d0000-503e-4c75-ba94-3148f18d941e, notify: 713d0002-503e-4c75-ba94-3148f18d941e }
            say: { to: 713d0003-503e-4c75-ba94-3148f18d941e, start: \(start), stop: [0xB0, 0] }
            message: { bytes: 2, fields: { number: { u16be: 0, range: [0, 99] } } }
            streams: { number: {} }
            """, to: "sensor.yaml")
    }

    @Test func itIsStartedAndStoppedBetweenTheArmsCommandsAndTheRecordingHasIt() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let recording = folder.path + "/drive.jsonl"
        let drive = try TerminalDrive(
            ["--plain", "--sensor", try sensor(), "--survey", folder.path + "/s.gpkg", "--record", recording],
            environment: shield.bus.environment)
        _ = try await shield.fake.waitForLine(containing: "\"write\":\"b001\"")
        _ = try await drive.child.waitForLine {
            $0.contains("\"control\":\"slider\"") && $0.contains("\"state\":\"open\"")
        }
        try await drive.press("w", untilLine: "533e")
        try drive.child.write([3])
        _ = try await shield.fake.waitForLine(containing: "\"write\":\"b000\"")
        _ = try await drive.child.exit()
        let writes = try await shield.said().filter { $0.contains("\"write\"") }
            .map { $0.suffix(after: "\"write\":\"") }
        #expect(writes.count { $0 == "b001" } == 1 && writes.count { $0 == "b000" } == 1)
        #expect(writes.first == "b001" && writes.contains("463e"))
        let sent = drive.child.lines.filter { $0.contains("\"event\":\"sensor\"") }
        #expect(sent.map { $0.suffix(after: "\"bytes\":\"") } == ["b001", "b000"])
        let verified = try ChildProcess(try BuiltProgram.path("waldo"), ["replay", recording, "--verify"])
        defer { verified.close() }
        #expect(try await verified.exitStatus(within: .seconds(30)) == 0, "\(verified.lines) \(verified.errorLines)")
    }

    /// The halt comes first, and what stops the sensor behind it.
    @Test func anEndHaltsTheArmBeforeTheSensorIsStopped() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain", "--sensor", try sensor()], environment: shield.bus.environment)
        _ = try await drive.child.waitForLine {
            $0.contains("\"control\":\"slider\"") && $0.contains("\"state\":\"open\"")
        }
        try drive.child.write(Array("w".utf8))
        _ = try await shield.fake.waitForLine(containing: "\"write\":\"463e\"")
        try drive.child.write([3])
        _ = try await shield.fake.waitForLine(containing: "\"write\":\"b000\"")
        _ = try await drive.child.exit()
        let writes = try await shield.said().filter { $0.contains("\"write\"") }
            .map { $0.suffix(after: "\"write\":\"") }
        #expect(writes.last == "b000" && writes.dropLast().last == "533e", "\(writes)")
    }

    /// A survey of its own on a shield that is driven hears, sends nothing, and leaves the link to the drive.
    @Test func aShieldThatIsDrivenIsSentNothingByASurvey() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain", "--shield", shield.address], environment: shield.bus.environment)
        _ = try await drive.child.waitForLine {
            $0.contains("\"control\":\"slider\"") && $0.contains("\"state\":\"open\"")
        }
        let survey = try ChildProcess(
            try BuiltProgram.path("waldo"),
            ["survey", "--sensor", try sensor(), "--graph", "none", "--plain", "--peripheral", shield.address],
            environment: shield.bus.environment)
        defer { survey.close() }
        _ = try await survey.waitForLine(containing: "a drive holds this shield")
        survey.send(signal: 15)
        _ = try await survey.exit()
        try await drive.press("w", untilLine: "533e")
        let lines = try await shield.said()
        #expect(!lines.contains { $0.contains("\"write\":\"b0") || $0.contains("\"Disconnect\"") })
    }

    @Test func overrideSendsNothing() async throws {
        let drive = try TerminalDrive(["--plain", "--override", "--sensor", try sensor()])
        _ = try await drive.child.waitForLine {
            $0.contains("\"control\":\"slider\"") && $0.contains("\"state\":\"open\"")
        }
        try await drive.press("w", untilLine: "533e")
        try drive.child.write([3])
        _ = try await drive.child.exit()
        #expect(!drive.child.lines.contains { $0.contains("\"event\":\"sensor\"") })
    }

    /// A sensor with a link of its own: the recording has what it sent, and becomes the same survey.
    @Test func theRecordingHasWhatASensorOfItsOwnSends() async throws {
        let waldo = try BuiltProgram.path("waldo"), recording = folder.path + "/drive.jsonl"
        let drive = try ChildProcess(
            waldo,
            [
                "drive", "--override", "--input", "demo", "--plain", "--sensor", "demo", "--record", recording,
            ])
        defer { drive.close() }
        for number in 0..<3 { _ = try await drive.waitForLine(containing: "\"seq\":\(number),") }
        drive.send(signal: 15)
        _ = try await drive.exit()
        let store = folder.path + "/s.gpkg"
        let refused = try ChildProcess(waldo, ["survey", "process", recording, "--verify"])
        defer { refused.close() }
        #expect(try await refused.exitStatus(within: .seconds(30)) == 65)
        #expect(refused.errorLines.first?.contains("`waldo survey import FILE --sensor") == true)
        let imported = try ChildProcess(waldo, ["survey", "import", recording, "--sensor", "demo", "--to", store])
        defer { imported.close() }
        #expect(try await imported.exitStatus(within: .seconds(30)) == 0, "\(imported.errorLines)")
        let shown = try ChildProcess(waldo, ["survey", "show", store])
        defer { shown.close() }
        #expect(try await shown.exitStatus(within: .seconds(30)) == 0)
        let session = try #require(shown.lines.first { $0.contains("session 1: ") })
        let readings = session.suffix(after: "ended; ").prefix { $0.isNumber }
        #expect(Int(readings) ?? 0 >= 3 && shown.lines.contains { $0.contains("0 gaps, 0 rejects") }, "\(shown.lines)")
    }

    @Test func bytesThatTheArmCouldTakeForAFrameAreRefused() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(
            ["--plain", "--sensor", try sensor(start: "\"F>\"")], environment: shield.bus.environment)
        _ = try await drive.child.waitForLine(containing: "could be taken for a frame of `slider`")
        _ = try await drive.child.exit()
        #expect(try await !shield.said().contains { $0.contains("\"Connect\"") })
    }
}
