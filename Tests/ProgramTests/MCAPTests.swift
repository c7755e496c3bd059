import Foundation
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// An export read back by the format's own Python package, `mcap`, which checks every checksum and schema.
@Suite(.onLoop, .serialized) struct MCAPTests {
    private static let python = SourceModule.projectFolder + "/.build-python/bin/python"

    private static let program = """
        import json, struct, sys, zlib
        import jsonschema
        from mcap.reader import make_reader
        from mcap.stream_reader import StreamReader

        path = sys.argv[1]
        data = open(path, "rb").read()
        answer = {"topics": {}, "commands": [], "controls": [], "notify": [], "link": []}
        with open(path, "rb") as file:
            reader = make_reader(file, validate_crcs=True)
            summary = reader.get_summary()
            validators = {i: jsonschema.Draft202012Validator(json.loads(s.data)) for i, s in summary.schemas.items()}
            for validator in validators.values(): validator.check_schema(validator.schema)
            last = 0
            for schema, channel, message in reader.iter_messages():
                assert schema.encoding == "jsonschema" and channel.message_encoding == "json"
                assert message.log_time >= last and message.publish_time == message.log_time
                last = message.log_time
                value = json.loads(message.data)
                validators[schema.id].validate(value)
                answer["topics"][channel.topic] = answer["topics"].get(channel.topic, 0) + 1
                name = channel.topic[1:]
                if name in answer: answer[name].append(value | {"time": message.log_time})
            answer["indexed"] = sum(1 for _ in reader.iter_messages(topics=["/commands"]))
            answer["facts"] = next(reader.iter_metadata()).metadata
            statistics = summary.statistics
            answer["messages"] = statistics.message_count
            answer["chunks"] = statistics.chunk_count
            assert statistics.chunk_count == len(summary.chunk_indexes)
            assert statistics.message_end_time == last
            counts = {summary.channels[i].topic: n for i, n in statistics.channel_message_counts.items() if n}
            assert counts == answer["topics"], counts
        with open(path, "rb") as file:
            # Every record in turn: this checks the data section's checksum and each chunk's.
            for record in StreamReader(file, validate_crcs=True).records: footer = record
        covered = data[footer.summary_start:len(data) - 8 - 4]
        assert zlib.crc32(covered) == footer.summary_crc
        json.dump(answer, sys.stdout)
        """

    @Test func theFormatsOwnPackageReadsAnExport() async throws {
        guard FileManager.default.isExecutableFile(atPath: Self.python) else {
            Issue.record("\(Self.python) is missing, with the Python package mcap: run the README's test command once")
            return
        }
        let folder = try TemporaryFolder()
        let recording = folder.path + "/r.jsonl", export = folder.path + "/r.mcap"
        let drive = try await SampleDrive(to: recording, reports: 8_000)
        let commands = drive.commands
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["log", recording, "--mcap", export])
        defer { waldo.close() }
        #expect(try await waldo.exitStatus(within: .seconds(60)) == 0)

        let python = try ChildProcess(Self.python, ["-W", "ignore", "-c", Self.program, export])
        defer { python.close() }
        #expect(try await python.exitStatus(within: .seconds(60)) == 0, "\(python.errorLines)")
        let text = python.lines.joined()
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let topics = try #require(answer["topics"] as? [String: Int])
        #expect(topics["/commands"] == commands.count && answer["indexed"] as? Int == commands.count)
        #expect(topics["/notify"] == 1 && topics["/link"] == 4 && topics["/events"] == 7)
        #expect(topics.values.reduce(0, +) == answer["messages"] as? Int)
        #expect(try #require(answer["chunks"] as? Int) >= 2)

        let read = try #require(answer["commands"] as? [[String: Any]])
        for (found, sent) in zip(read, commands) {
            #expect(found["time"] as? Int == Int(SampleDrive.started + sent.at.microseconds) * 1_000)
            #expect(found["value"] as? Int == Int(sent.command.value))
            #expect(
                found["channel"] as? String == "\(sent.command.channel)" && found["link"] as? String == "written")
        }
        let notifications = try #require(answer["notify"] as? [[String: Any]])
        #expect(notifications.first?["characteristic"] as? String == "0000ffe1-0000-1000-8000-00805f9b34fb")
        let links = try #require(answer["link"] as? [[String: Any]])
        #expect(Set(links.map { $0["to"] as? String }) == ["state machine", "screen"])
        let controls = try #require(answer["controls"] as? [[String: Any]])
        let deflections = controls.compactMap { $0["slider"] as? Double }
        let greatest = try #require(deflections.max())
        #expect(deflections.min() == 0 && greatest > 0.9)
        #expect(controls.contains { $0["stopped"] as? Bool == true && $0["sliderTouched"] as? Bool == false })
        #expect((answer["facts"] as? [String: String])?["input"] == "a “pad”")
    }
}
