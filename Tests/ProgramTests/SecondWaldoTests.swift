import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport

/// Two Waldos and one shield: of another user, and in a container that has the host's message bus.
@Suite(.serialized) struct SecondWaldoTests {
    /// A drive that has its link, and what it must go on with.
    private final class First {
        let shield: FakeShield
        let child: ChildProcess

        init() async throws {
            shield = try await FakeShield()
            child = try ChildProcess(
                BuiltProgram.path("waldo"),
                ["drive", "--plain", "--input", "panel", "--panel", "127.0.0.1:0", "--shield", shield.address],
                environment: shield.bus.environment)
            try await child.waitForLine(containing: "\"state\":\"connected\"")
        }

        deinit {
            child.close()
            shield.close()
        }

        /// Neither its link nor its frames were touched.
        func expectUntouched() async throws {
            try await shield.said()
            #expect(child.exitNow == nil)
            #expect(shield.calls("Disconnect") == 0 && shield.calls("AcquireWrite") <= 2)
            #expect(!child.lines.contains { $0.contains("\"state\":\"lost\"") }, "\(child.lines)")
            #expect(shield.arrivals.allSatisfy { $0.isHalt }, "\(shield.arrivals.map(\.text))")
        }
    }

    /// A container: network, mounts and processes of its own, and the bus' socket, which is a file. Nothing is mounted
    /// in it, and in a `chroot` the root's propagation could not be changed.
    private func inContainer(_ arguments: [String], _ shield: FakeShield) throws -> ChildProcess {
        try ChildProcess(
            "unshare",
            [
                "-n", "-m", "--propagation", "unchanged", "-p", "-f", "--kill-child", "/bin/sh", "-c", "ip link set lo up; exec \"$@\"", "sh",
                try BuiltProgram.path("waldo"),
            ] + arguments, environment: shield.bus.environment)
    }

    private static let drives: [[String]] = [
        ["send", "F>"], ["drive", "--plain", "--input", "panel", "--panel", "127.0.0.1:0"],
        ["drive", "--plain", "--wait", "--input", "panel", "--panel", "127.0.0.1:0", "--sensor", "demo"],
    ]

    @Test(.enabled(if: geteuid() == 0, "only root makes a container here"), arguments: drives)
    func oneInAContainerIsRefusedAndTheFirstGoesOn(arguments: [String]) async throws {
        let first = try await First()
        let second = try inContainer(arguments + ["--shield", first.shield.address], first.shield)
        defer { second.close() }
        #expect(try await second.exitStatus(within: .seconds(20)) == 69, "\(second.errorLines)")
        let says = second.errorLines.last ?? ""
        #expect(says.contains("is driven by another program already, which has its write socket"), "\(says)")
        try await first.expectUntouched()
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes a container here"))
    func aDoctorInAContainerDoesNotScan() async throws {
        let first = try await First()
        let scans = first.shield.calls("StartDiscovery")
        let second = try inContainer(["doctor"], first.shield)
        defer { second.close() }
        _ = try await second.exitStatus(within: .seconds(20))
        let line = second.lines.first { $0.contains(" shields ") } ?? ""
        let says = "not looked for: a program that has the write socket drives \(first.shield.address), and a scan"
        #expect(line.contains(says), "\(second.lines)")
        try await first.expectUntouched()
        #expect(first.shield.calls("StartDiscovery") == scans)
    }

    // MARK: users

    /// Takes a drive's lock, as another user.
    private func taken(_ name: String, listens: Bool) async throws -> ChildProcess {
        let script = """
            import socket, sys
            lock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            lock.bind("\\0" + sys.argv[1])
            if sys.argv[2] == "listens": lock.listen()
            print("taken", flush=True)
            sys.stdin.read()
            """
        let holder = try ChildProcess(
            "setpriv",
            [
                "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c", script, name,
                listens ? "listens" : "",
            ])
        try await holder.waitForLine(containing: "taken")
        return holder
    }

    /// Whether or not it can be asked by its socket.
    @Test(.enabled(if: geteuid() == 0, "only root becomes another user"), arguments: [true, false])
    func theUserOfALockIsNamed(listens: Bool) async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        let holder = try await taken("waldo/\(shield.address)", listens: listens)
        defer { holder.close() }
        let second = try ChildProcess(
            BuiltProgram.path("waldo"), ["send", "F>", "--shield", shield.address], environment: shield.bus.environment)
        defer { second.close() }
        #expect(try await second.exitStatus() == 69)
        let says = second.errorLines.last ?? ""
        #expect(says.contains("is reserved by another program, “python3”"), "\(says)")
        #expect(says.contains("(process \(holder.pid) of user nobody (65534))"), "\(says)")
        try await shield.said()
        #expect(shield.calls("Connect") == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root becomes another user"))
    func theDoctorNamesTheUser() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        let holder = try await taken("waldo/\(shield.address)", listens: true)
        defer { holder.close() }
        let doctor = try ChildProcess(BuiltProgram.path("waldo"), ["doctor"], environment: shield.bus.environment)
        defer { doctor.close() }
        try await waitUntil("the scan, or its lack", within: .seconds(20)) {
            doctor.lines.contains { $0.contains(" shields ") } ? () : nil
        }
        let line = doctor.lines.first { $0.contains(" shields ") } ?? ""
        // The lock counts for shields that BlueZ knows.
        #expect(line.contains("(process \(holder.pid) of user nobody (65534))"), "\(line)")
    }
}

extension FakeShield.Arrival {
    /// Whether it stops: what a drive sends when it takes the shield over.
    fileprivate var isHalt: Bool { text == "S>" }
}
