/// A message bus that belongs to a test, on which any program may own `org.bluez`.
///
/// Programs use it as the system bus if DBUS_SYSTEM_BUS_ADDRESS holds its address.
public final class PrivateBus: Sendable {
    /// The address to connect to.
    public let address: String
    /// The daemon, for tests that kill or suspend it.
    public let daemon: ChildProcess

    private let folder: TemporaryFolder

    /// Starts a `dbus-daemon` and waits until it listens.
    /// - Throws: `DidNotHappen` or `SystemFailure` if it does not start.
    public convenience init() async throws { try await self.init(in: TemporaryFolder()) }

    /// Restarts the bus: ends this daemon and starts a new one at the same address.
    /// - Throws: `DidNotHappen` or `SystemFailure` if it does not start.
    public func restarted() async throws -> PrivateBus {
        daemon.close()
        return try await PrivateBus(in: folder)
    }

    /// The environment variable that makes a program use this bus as the system bus.
    public var environment: [String: String?] { ["DBUS_SYSTEM_BUS_ADDRESS": address] }

    private init(in folder: TemporaryFolder) async throws {
        self.folder = folder
        let configuration = try folder.write(Self.configuration(socket: "\(folder.path)/bus"), to: "bus.conf")
        daemon = try ChildProcess("dbus-daemon", ["--config-file=\(configuration)", "--nofork", "--print-address=1"])
        _ = try await daemon.waitForLine(containing: "unix:path=")
        address = "unix:path=\(folder.path)/bus"
    }

    private static func configuration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(socket)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}
