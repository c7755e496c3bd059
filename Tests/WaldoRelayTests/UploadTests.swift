import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoRelay

/// bGeigie logs, sent to a server that the test plays.
@Suite struct UploadTests {
    private static let log = """
        # NEW LOG
        # format=1.2.7nano
        $BNRDD,1013,2012-12-16T17:58:24Z,31,9,115,A,4618.9996,N,00658.4623,E,587.6,A,77.2,1*1A
        $BNRDD,1013,2012-12-16T17:58:31Z,35,5,120,A,4618.9612,N,00658.4831,E,443.7,A,1.28,1*1D

        """

    private let folder: TemporaryFolder
    private let key: String
    private var store: String { folder.path + "/s.gpkg" }

    init() async throws {
        folder = try TemporaryFolder()
        key = try folder.write("secret-key\n", to: "key")
        chmod(key, 0o600)
        let log = try folder.write(Self.log.replacing("\n", with: "\r\n"), to: "walk.LOG")
        let waldo = try ChildProcess(
            try BuiltProgram.path("waldo"), ["survey", "import", log, "--to", folder.path + "/s.gpkg"])
        defer { waldo.close() }
        guard try await waldo.exitStatus() == 0 else { throw DidNotHappen("an import: \(waldo.errorLines)") }
    }

    private func push(_ url: String, _ arguments: [String] = [], file: String? = nil) throws -> ChildProcess {
        try ChildProcess(
            try BuiltProgram.path("waldo-relay"), ["push", file ?? store, url, "--api-key", key] + arguments)
    }

    /// Takes a request and answers it.
    private func serve(_ server: ScriptedServer, _ status: String) throws -> [String] {
        try server.accept()
        var lines: [String] = [], blank = 0
        // Head, then the parts; the last line is the boundary with two dashes behind it.
        while !(lines.last?.hasPrefix("--") == true && lines.last?.hasSuffix("--\r") == true) {
            lines.append(try server.line())
            if lines.last == "\r" { blank += 1 }
            guard lines.count < 100 else { break }
        }
        server.send("HTTP/1.1 \(status)\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{\"id\": 17}")
        server.drop()
        return lines
    }

    @Test func aLogArrivesByteForByteAndOnce() async throws {
        let server = try ScriptedServer(), url = "http://127.0.0.1:\(server.port)/bgeigie_imports.json"
        let first = try push(url)
        defer { first.close() }
        let request = try serve(server, "201 Created")
        #expect(try await first.exitStatus() == 0, "\(first.errorLines)")
        #expect(request.first == "POST /bgeigie_imports.json HTTP/1.1\r")
        let text = request.joined(separator: "\n")
        #expect(text.contains(#"name="api_key""#) && request.contains("secret-key\r"))
        #expect(text.contains(#"name="bgeigie_import[source]"; filename="survey-1-session-1.log""#), "\(text)")
        #expect(text.contains(Self.log.replacing("\n", with: "\r\n")))
        let second = try push(url)
        defer { second.close() }
        #expect(try await second.exitStatus() == 0)
        #expect(second.lines.joined().contains("was taken by") && second.lines.joined().contains("before"))
        #expect(!server.hasCaller)
    }

    @Test func aLogThatIsAFileArrivesByteForByteAndOnce() async throws {
        let server = try ScriptedServer(), url = "http://127.0.0.1:\(server.port)/bgeigie_imports.json"
        let log = folder.path + "/walk.LOG"
        let first = try push(url, file: log)
        defer { first.close() }
        let text = try serve(server, "201 Created").joined(separator: "\n")
        #expect(try await first.exitStatus() == 0, "\(first.errorLines)")
        #expect(text.contains(#"name="bgeigie_import[source]"; filename="walk.LOG""#), "\(text)")
        #expect(text.contains(Self.log.replacing("\n", with: "\r\n")))
        let second = try push(url, file: log)
        defer { second.close() }
        #expect(try await second.exitStatus() == 0)
        #expect(second.lines.joined().contains("before") && !server.hasCaller)
    }

    @Test(arguments: [("401 Unauthorized", 77 as CInt, "--api-key"), ("500 Oops", 69, "answers 500")])
    func aRefusalIsSaidAndSentAgain(status: String, exit: CInt, says: String) async throws {
        let server = try ScriptedServer(), url = "http://127.0.0.1:\(server.port)/"
        for _ in 0..<2 {
            let push = try push(url)
            defer { push.close() }
            _ = try serve(server, status)
            #expect(try await push.exitStatus() == exit)
            #expect(push.errorLines.joined().contains(says), "\(push.errorLines)")
            #expect(!push.errorLines.joined().contains("secret-key"))
        }
    }

    private func status(_ file: String, _ arguments: String...) async throws -> String {
        let status = try ChildProcess(try BuiltProgram.path("waldo-relay"), ["status", file] + arguments)
        defer { status.close() }
        #expect(try await status.exitStatus() == 0, "\(status.errorLines)")
        return status.lines.joined(separator: "\n")
    }

    /// What was sent, what the server answered, and whether the file still is what was sent.
    @Test func theStatusTellsWhatTheImportHasOfALog() async throws {
        let server = try ScriptedServer(), url = "http://127.0.0.1:\(server.port)/bgeigie_imports.json"
        let log = folder.path + "/walk.LOG"
        #expect(try await status(log).hasSuffix("nothing was sent anywhere yet"))
        for (answer, exit, says) in [
            ("500 Oops", 69 as CInt, "not taken: the server answered 500 at 20"),
            ("201 Created", 0, #"as the file has it now; the server answered 201: {"id": 17}"#),
        ] {
            let push = try push(url, file: log)
            defer { push.close() }
            _ = try serve(server, answer)
            #expect(try await push.exitStatus() == exit)
            let found = try await status(log)
            #expect(found.contains("walk.LOG, ") && found.contains(says) && !found.contains("secret-key"), "\(found)")
        }
        let json = try await status(log, "--json")
        for part in [#""state":"taken""#, #""status":201"#, #""pending":0"#, #""survey":null"#] {
            #expect(json.contains(part), "\(part) in \(json)")
        }
        try folder.write(Self.log, to: "walk.LOG")
        let changed = try await status(log)
        #expect(changed.contains("an older state was taken 20") && changed.contains("push it again"), "\(changed)")
    }

    @Test func theStatusOfAFileTellsOfItsLogsAndNotOfRows() async throws {
        let refused = try push("http://127.0.0.1:1/")
        defer { refused.close() }
        #expect(try await refused.exitStatus() == 69)
        let silent = try await status(store)
        #expect(silent.contains("survey-1-session-1.log, ") && silent.contains("no answer has come"), "\(silent)")
        let server = try ScriptedServer(), url = "http://127.0.0.1:\(server.port)/"
        let push = try push(url)
        defer { push.close() }
        _ = try serve(server, "200 OK")
        #expect(try await push.exitStatus() == 0)
        let found = try await status(store)
        #expect(found.contains("taken 20") && found.contains("as the file has it now"), "\(found)")
        // No database is asked to acknowledge rows.
        #expect(!found.contains("rows acknowledged"), "\(found)")
        let json = try await status(store, "--json")
        for part in [#""pending":0,"#, #""state":"unanswered""#, #""state":"taken""#, #""session":1"#] {
            #expect(json.contains(part), "\(part) in \(json)")
        }
    }

    @Test func aSignalEndsItWhileTheServerIsSilent() async throws {
        let server = try ScriptedServer(), push = try push("http://127.0.0.1:\(server.port)/")
        defer { push.close() }
        try server.accept()
        let clock = meteredNow()
        push.send(signal: SIGINT)
        #expect(try await push.exitStatus() == 130)
        expectInTime(since: clock, within: .seconds(3))
    }

    @Test func whatCannotBeDoneIsSaid() async throws {
        let open = try folder.write("word\n", to: "open")
        chmod(open, 0o644)
        let cases: [(arguments: [String], status: CInt, says: String)] = [
            ([store, "http://192.0.2.1/"], 64, "https://"), ([store, "https://127.0.0.1:1/"], 64, "--api-key"),
            ([store, "https://user:word@127.0.0.1:1/", "--api-key", key], 64, "--api-key"),
            ([store, "https://127.0.0.1:1/?api_key=word", "--api-key", key], 64, "--api-key"),
            ([store, "https://", "--api-key", key], 64, "no address"),
            ([store, "https://127.0.0.1:1/", "--api-key", open], 65, "chmod 600"),
            ([store, "https://127.0.0.1:1/", "--api-key", key, "--follow"], 64, "alone"),
            ([store, "https://127.0.0.1:1/", "--api-key", key], 69, "cannot be reached"),
            ([store, "mqtt://127.0.0.1:1", "--api-key", key], 64, "https://"),
            ([key, "https://127.0.0.1:1/", "--api-key", key], 65, "nor a bGeigie log"),
            ([folder.path, "https://127.0.0.1:1/", "--api-key", key], 65, "not a regular file"),
            (["nowhere", "https://127.0.0.1:1/", "--api-key", key], 66, "nowhere"),
            ([folder.path + "/walk.LOG", "https://127.0.0.1:1/", "--api-key", key, "--survey", "1"], 64, "--survey"),
        ]
        for (arguments, status, says) in cases {
            let push = try ChildProcess(try BuiltProgram.path("waldo-relay"), ["push"] + arguments)
            defer { push.close() }
            #expect(try await push.exitStatus() == status, "\(arguments) \(push.errorLines)")
            #expect(push.errorLines.joined().contains(says), "\(arguments) \(push.errorLines)")
        }
    }

    @Test func aSurveyWithoutALogIsRefused() async throws {
        let sample = try SampleSurvey(samples: 5)
        let push = try ChildProcess(
            try BuiltProgram.path("waldo-relay"), ["push", sample.path, "https://127.0.0.1:1/", "--api-key", key])
        defer { push.close() }
        #expect(try await push.exitStatus() == 65)
        #expect(push.errorLines.joined().contains("bGeigie log"), "\(push.errorLines)")
    }
}
