import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// What another user of the machine can do to the files of somebody who surveys and drives.
@Suite(.serialized, .withAnotherUser) struct LocalUserFileTests {
    private let record = AttemptRecord(of: "LocalUserFileTests")
    private let machine: SharedMachine

    init() async throws { machine = try await SharedMachine() }

    @Test func anotherUserCanDoWhatThePageSays() async throws {
        try await survey()
        try await results()
        try await locks()
        try record.compareWithPage()
    }

    private func survey() async throws {
        let survey = try machine.start(
            ["survey", "--sensor", "demo", "--locate", "fixed=35,139", "--to", "s.gpkg", "--plain"])
        defer { survey.close() }
        try await survey.waitForLine { $0.contains("\"sample\"") }
        try await waitUntil("the log") { access(machine.files.path("s.gpkg-shm"), F_OK) == 0 ? true : nil }
        try await record.add(
            .localUser, "read a survey while it is recorded", may: false,
            did: machine.strangerCanRead("s.gpkg", "s.gpkg-wal", "s.gpkg-shm"),
            "The file, its log and its index have mode 0600, whatever the umask is.")
        try await record.add(
            .localUser, "change a survey", may: false, did: machine.strangerCanWrite("s.gpkg"),
            "The file may not be opened.")
        try await record.add(
            .localUser, "end the program or stop it", may: false,
            did: machine.strangerCan("/bin/sh", "-c", "kill -STOP $0", "\(survey.pid)"),
            "The kernel refuses the signal.")
        survey.send(signal: SIGTERM)
        _ = try await survey.exitStatus()
    }

    private func results() async throws {
        try await machine.run("survey", "export", "s.gpkg", "--csv", "s.csv")
        try await machine.run("survey", "export", "s.gpkg", "--geojson", "s.geojson")
        try await machine.run("survey", "export", "s.gpkg", "--mcap", "s.mcap")
        try await record.add(
            .localUser, "read a survey's exports", may: false,
            did: machine.strangerCanRead("s.gpkg", "s.csv", "s.geojson", "s.mcap"),
            "Mode 0600.")
        try await machine.run("drive", "--override", "--input", "demo", "--arm", "rover", "--record", "r.jsonl")
        try await machine.run("log", "r.jsonl", "--csv", "r.csv")
        try await record.add(
            .localUser, "read the recording of a drive, and its exports", may: false,
            did: machine.strangerCanRead("r.jsonl", "r.csv"), "Mode 0600.")
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
        try #require(chmod(machine.files.path("s.gpkg"), mode) == 0)
        let locker = try machine.asStranger(["/usr/bin/python3", "-c", Self.locker, machine.files.path("s.gpkg")])
        defer { locker.close() }
        try await locker.waitForLine { $0 == "tried" }
        let tag = try machine.start(["survey", "tag", "s.gpkg", "seen"])
        defer { tag.close() }
        return try await tag.exitStatus(within: .seconds(60)) != 0
    }
}
