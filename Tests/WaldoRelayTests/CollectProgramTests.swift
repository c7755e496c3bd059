import Glibc
import Testing
import WaldoStore
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// The built collector between a real broker and a real database.
@Suite(.serialized) struct CollectProgramTests {
    private func collector(_ broker: RealMosquitto, _ server: RealPostgres, _ database: String, _ more: [String] = [])
        throws -> ChildProcess
    {
        try ChildProcess(
            BuiltProgram.path("waldo-relay"),
            ["collect", "--from", broker.url, "--to", server.url(database, user: "collector"), "--json"] + more)
    }

    /// Sends a survey until the database has all of it.
    private func send(
        _ sample: SampleSurvey, by broker: RealMosquitto, within limit: Duration = .seconds(60),
        _ during: (Int) async throws -> Void = { _ in }
    ) async throws {
        let station = try TestStation(sample, broker.url)
        let end = ContinuousClock.now + limit
        var turns = 0
        while !(try station.turn()) {
            turns += 1
            try await during(turns)
            guard ContinuousClock.now < end else {
                throw DidNotHappen("all of the survey in the database: \(station.state)")
            }
        }
    }

    private func pulled(_ sample: SampleSurvey, _ server: RealPostgres, _ database: String) async throws -> String {
        let pull = try ChildProcess(
            BuiltProgram.path("waldo-relay"),
            [
                "pull", String(sample.survey.text.prefix(8)), "--from", server.url(database, user: "reader"), "--to",
                sample.folder.path + "/pulled.gpkg",
            ])
        defer { pull.close() }
        guard try await pull.exitStatus(within: .seconds(60)) == 0 else {
            throw DidNotHappen("pull: \(pull.errorLines)")
        }
        return try SampleSurvey.digest(sample.folder.path + "/pulled.gpkg")
    }

    @Test func whatIsPublishedIsStoredAndAcknowledged() async throws {
        let (server, broker) = (try await RealPostgres.common(), try await RealMosquitto())
        try server.database("collect")
        let sample = try SampleSurvey(samples: 2500),
            collector = try collector(broker, server, "collect", ["--shards", "0-7"])
        defer { collector.close() }
        try await send(sample, by: broker)
        #expect(try await pulled(sample, server, "collect") == SampleSurvey.digest(sample.path))
        try await collector.waitForLine(containing: "\"state\":\"collecting\"")
        collector.send(signal: SIGTERM)
        #expect(try await collector.exitStatus() == 128 + SIGTERM)
    }

    @Test func aCollectorThatIsKilledLosesAndDoublesNothing() async throws {
        let (server, broker) = (try await RealPostgres.common(), try await RealMosquitto())
        try server.database("killed")
        let sample = try SampleSurvey(samples: 20_000)
        var running = try collector(broker, server, "killed"), kills = 0
        defer { running.close() }
        try await send(sample, by: broker) { turns in
            guard turns % 150 == 100, kills < 3 else { return }
            kills += 1
            running.send(signal: SIGKILL)
            running.close()
            running = try collector(broker, server, "killed")
        }
        #expect(kills == 3)
        #expect(try await pulled(sample, server, "killed") == SampleSurvey.digest(sample.path))
        #expect(try server.rows("SELECT count(*) FROM waldo.conflict", in: "killed") == ["0"])
    }

    @Test func aDatabaseThatIsKilledIsWaitedForAndLosesNothing() async throws {
        let (server, broker) = (try await RealPostgres(), try await RealMosquitto())
        try server.database("power")
        let sample = try SampleSurvey(samples: 20_000)
        let running = try collector(broker, server, "power")
        defer { running.close() }
        var isKilled = false
        try await send(sample, by: broker) { turns in
            guard turns == 100 else { return }
            isKilled = true
            try await server.kill()
            try await running.waitForLine(containing: "\"state\":\"no database\"")
            try await server.restart()
        }
        #expect(isKilled && running.exitNow == nil)
        #expect(try await pulled(sample, server, "power") == SampleSurvey.digest(sample.path))
        #expect(try server.rows("SELECT count(*) FROM waldo.conflict", in: "power") == ["0"])
    }

    @Test func aBrokerThatIsKilledLosesNothing() async throws {
        let (server, broker) = (try await RealPostgres.common(), try await RealMosquitto())
        try server.database("broker")
        let sample = try SampleSurvey(samples: 20_000)
        let running = try collector(broker, server, "broker")
        defer { running.close() }
        try await send(sample, by: broker) { turns in
            guard turns == 100 else { return }
            try await broker.kill()
            try await broker.restart()
        }
        #expect(try await pulled(sample, server, "broker") == SampleSurvey.digest(sample.path))
    }

    @Test func hostilePayloadsAreRejectedWithReasonAndHoldUpNothing() async throws {
        let (server, broker) = (try await RealPostgres.common(), try await RealMosquitto())
        try server.database("hostile")
        let sample = try SampleSurvey(samples: 200), running = try collector(broker, server, "hostile")
        defer { running.close() }
        try await running.waitForErrorLine(containing: "the broker is connected")
        let attacker = try TestStation(sample, broker.url)
        // A row twice: one statement of the database takes no two of one key.
        var twice = String(decoding: try sample.meta().payload.dropLast(15), as: UTF8.self).split(separator: "\n")
        let row = try #require(twice.lastIndex { $0.hasPrefix("session\t") })
        twice.insert(twice[row], at: row)
        var doubled = Array((twice.joined(separator: "\n") + "\n").utf8)
        Wire.seal(&doubled)
        try attacker.publish([
            ("waldo/v2/roof/6/\(sample.survey)/meta", doubled),
            ("waldo/v2/roof/6/\(sample.survey)/event-1", [0, 255]),
            ("waldo/v2/roof/6/\(sample.survey)/x'; DROP TABLE waldo.event;--", [1]),
            ("waldo/v2/roof/6/\(sample.survey)/meta", Array("waldo 1 meta 9\n".utf8)),
            ("waldo/v2/roof/6/nobody/event-1", []),
            ("waldo/v2/roof/6/\(sample.survey)/sample-1-0", [UInt8](repeating: 9, count: 900_000)),
        ])
        try await send(sample, by: broker)
        #expect(try await pulled(sample, server, "hostile") == SampleSurvey.digest(sample.path))
        #expect(try server.rows("SELECT count(*) FROM waldo.rejected WHERE reason <> ''", in: "hostile") == ["6"])
        #expect(
            try server.rows("SELECT count(*) FROM waldo.rejected WHERE reason LIKE '%comes twice%'", in: "hostile")
                == ["1"])
        #expect(running.exitNow == nil)
    }

    @Test func theStationThatHadASurveyIsToldThatItWasHandedOn() async throws {
        let (server, broker) = (try await RealPostgres.common(), try await RealMosquitto())
        try server.database("given")
        let sample = try SampleSurvey(samples: 20), program = try BuiltProgram.path("waldo-relay")
        let running = try collector(broker, server, "given"), direct = server.url("given", user: "collector")
        defer { running.close() }
        let ownership = try Ownership(try server.plan("given").open())
        func push(to destination: String) async throws -> (status: CInt, says: [String]) {
            let push = try ChildProcess(
                program, ["push", sample.path, destination, "--station", "roof", "--patience", "30"])
            defer { push.close() }
            return (try await push.exitStatus(within: .seconds(60)), push.errorLines)
        }
        #expect(try await push(to: broker.url).status == 0)
        _ = try ownership.hand(sample.survey, to: StationName("lab")!)
        // With nothing new to send, with something, and without a broker.
        for (number, destination) in [broker.url, broker.url, direct].enumerated() {
            let (status, says) = try await push(to: destination)
            #expect(status == 65 && says.count == 1, "\(number): \(says)")
            #expect(says.joined().contains("survey 1 belongs to another station"), "\(says)")
            #expect(says.joined().contains("waldo-relay hand --to roof"), "\(says)")
            let editor = try StoreEditor(path: sample.path)
            try editor.addTag("seen\(number)", to: 1)
            try editor.close()
        }
        // What the broker has kept of it keeps nobody out.
        _ = try ownership.hand(sample.survey, to: StationName("roof")!)
        let (status, says) = try await push(to: broker.url)
        #expect(status == 0, "\(says)")
    }

    @Test func aFileIsPushedStraightToTheDatabaseAndOnlyOnce() async throws {
        let server = try await RealPostgres.common()
        try server.database("direct")
        let sample = try SampleSurvey(samples: 3000), program = try BuiltProgram.path("waldo-relay")
        for _ in 0..<2 {
            let push = try ChildProcess(program, ["push", sample.path, server.url("direct", user: "collector")])
            defer { push.close() }
            #expect(try await push.exitStatus(within: .seconds(60)) == 0, "\(push.errorLines)")
        }
        #expect(try await pulled(sample, server, "direct") == SampleSurvey.digest(sample.path))
        #expect(try server.rows("SELECT count(*) FROM waldo.sample", in: "direct") == ["3001"])
        let refused = try ChildProcess(program, ["push", sample.path, server.url("postgres")])
        defer { refused.close() }
        #expect(try await refused.exitStatus(within: .seconds(60)) == 69)
        #expect(refused.errorLines.joined().contains("waldo-relay schema"), "\(refused.errorLines)")
    }

    @Test func whatNoWaitingMendsEndsIt() async throws {
        let (server, broker) = (try await RealPostgres.common(), try await RealMosquitto())
        let program = try BuiltProgram.path("waldo-relay")
        for (arguments, status, words) in [
            (["--to", server.url("postgres")], 69, "waldo-relay schema"),
            (["--to", server.url("nowhere")], 69, "does not exist"),
            (["--to", "postgres://u:p@/x"], 64, "--passfile"), (["--to", "x"], 64, "postgres://"),
            (["--to", server.url("postgres"), "--shards", "x"], 64, "shards"),
            (["--to", server.url("postgres"), "--passfile", "/nonexistent"], 66, "no such file"),
        ] as [([String], CInt, String)] {
            let child = try ChildProcess(program, ["collect", "--from", broker.url] + arguments)
            defer { child.close() }
            #expect(try await child.exitStatus() == status, "\(arguments)")
            #expect(child.errorLines.count == 1 && child.errorLines[0].contains(words), "\(child.errorLines)")
        }
    }
}
