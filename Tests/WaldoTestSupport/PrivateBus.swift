/// A message bus of a test's own, on which anyone may own `org.bluez`.
///
/// Programs take it for the system bus when DBUS_SYSTEM_BUS_ADDRESS holds its address.
public final class PrivateBus: Sendable {
    /// The address to connect to.
    public let address: String
    /// The daemon, to be killed or stopped by tests of that.
    public let daemon: ChildProcess

    private let folder: TemporaryFolder

    /// Starts a `dbus-daemon` and waits until it listens.
    public convenience init() async throws { try await self.init(in: TemporaryFolder()) }

    /// A new daemon at the address of this one, after the end of this one: the bus has been restarted.
    public func restarted() async throws -> PrivateBus {
        daemon.close()
        return try await PrivateBus(in: folder)
    }

    /// What a program needs in its environment to take this bus for the system's.
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
