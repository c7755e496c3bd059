import Glibc
import Testing
import WaldoTestSupport

/// What another user of the machine can do to somebody who surveys and drives with a umask of 000, tried as `nobody`.
@Suite(.serialized, .enabled(if: geteuid() == 0, "another user is played by `nobody`: as root alone"))
struct LocalUserTests {
    private static let token = "open-sesame-12345"
    private let record = AttemptRecord(of: "LocalUserTests")
    private let files: SurveyFiles

    init() throws {
        files = try SurveyFiles()
        // Others reach the folder, so that only the files' own modes keep them out.
        chmod(files.folder.path, 0o755)
    }

    /// Starts a program as the operator, who has no umask.
    private func start(_ words: [String], environment: [String: String?] = [:]) throws -> ChildProcess {
        try ChildProcess(
            "/bin/bash",
            ["-c", "umask 000; cd \"$0\"; exec \"$@\"", files.folder.path, try BuiltProgram.path("waldo")] + words,
            environment: environment)
    }

    private func run(_ words: String...) async throws {
        let child = try start(words)
        defer { child.close() }
        try #require(try await child.exitStatus(within: .seconds(60)) == 0, "\(words): \(child.errorLines)")
    }

    /// Starts a command of another user.
    private func asStranger(_ words: String...) throws -> ChildProcess { try asStranger(words) }

    private func asStranger(_ words: [String]) throws -> ChildProcess {
        try ChildProcess("/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "--"] + words)
    }

    /// Whether a command succeeds for another user.
    private func stranger(_ words: String...) async throws -> Bool {
        let child = try asStranger(words)
        defer { child.close() }
        return try await child.exitStatus() == 0
    }

    private func canRead(_ names: String...) async throws -> Bool {
        var canRead = false
        for name in names {
            try #require(access(files.path(name), F_OK) == 0, "\(name)")
            canRead = try await stranger("head", "-c", "1", files.path(name)) || canRead
        }
        return canRead
    }

    private func canWrite(_ name: String) async throws -> Bool {
        try await stranger("/bin/sh", "-c", "printf x >>\"$0\"", files.path(name))
    }

    @Test func anotherUserCanDoWhatThePageSays() async throws {
        try #require(try await stranger("ls", files.folder.path))
        try await survey()
        try await results()
        try await panel()
        try await ports()
        try await locks()
        try await places()
        try record.compareWithPage()
    }

    private func survey() async throws {
        let survey = try start(
            ["survey", "--sensor", "demo", "--locate", "fixed=35,139", "--to", "s.gpkg", "--plain"])
        defer { survey.close() }
        try await survey.waitForLine { $0.contains("\"sample\"") }
        try await waitUntil("the log") { access(files.path("s.gpkg-shm"), F_OK) == 0 ? true : nil }
        try await record.add(
            .localUser, "read a survey while it is recorded", may: false,
            did: canRead("s.gpkg", "s.gpkg-wal", "s.gpkg-shm"),
            "The file, its log and its index have mode 0600, whatever the umask is.")
        try await record.add(
            .localUser, "change a survey", may: false, did: canWrite("s.gpkg"), "The file may not be opened.")
        try await record.add(
            .localUser, "end the program or stop it", may: false,
            did: stranger("/bin/sh", "-c", "kill -STOP $0", "\(survey.pid)"),
            "The kernel refuses the signal.")
        survey.send(signal: SIGTERM)
        _ = try await survey.exitStatus()
    }

    private func results() async throws {
        try await run("survey", "export", "s.gpkg", "--csv", "s.csv")
        try await run("survey", "export", "s.gpkg", "--geojson", "s.geojson")
        try await run("survey", "export", "s.gpkg", "--mcap", "s.mcap")
        try await record.add(
            .localUser, "read a survey's exports", may: false, did: canRead("s.gpkg", "s.csv", "s.geojson", "s.mcap"),
            "Mode 0600.")
        try await run("drive", "--override", "--input", "demo", "--arm", "rover", "--record", "r.jsonl")
        try await run("log", "r.jsonl", "--csv", "r.csv")
        try await record.add(
            .localUser, "read the recording of a drive, and its exports", may: false,
            did: canRead("r.jsonl", "r.csv"), "Mode 0600.")
    }

    private func panel() async throws {
        try files.folder.write(Self.token + "\n", to: "token")
        let words = [
            "drive", "--override", "--plain", "--input", "panel", "--panel", "127.0.0.1:0", "--panel-token-file",
            "token",
        ]
        // As a careless operator leaves it.
        chmod(files.path("token"), 0o644)
        try #require(try await canRead("token"))
        let careless = try start(words)
        defer { careless.close() }
        let isRefused =
            try await careless.exitStatus(within: .seconds(20)) == 65
            && careless.errorLines.contains { $0.contains("token: others may read it") }
        chmod(files.path("token"), 0o600)
        try await record.add(
            .localUser, "read the token in the operator's file", may: false, did: canRead("token") || !isRefused,
            "A file that others may read is refused by its name.")
        let drive = try start(words)
        defer { drive.close() }
        let line = try await drive.waitForErrorLine(containing: "the panel is at ")
        let port = try #require(line.firstMatch(of: #/127\.0\.0\.1:([0-9]+)/#).flatMap { UInt16($0.1) })
        let list = try readFile("/proc/\(drive.pid)/cmdline")
        record.add(
            .localUser, "read a chosen token in the list of processes or in what is printed", may: false,
            did: list.contains(Self.token) || drive.errorLines.contains { $0.contains(Self.token) },
            "It is in neither, if a file or the environment names it. `--panel-token` shows it in the list.")
        try await record.add(
            .localUser, "read the environment of a drive", may: false,
            did: stranger("head", "-c", "1", "/proc/\(drive.pid)/environ"), "The kernel refuses it.")
        let refused = PanelRequest("/drive", port: port, isSocket: true).status()
        record.add(
            .localUser, "drive by a panel on a loopback address that has a token", may: false, did: refused == 101,
            "403, as for a guest.")
        let open = try start(["drive", "--override", "--plain", "--input", "panel", "--panel", "127.0.0.1:0"])
        defer { open.close() }
        let address = try await open.waitForErrorLine(containing: "the panel is at ")
        let other = try #require(address.firstMatch(of: #/127\.0\.0\.1:([0-9]+)/#).flatMap { UInt16($0.1) })
        record.add(
            .localUser, "drive by a panel on a loopback address that has none", may: true,
            did: PanelRequest("/drive", port: other, isSocket: true).status() == 101,
            "Any program of the machine may drive by it: choose a token on a machine of several users.")
    }

    /// Listens at a port of the machine until it is ended.
    private static let listener = """
        import socket, sys
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        sys.stdin.read()
        """

    /// Takes the port of a panel, its proxy's address, and the places of Foxglove.
    private func ports() async throws {
        let listener = try asStranger("/usr/bin/python3", "-c", Self.listener)
        defer { listener.close() }
        let taken = try await listener.waitForLine { Int($0) != nil }
        let drive = ["drive", "--override", "--plain", "--input", "panel", "--panel"]
        let late = try start(drive + ["127.0.0.1:\(taken)"])
        defer { late.close() }
        let status = try await late.exitStatus(within: .seconds(20))
        record.add(
            .localUser, "take the panel's port before a drive", may: true,
            did: status == 74 && late.errorLines.contains { $0.contains("port \(taken) is taken by another program") },
            "The drive does not start, and names the port.")

        let other = try start(
            drive + [
                "127.0.0.1:0", "--panel-origin", "https://arm.example", "--panel-proxy", "127.0.0.1",
                "--panel-token-file", "token", "--foxglove", "127.0.0.1:0",
            ])
        defer { other.close() }
        func port(behind words: String) async throws -> UInt16 {
            let line = try await other.waitForErrorLine(containing: words)
            return try #require(line.firstMatch(of: #/127\.0\.0\.1:([0-9]+)/#).flatMap { UInt16($0.1) }, "\(line)")
        }
        let forged = PanelRequest(
            "/drive?token=wrong", port: try await port(behind: "the panel is at http://"), isSocket: true,
            headers: ["X-Forwarded-For: 192.0.2.7"])
        let answer = forged.status()
        record.add(
            .localUser, "guess the token under an address of his choice, where a proxy has a loopback address",
            may: true,
            did: answer == 403 && other.errorLines.contains { $0.contains("192.0.2.7") },
            "The proxy's address is his too. It is 403 after a second for each connection all the same.")

        let client = PanelRequest(
            "/", port: try await port(behind: "for Foxglove: "), isSocket: true,
            headers: ["Sec-WebSocket-Protocol: foxglove.sdk.v1"])
        let clients = (0..<8).map { _ in client.send() }
        defer { for socket in clients where socket >= 0 { close(socket) } }
        try #require(clients.allSatisfy { client.status(on: $0) == 101 })
        record.add(
            .localUser, "occupy all places of Foxglove's server on a loopback address without a token", may: true,
            did: client.status() == 503, "The ninth client gets 503: choose a token on a machine of several users.")
    }

    /// Locks a file's byte of Waldo's for reading, if the file can be opened, and keeps it until it is ended. What the
    /// kernel lists of sockets shows lines of its making besides.
    private static let locker = """
        import fcntl, os, socket, struct, sys
        name, forged = sys.argv[1], socket.socket(socket.AF_UNIX)
        status = os.stat(name)
        forged.bind(f"\\0x\\n0: 2 0 10000 1 1 1 @waldo-store-{status.st_dev}-{status.st_ino}/0".encode()[:100])
        forged.listen()
        try:
            file = os.open(name, os.O_RDONLY)
            fcntl.fcntl(file, 37, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 1 << 62, 1, 0))
        except PermissionError:
            pass
        print("tried", flush=True)
        sys.stdin.read()
        """

    /// Whether another user keeps the operator from writing a survey of this mode.
    private func keepsFromWriting(mode: mode_t) async throws -> Bool {
        try #require(chmod(files.path("s.gpkg"), mode) == 0)
        let locker = try asStranger("/usr/bin/python3", "-c", Self.locker, files.path("s.gpkg"))
        defer { locker.close() }
        try await locker.waitForLine { $0 == "tried" }
        let tag = try start(["survey", "tag", "s.gpkg", "seen"])
        defer { tag.close() }
        return try await tag.exitStatus(within: .seconds(60)) != 0
    }

    private func locks() async throws {
        record.add(
            .localUser, "keep a survey from being written by taking its lock", may: false,
            did: try await keepsFromWriting(mode: 0o600), "Who may not open the file cannot lock it.")
        record.add(
            .localUser, "keep a survey from being written that he may read", may: true,
            did: try await keepsFromWriting(mode: 0o644),
            "He can lock what he may read, as with any database of SQLite's: leave the mode at 0600.")
    }

    /// Listens where gpsd would, and sends places without end to whoever connects.
    private static let falseGPSD = """
        import socket
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        version = b'{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\\r\\n'
        fix = b'{"class":"TPV","device":"/dev/pts/1","mode":3,"lat":50.0875,"lon":14.4213}\\r\\n'
        while True:
            caller = server.accept()[0]
            try:
                caller.sendall(version)
                while True:
                    caller.sendall(fix * 10)
            except OSError:
                caller.close()
        """

    /// Surveys by the places of another user's gpsd until it says this.
    private func survey(_ file: String, at port: UInt16, isolated: [String] = [], until note: String) async throws {
        let waldo = try BuiltProgram.path("waldo"), place = "gpsd=127.0.0.1:\(port)"
        let words =
            isolated + [waldo, "survey", "--sensor", "demo", "--locate", place, "--to", files.path(file), "--plain"]
        let survey = try ChildProcess(words[0], Array(words[1...]))
        defer { survey.close() }
        try await survey.waitForLine(containing: note, within: .seconds(20))
        survey.send(signal: SIGTERM)
        _ = try await survey.exitStatus(within: .seconds(20))
    }

    private func places() async throws {
        let gpsd = try ChildProcess(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", "--", "/usr/bin/python3", "-c", Self.falseGPSD])
        defer { gpsd.close() }
        let port = try #require(UInt16(try await gpsd.waitForLine { UInt16($0) != nil }))
        try await survey("false.gpkg", at: port, until: "belongs to user nobody (65534), who could send false places")
        let refused = try await files.survey("show", "false.gpkg").lines.joined(separator: "\n")
        record.add(
            .localUser, "place a survey falsely by listening at gpsd's port", may: false,
            did: !refused.contains(" 0 fixes"),
            "The kernel says who has accepted the connection. Only root, `gpsd` and the operator are believed, and `nobody` behind a port of root's."
        )
        // A station's unit has such a namespace.
        try await survey(
            "station.gpkg", at: port, isolated: ["/usr/bin/unshare", "--user", "--map-current-user", "--"],
            until: "gpsd sent more than 20 a second")
        let placed = try await files.survey("show", "station.gpkg").lines.joined(separator: "\n")
        record.add(
            .localUser, "place a station's survey so, in whose user namespace all other users look alike", may: true,
            did: !placed.contains(" 0 fixes"),
            "The survey warns of it. Run gpsd on the machine, so that its port is taken; or override the unit's namespace."
        )
        record.add(
            .localUser, "fill the disk by places without end", may: false, did: !placed.contains(" left out "),
            "20 a second are stored. The others are counted, and `waldo survey show` says how many.")
    }
}
