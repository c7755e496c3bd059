import Glibc
import WaldoTestSupport

/// Debian's gpsd with a receiver that gpsfake plays: on 127.0.0.1 and ::1 only, on a port of its own, and apart from a
/// gpsd of the machine.
///
/// Closing or releasing it ends both processes and removes what they leave in the system.
final class GPSFake {
    private static let program = "/usr/bin/gpsfake", daemon = "/usr/sbin/gpsd"
    /// The time between two sentences, in seconds: a position comes every 0.3 s.
    private static let pace = "0.1"

    /// Whether both are there.
    static var isInstalled: Bool { access(program, X_OK) == 0 && access(daemon, X_OK) == 0 }

    private let child: ChildProcess
    private let port: UInt16

    /// Starts gpsd, which begins to read the log, and waits until it listens.
    /// - Parameters:
    ///   - log: the receiver's log; it is repeated from its begin at its end.
    ///   - port: where gpsd listens.
    /// - Throws: `DidNotHappen` if it does not listen in time.
    init(_ log: String, port: UInt16) async throws {
        self.port = port
        // gpsd's AppArmor profile has its control socket in /tmp. Without a bus it cannot publish the places of a test.
        child = try ChildProcess(
            Self.program, ["-q", "-n", "-c", Self.pace, "-P", "\(port)", log],
            environment: ["TMPDIR": "/tmp", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"])
        try await waitUntil("gpsd listens", within: .seconds(20), instead: { "\(child.errorLines)" }) {
            if child.exitNow != nil { throw DidNotHappen("gpsfake has ended: \(child.errorLines)") }
            return Loopback.listens(port) ? () : nil
        }
    }

    deinit { close() }

    /// Kills gpsd, as its crash would end it; gpsfake notices that, and ends too.
    /// - Throws: `DidNotHappen` if gpsd is not found, or gpsfake does not end.
    func kill() async throws {
        let children = try readFile("/proc/\(child.pid)/task/\(child.pid)/children")
        guard let daemon = children.split(separator: " ").compactMap({ pid_t($0) }).first else {
            throw DidNotHappen("gpsfake has no gpsd")
        }
        Glibc.kill(daemon, SIGKILL)
        _ = try await child.exit(within: .seconds(20))
        close()
    }

    /// Ends both. It waits for gpsfake, which ends its gpsd and reaps it.
    func close() {
        child.send(signal: SIGTERM)
        for _ in 0..<1_000 where child.exitNow == nil { usleep(5_000) }
        child.close()
        unlink("/tmp/gpsfake-\(child.pid).sock")
        // The memory in which gpsd publishes its places, under the key that gpsfake makes of the port.
        let memory = shmget(0x4770_0000 + key_t(port), 0, 0)
        if memory >= 0 { shmctl(memory, IPC_RMID, nil) }
    }
}
