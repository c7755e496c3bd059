import Foundation
import Testing

@testable import WaldoFiles

/// An independent validator checks the shipped files and the reader against the schemas that editors use for
/// completion: Python's jsonschema, with PyYAML. The test is skipped where these are not installed.
struct SchemaTests {
    /// Reads `{"schema": ..., "files": [...]}` and answers for each file whether it is valid by the schema.
    private static let program = """
        import json, sys, yaml
        from jsonschema import Draft202012Validator
        question = json.load(sys.stdin)
        schema = json.loads(question["schema"])
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        def takes(text):
            try: return validator.is_valid(yaml.safe_load(text))
            except yaml.YAMLError: return False
        json.dump([takes(text) for text in question["files"]], sys.stdout)
        """

    private static func python(_ program: String, input: Data) -> (status: Int32, output: Data)? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-W", "ignore", "-c", program]
        let files = FileManager.default.temporaryDirectory.appending(path: "waldo-schema-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: files) }
        guard (try? input.write(to: files)) != nil, let question = try? FileHandle(forReadingFrom: files) else {
            return nil
        }
        let answer = Pipe()
        process.standardInput = question
        process.standardOutput = answer
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let output = answer.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    private static let hasValidator =
        python("import jsonschema, yaml; jsonschema.Draft202012Validator", input: Data())?.status == 0

    private func taken(_ files: [String], by schema: String) throws -> [Bool] {
        let text = try String(contentsOf: mappingsDirectory.appending(path: "schema/\(schema)"), encoding: .utf8)
        let question = try JSONEncoder().encode(Question(schema: text, files: files))
        let answer = try #require(Self.python(Self.program, input: question))
        #expect(answer.status == 0)
        return try JSONDecoder().decode([Bool].self, from: answer.output)
    }

    private struct Question: Codable {
        var schema: String
        var files: [String]
    }

    @Test(.enabled(if: hasValidator, "python3 with jsonschema and PyYAML is not installed"))
    func shippedFilesAndSamplesAreTaken() throws {
        let new = try [false, true].map { try ArmTemplate(isBinary: $0, servos: 4, velocities: 4).text }
        let arms =
            ShippedFiles.arms.map(\.text) + new
            + [Samples.arm, Samples.combined, Samples.actions, Samples.posed, Samples.fenced, Samples.modelled]
        #expect(try taken(arms, by: "arm.json") == arms.map { _ in true })
        let numbers = Samples.mapping.replacing("stop: BTN_EAST", with: "stop: [300, 0x12d]")
            .replacing("x: ABS_RX", with: "x: { axis: 41 }").replacing("[ABS_X]", with: "[ABS_X, 0x29, 302]")
        let other = Samples.mapping.replacing("kind: gamepad", with: "kind: other")
        let mappings = ShippedFiles.mappings.map(\.text) + [Samples.mapping, Samples.controls, numbers, other]
        #expect(try taken(mappings, by: "mapping.json") == mappings.map { _ in true })
        let graphs = try GraphReaderTests.shipped.map(GraphReaderTests.text(ofShipped:)) + [Samples.graph]
        #expect(try taken(graphs, by: "graph.json") == graphs.map { _ in true })
        let sensors =
            ShippedFiles.sensors.map(\.text)
            + [SensorSamples.burst, SensorSamples.binary, SensorSamples.text, SensorSamples.dated]
        #expect(try taken(sensors, by: "sensor.json") == sensors.map { _ in true })
        let settings = [Samples.settings, SettingsTemplate.text, SettingsTests.filledTemplate]
        #expect(try taken(settings, by: "config.json") == settings.map { _ in true })
    }

    @Test(.enabled(if: hasValidator, "python3 with jsonschema and PyYAML is not installed"))
    func whatTheReaderRefusesIsRefusedWhereASchemaCanSeeIt() throws {
        for (faults, schema) in [
            (Fault.ofArms + Fault.ofPoses + Fault.ofFences + Fault.ofModels, "arm.json"),
            (Fault.ofMappings, "mapping.json"),
            (Fault.ofGraphs, "graph.json"), (Fault.ofSensors, "sensor.json"),
            (Fault.ofSettings, "config.json"),
        ] {
            for (fault, isTaken) in zip(faults, try taken(faults.map(\.text), by: schema)) {
                #expect(isTaken == fault.schemaAccepts, "\(fault.testDescription)")
            }
        }
    }
}
