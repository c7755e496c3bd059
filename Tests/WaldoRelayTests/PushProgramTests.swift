import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoStore
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoRelay

/// The built program, a real mosquitto, and a collector that the test plays.
@Suite(.serialized) struct PushProgramTests {
    private static func push(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(try BuiltProgram.path("waldo-relay"), ["push"] + arguments)
    }

    /// Plays the collector until the program ends.
    private func finish(
        _ push: ChildProcess, _ collector: FakeCollector, within limit: Duration = .seconds(60),
        _ during: () async throws -> Void = {}
    ) async throws -> CInt {
        let end = ContinuousClock.now + limit
        while push.exitNow == nil {
            guard ContinuousClock.now < end else {
                throw DidNotHappen("the end: \(collector.count) \(push.errorLines)")
            }
            try collector.turn()
            try await during()
        }
        return try await push.exitStatus()
    }

    private static func json(_ path: String) async throws -> String {
        let status = try ChildProcess(try BuiltProgram.path("waldo-relay"), ["status", path, "--json"])
        defer { status.close() }
        #expect(try await status.exitStatus() == 0)
        return status.lines.joined()
    }

    @Test func aSurveyArrivesWholeAndIsNotSentAgain() async throws {
        let broker = try await RealMosquitto(), sample = try SampleSurvey(samples: 5000)
        let collector = try FakeCollector(sample.survey, broker.url)
        #expect(try await Self.json(sample.path).contains(#""destinations":[]"#))
        let first = try Self.push(sample.path, broker.url)
        #expect(try await finish(first, collector) == 0, "\(first.errorLines)")
        #expect(try collector.differences(from: sample.path).isEmpty)
        #expect(
            first.lines.last?.contains("the database has all of it; 5,511 rows were sent") == true, "\(first.lines)")
        // The broker may deliver the last state after the program has ended.
        try await waitUntil("the last state", instead: { "\(String(describing: collector.state))" }) {
            try collector.turn()
            return collector.state?.isOnline == false ? true : nil
        }
        #expect(collector.state?.value?.stream == "dose")
        #expect(collector.state?.rows == 5511 && collector.state?.acknowledged == 5511, "none wait")
        let status = try await Self.json(sample.path)
        #expect(status.contains(#""pending":0,"#) && status.contains(#""acknowledged":5511,"#), "\(status)")
        let second = try Self.push(sample.path, broker.url)
        #expect(try await finish(second, collector) == 0)
        #expect(second.lines.last?.contains("; 0 rows were sent") == true, "\(second.lines)")
        #expect(collector.conflicts == 0)
    }

    @Test func messagesThatAreLostAreSentAgain() async throws {
        let broker = try await RealMosquitto(), sample = try SampleSurvey(samples: 20_000)
        let collector = try FakeCollector(sample.survey, broker.url)
        collector.losesEvery = 23
        let push = try Self.push(sample.path, broker.url)
        #expect(try await finish(push, collector) == 0, "\(push.errorLines)")
        #expect(collector.beyond > 0 && collector.conflicts == 0)
        #expect(try collector.differences(from: sample.path).isEmpty)
    }

    @Test func aBrokerThatIsKilledLosesNothing() async throws {
        let broker = try await RealMosquitto(), sample = try SampleSurvey(samples: 60_000)
        let collector = try FakeCollector(sample.survey, broker.url)
        let push = try Self.push(sample.path, broker.url)
        var kills = 0
        #expect(
            try await finish(push, collector) {
                guard kills < 2, collector.count > 15_000 * (kills + 1) else { return }
                kills += 1
                try await broker.kill()
                try await broker.restart()
            } == 0, "\(push.errorLines)")
        #expect(kills == 2 && collector.conflicts == 0)
        #expect(try collector.differences(from: sample.path).isEmpty)
    }

    @Test func aRelayThatIsKilledGoesOnWhereTheDatabaseIs() async throws {
        let broker = try await RealMosquitto(), sample = try SampleSurvey(samples: 60_000)
        let collector = try FakeCollector(sample.survey, broker.url)
        for limit in [10_000, 30_000] {
            let push = try Self.push(sample.path, broker.url)
            defer { push.close() }
            try await waitUntil("rows", within: .seconds(30), instead: { "\(push.errorLines)" }) {
                try collector.turn()
                return collector.count > limit ? true : nil
            }
            push.send(signal: SIGKILL)
            _ = try await push.exit()
        }
        // The broker says so for it.
        try await waitUntil("the will") {
            try collector.turn()
            return collector.state?.isOnline == false ? true : nil
        }
        let state = try #require(collector.state)
        #expect(state.sensor == "demo" && state.title?.hasPrefix("The yard") == true && state.value?.stream == "dose")
        let push = try Self.push(sample.path, broker.url)
        #expect(try await finish(push, collector) == 0, "\(push.errorLines)")
        #expect(try collector.differences(from: sample.path).isEmpty && collector.conflicts == 0)
    }

    @Test func aDatabaseThatHasForgottenGetsEverythingAgain() async throws {
        let broker = try await RealMosquitto(), sample = try SampleSurvey(samples: 1000)
        let collector = try FakeCollector(sample.survey, broker.url)
        #expect(try await finish(try Self.push(sample.path, broker.url), collector) == 0)
        collector.forget()
        unlink(RelayLedger.path(for: sample.path))
        let push = try Self.push(sample.path, broker.url)
        #expect(try await finish(push, collector) == 0, "\(push.errorLines)")
        #expect(try collector.differences(from: sample.path).isEmpty)
    }

    @Test func itFollowsAWriterThatIsKilledAndComesBack() async throws {
        let broker = try await RealMosquitto(), folder = try TemporaryFolder()
        let path = folder.path + "/live.gpkg"
        let survey = try #require(SurveyID("0b9d8c1e-6f8e-4a63-8f0e-0d1f0a5b7c21"))
        let collector = try FakeCollector(survey, broker.url)
        let writer = try ChildProcess(try BuiltProgram.path("waldo-store-probe"), ["steady", path])
        try await writer.waitForLine(containing: "100 ")
        let push = try Self.push(path, broker.url, "--follow", "--json", "--state", "-")
        try push.write(line: #"{"arm":"robot","mode":"live","stop":"halted","link":"up","later":[1]}"#)
        try push.write(line: "no JSON")
        try await waitUntil("rows and a state", within: .seconds(20), instead: { "\(push.errorLines)" }) {
            try collector.turn()
            return collector.count > 1000 && collector.state?.drive.stop == .halted ? true : nil
        }
        let state = try #require(collector.state)
        #expect(state.isOnline && state.arm == "robot" && state.drive.link == .up)
        writer.send(signal: SIGKILL)
        _ = try await writer.exit()
        writer.close()
        let end = try RelayReader(path: path)
        let readings = try #require(RelayStream(.reading, of: 1)),
            rows = try end.count(of: readings, after: readings.start)
        try await waitUntil("the rest of the rows", within: .seconds(20)) {
            try collector.turn()
            return collector.rows[readings]?.count == rows ? true : nil
        }
        let note = try ChildProcess(try BuiltProgram.path("waldo"), ["survey", "tag", path, "seen"])
        defer { note.close() }
        #expect(try await note.exitStatus() == 0, "\(note.errorLines)")
        try await waitUntil("the tag", within: .seconds(20), instead: { "\(push.errorLines)" }) {
            try collector.turn()
            return collector.meta.map { String(decoding: $0.tables[4].rows, as: UTF8.self).contains("seen") } == true
                ? true : nil
        }
        let clock = meteredNow()
        push.send(signal: SIGINT)
        #expect(try await finish(push, collector) == 130)
        expectInTime(since: clock, within: .seconds(2))
        #expect(try collector.differences(from: path).isEmpty)
        #expect(push.lines.contains { $0.contains(#""state":"connected""#) })
    }

    // MARK: refusals

    @Test func whatCannotBeDoneIsSaid() async throws {
        let sample = try SampleSurvey(samples: 10), folder = try TemporaryFolder()
        let open = try folder.write("user\nword\n", to: "open")
        chmod(open, 0o644)
        let short = try folder.write("user\n", to: "short")
        chmod(short, 0o600)
        let cases: [(arguments: [String], status: CInt, says: String)] = [
            ([sample.path, "mqtt://user:word@127.0.0.1"], 64, "--credentials"),
            ([sample.path, "http://127.0.0.1"], 64, "--api-key"),
            ([sample.path, "amqp://127.0.0.1"], 64, "mqtts://"),
            ([sample.path, "mqtt://127.0.0.1:0"], 64, "65535"),
            ([sample.path, "mqtt://127.0.0.1", "--ca", open], 64, "mqtts://"),
            ([sample.path, "mqtt://192.0.2.1", "--credentials", short], 64, "encryption"),
            ([sample.path, "mqtt://127.0.0.1", "--credentials", open], 65, "chmod 600"),
            ([sample.path, "mqtt://127.0.0.1", "--credentials", short], 65, "second"),
            ([sample.path, "mqtt://127.0.0.1", "--credentials", folder.path + "/none"], 66, "no such file"),
            ([sample.path, "mqtt://127.0.0.1", "--credentials", "/dev/null"], 65, "regular file"),
            ([sample.path, "mqtt://127.0.0.1", "--survey", "7"], 66, "there is no survey 7"),
            ([folder.path + "/none.gpkg", "mqtt://127.0.0.1"], 66, "no such file"),
            ([open, "mqtt://127.0.0.1"], 65, "not a GeoPackage"),
            ([sample.path, "mqtt://127.0.0.1:1", "--patience", "1"], 69, "nothing was acknowledged for 1 s"),
            ([sample.path, "mqtts://127.0.0.1:1", "--ca", folder.path + "/none"], 66, "no such file"),
        ]
        for (arguments, status, says) in cases {
            let push = try ChildProcess(try BuiltProgram.path("waldo-relay"), ["push"] + arguments)
            defer { push.close() }
            #expect(try await push.exitStatus() == status, "\(arguments) \(push.errorLines)")
            #expect(push.errorLines.joined().contains(says), "\(arguments) \(push.errorLines)")
        }
    }

    /// Others may see the environment of a service, and programs that it starts have it.
    @Test func aPasswordInTheEnvironmentIsRefused() async throws {
        let sample = try SampleSurvey(samples: 10)
        let push = try ChildProcess(
            try BuiltProgram.path("waldo-relay"), ["push", sample.path, "postgres://user@127.0.0.1:1/a"],
            environment: ["PGPASSWORD": "secret"])
        defer { push.close() }
        #expect(try await push.exitStatus() == 64)
        #expect(push.errorLines.joined().contains("PGPASSWORD is set"), "\(push.errorLines)")
    }

    /// libmosquitto reads a message to its end before it can be refused.
    @Test func aBrokerTakesNoMoreThanSoMuchMemory() async throws {
        let sample = try SampleSurvey(samples: 10), broker = "mqtt://127.0.0.1:1"
        for words in [
            ["push", sample.path, broker, "--patience", "60"],
            ["collect", "--from", broker, "--to", "postgres://user@127.0.0.1:1/a"],
        ] {
            let relay = try ChildProcess(try BuiltProgram.path("waldo-relay"), words)
            defer { relay.close() }
            let limit = "Max data size             \(MemoryLimit.megabytes << 20) "
            try await waitUntil("a limit of \(words[0])", instead: { "\(relay.errorLines)" }) {
                try readFile("/proc/\(relay.pid)/limits").contains(limit) ? true : nil
            }
        }
    }

    @Test func whatACollectorWouldRefuseIsNotSent() async throws {
        // The broker is never asked for: nobody listens there.
        for (name, isRefused) in [
            (String(repeating: "x", count: 201), true), (String(repeating: "x", count: 200), false),
        ] {
            let sample = try SampleSurvey(samples: 10, stream: name)
            let push = try ChildProcess(
                try BuiltProgram.path("waldo-relay"), ["push", sample.path, "mqtt://127.0.0.1:1", "--patience", "1"])
            defer { push.close() }
            #expect(try await push.exitStatus() == (isRefused ? 65 : 69), "\(push.errorLines)")
            let says = "survey 1 cannot be sent: stream, row 1024: name has more than 200 bytes"
            #expect(push.errorLines.joined().contains(says) == isRefused, "\(push.errorLines)")
        }
    }

    /// Root may write everywhere.
    @Test(.enabled(if: geteuid() != 0, "folders that may not be written: not as root"))
    func aFolderThatTakesNoLedgerIsNamed() async throws {
        let sample = try SampleSurvey(samples: 10)
        chmod(sample.folder.path, 0o555)
        defer { chmod(sample.folder.path, 0o755) }
        let push = try Self.push(sample.path, "mqtt://127.0.0.1:1", "--patience", "1")
        defer { push.close() }
        #expect(try await push.exitStatus() == 66)
        let says = "the folder \(sample.folder.path)/ cannot be written; make it writable"
        #expect(push.errorLines.joined().contains(says), "\(push.errorLines)")
    }

    @Test func outputThatIsLostIsNoSuccess() async throws {
        let sample = try SampleSurvey(samples: 10), relay = try BuiltProgram.path("waldo-relay")
        for target in [">/dev/full", ">&-"] {
            let status = try ChildProcess("/bin/sh", ["-c", "\(relay) status \(sample.path) \(target)"])
            defer { status.close() }
            #expect(try await status.exitStatus() == 74, "\(target)")
            #expect(status.errorLines.joined().contains("the output cannot be written"))
        }
    }

    @Test func aSurveyThatIsNotForUploadIsNeverSent() async throws {
        let sample = try SampleSurvey(samples: 10)
        do {
            let editor = try StoreEditor(path: sample.path)
            try editor.setUpload(1, isAllowed: false)
            try editor.close()
        }
        for arguments in [[], ["--survey", "1"], ["--survey", sample.survey.text]] {
            let push = try ChildProcess(
                try BuiltProgram.path("waldo-relay"), ["push", sample.path, "mqtt://127.0.0.1:1"] + arguments)
            defer { push.close() }
            #expect(try await push.exitStatus() == 77, "\(push.errorLines)")
        }
    }

    @Test func oneProcessSendsAFileToADestination() async throws {
        let broker = try await RealMosquitto(), sample = try SampleSurvey(samples: 10)
        let first = try Self.push(sample.path, broker.url, "--follow", "--plain-progress")
        defer { first.close() }
        try await first.waitForLine(containing: "waiting for a collector")
        let second = try Self.push(sample.path, broker.url)
        defer { second.close() }
        #expect(try await second.exitStatus() == 74)
        #expect(second.errorLines.joined().contains("process \(first.pid) sends it"), "\(second.errorLines)")
        first.send(signal: SIGTERM)
        #expect(try await first.exitStatus() == 143)
    }

    @Test func aDamagedLedgerIsSaidAndBegunAnew() async throws {
        let broker = try await RealMosquitto(), sample = try SampleSurvey(samples: 500)
        let collector = try FakeCollector(sample.survey, broker.url)
        #expect(try await finish(try Self.push(sample.path, broker.url), collector) == 0)
        try sample.folder.write(String(repeating: "no database ", count: 500), to: "s.relay")
        let push = try Self.push(sample.path, broker.url)
        #expect(try await finish(push, collector) == 0, "\(push.errorLines)")
        #expect(push.errorLines.joined().contains("it was damaged, and a new one begins"), "\(push.errorLines)")
        // The database has told what it holds.
        #expect(push.lines.last?.contains("; 0 rows were sent") == true, "\(push.lines)")
    }

    @Test func hostileProgressIsNoHarm() async throws {
        let broker = try await RealMosquitto(), sample = try SampleSurvey(samples: 2000)
        let collector = try FakeCollector(sample.survey, broker.url)
        let plan = try MQTTPlan(try MQTTAddress(broker.url), client: "hostile"), attacker = try MQTTConnection(plan)
        let topic = Topic(sample.place, .progress).description
        var random = SeededGenerator(3), isConnected = false
        let push = try Self.push(sample.path, broker.url)
        #expect(
            try await finish(push, collector) {
                if attacker.turn(wait: .zero).contains(.connected) { isConnected = true }
                guard isConnected else { return }
                var bytes = Array("waldo 1 progress 1 1\nreading-1\t1099511627775\n".utf8)
                for _ in 0..<3 {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                _ = attacker.publish(topic, bytes)
            } == 0, "\(push.errorLines)")
        #expect(try collector.differences(from: sample.path).isEmpty)
    }
}
