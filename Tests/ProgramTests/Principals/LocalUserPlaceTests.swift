import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// What another user of the machine can do to a survey by the places that gpsd would send.
@Suite(.serialized, .withAnotherUser) struct LocalUserPlaceTests {
    private let record = AttemptRecord(of: "LocalUserPlaceTests")
    private let machine: SharedMachine

    init() async throws { machine = try await SharedMachine() }

    @Test func anotherUserCanDoWhatThePageSays() async throws {
        let gpsd = try machine.asStranger(["/usr/bin/python3", "-c", Self.falseGPSD])
        defer { gpsd.close() }
        let port = try #require(UInt16(try await gpsd.waitForLine { UInt16($0) != nil }))
        try await survey("false.gpkg", at: port, until: "belongs to user nobody (65534), who could send false places")
        let refused = try await machine.files.survey("show", "false.gpkg").lines.joined(separator: "\n")
        record.add(
            .localUser, "place a survey falsely by listening at gpsd's port", may: false,
            did: !refused.contains(" 0 fixes"),
            "The kernel says who has accepted the connection. Only root, `gpsd` and the operator are believed, and `nobody` behind a port of root's."
        )
        // A station's unit has such a namespace.
        try await survey(
            "station.gpkg", at: port, isolated: ["/usr/bin/unshare", "--user", "--map-current-user", "--"],
            until: "gpsd sent more than 20 a second")
        let placed = try await machine.files.survey("show", "station.gpkg").lines.joined(separator: "\n")
        record.add(
            .localUser, "place a station's survey so, in whose user namespace all other users look alike", may: true,
            did: !placed.contains(" 0 fixes"),
            "The survey warns of it. Run gpsd on the machine, so that its port is taken; or override the unit's namespace."
        )
        record.add(
            .localUser, "fill the disk by places without end", may: false, did: !placed.contains(" left out "),
            "20 a second are stored. The others are counted, and `waldo survey show` says how many.")
        try record.compareWithPage()
    }

    /// Listens where gpsd would, and sends places without end on each connection.
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
            isolated + [
                waldo, "survey", "--sensor", "demo", "--locate", place, "--to", machine.files.path(file), "--plain",
            ]
        let survey = try ChildProcess(words[0], Array(words[1...]))
        defer { survey.close() }
        try await survey.waitForLine(containing: note, within: .seconds(20))
        survey.send(signal: SIGTERM)
        _ = try await survey.exitStatus(within: .seconds(20))
    }
}
