import Foundation
import Testing
import WaldoTestSupport

/// What BlueZ and the bus answer, as the commands say it: the same sentence and the same status from each.
@Suite(.serialized) struct BlueZErrorTests {
    /// The commands that use a link or a scan. Each ends by itself when nothing is to be had.
    enum Command: String, CaseIterable, Sendable {
        case send, scan, survey, doctor

        var arguments: [String] {
            switch self {
            case .send: ["send", "F>", "--arm", "robot"]
            case .scan: ["scan", "--seconds", "1", "--arm", "robot"]
            case .survey: ["survey", "--sensor", "iac-gamma", "--plain"]
            case .doctor: ["doctor"]
            }
        }

        /// Whether it only listens.
        var onlyScans: Bool { self == .scan || self == .doctor }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let script: String
        let says: String
        /// Whether it shows while scanning already.
        var scans = false
        var testDescription: String { script }
    }

    static let rows = [
        Row(script: "adapter hci1 00:11:22:33:44:66 classic", says: "hci1 has no Low Energy", scans: true),
        Row(
            script: "refuse StartDiscovery org.freedesktop.DBus.Error.AccessDenied An_AppArmor_policy_prevents_this",
            says: "snap connect", scans: true),
        Row(
            script: "refuse StartDiscovery org.freedesktop.DBus.Error.AccessDenied Rejected_send_message",
            says: "add the user to the group", scans: true),
        Row(script: "refuse Connect org.bluez.Error.Failed br-connection-key-missing", says: "bluetoothctl remove"),
        Row(script: "refuse Connect org.bluez.Error.AuthenticationFailed Authentication_Failed", says: "pair it again"),
        Row(
            script: "refuse Connect org.bluez.Error.BREDR.ProfileUnavailable No_more_profiles_to_connect_to",
            says: "Low Energy shield"),
    ]

    @Test(arguments: rows, Command.allCases) func itIsSaidByEach(
        _ row: Row, _ command: Command
    ) async throws {
        guard row.scans || !command.onlyScans else { return }
        let shield = try await FakeShield()
        defer { shield.close() }
        if row.script.hasPrefix("adapter") { try await shield.report("unplug hci0") }
        try await shield.report(row.script)
        let child = try ChildProcess(
            BuiltProgram.path("waldo"), command.arguments, environment: shield.bus.environment, in: "/")
        defer { child.close() }
        let status = try await child.exitStatus(within: .seconds(30))
        let text = (child.lines + child.errorLines).joined(separator: "\n")
        #expect(text.contains(row.says), "\(text)")
        #expect(command == .doctor ? status != 0 : status == 69, "\(status)")
    }

    /// A scan that BlueZ never starts is not an empty room.
    @Test func aScanThatNeverRanIsNoSilence() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        try await shield.report("refuse StartDiscovery org.bluez.Error.InProgress Operation_already_in_progress")
        let child = try ChildProcess(
            BuiltProgram.path("waldo"), Command.scan.arguments, environment: shield.bus.environment)
        defer { child.close() }
        #expect(try await child.exitStatus() == 69)
        #expect(child.errorLines.contains { $0.contains("“Operation already in progress”") }, "\(child.errorLines)")
    }

    /// Whether or not it ends with something heard.
    @Test func aScanThatDoesNotRunIsSaidAfterTenSeconds() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        try await shield.report("refuse StartDiscovery org.bluez.Error.InProgress Operation_already_in_progress")
        let child = try ChildProcess(
            BuiltProgram.path("waldo"), ["scan", "--seconds", "30", "--arm", "robot"],
            environment: shield.bus.environment)
        defer { child.close() }
        try await child.waitForErrorLine(containing: "no scan runs for 1", within: .seconds(14))
    }

    @Test(arguments: [["survey", "--to"], ["drive", "--input", "keys", "--survey"]])
    func aSurveyThatCannotBeginLeavesNoFile(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(
            BuiltProgram.path("waldo"), arguments + [folder.path + "/s.gpkg", "--sensor", "bgeigie"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path)/none"])
        defer { child.close() }
        #expect([66, 69].contains(try await child.exitStatus()), "\(child.errorLines)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
