import Testing
import WaldoBus

@testable import WaldoBlueZ

/// What the errors of bluetoothd and the bus mean to a program that connects: names and texts as in their sources.
struct ErrorMeaningTests {
    private static let shield = Peripheral(name: "BLE Shield", address: "AA")

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String, text: String
        let error: BlueZError
        /// A part of the sentence's remedy.
        let says: String
        var testDescription: String { "\(name): \(text)" }

        init(_ name: String, _ text: String, _ error: BlueZError, _ says: String) {
            (self.name, self.text, self.error, self.says) = (name, text, error, says)
        }
    }

    private static func far(_ reason: String) -> BlueZError { .connection(shield, reason: reason) }

    private static func dead(_ reason: String) -> BlueZError { .carriesNothing(shield, reason: reason) }
    private static func says(_ reason: String) -> BlueZError { .answered(shield, reason: reason) }

    private static let failed = "org.bluez.Error.Failed", bus = "org.freedesktop.DBus.Error."

    static let connecting: [Row] = [
        // A link over Low Energy that was not made, before and since 5.62.
        Row(failed, "le-connection-abort-by-local", far("le-connection-abort-by-local"), "bring it nearer"),
        Row(failed, "br-connection-canceled", far("br-connection-canceled"), "bring it nearer"),
        Row(failed, "Software caused connection abort", far("Software caused connection abort"), "bring it nearer"),
        Row(failed, "Disconnected early", far("Disconnected early"), "bring it nearer"),
        // A link that counts as up.
        Row(failed, "Not connected", dead("Not connected"), "takes nothing"),
        Row(failed, "Failed to initiate write", dead("Failed to initiate write"), "takes nothing"),
        Row("org.bluez.Error.NotConnected", "Not Connected", dead("Not Connected"), "takes nothing"),
        Row(
            failed, "Operation failed with ATT error: 0x0a", dead("Operation failed with ATT error: 0x0a"),
            "takes nothing"),
        // While a bond is made, which a protected characteristic demands.
        Row("org.bluez.Error.ConnectionAttemptFailed", "Page Timeout", far("Page Timeout"), "bring it nearer"),
        // What is no verdict on the radio.
        Row(failed, "Operation already in progress", .beingConnected(shield), "bluetoothctl disconnect AA"),
        Row("org.bluez.Error.InProgress", "In Progress", .beingConnected(shield), "by another program"),
        Row(failed, "br-connection-busy", .beingConnected(shield), "by another program"),
        Row(failed, "br-connection-unknown", says("br-connection-unknown"), "“br-connection-unknown”"),
        Row(
            bus + "NoReply", "Message recipient disconnected from message bus without replying",
            says("Message recipient disconnected from message bus without replying"), "disconnected"),
        // Classic Bluetooth, before and since 5.62 and 5.84.
        Row(failed, "br-connection-page-timeout", .classic(shield), "Low Energy shield"),
        Row(failed, "br-connection-profile-unavailable", .classic(shield), "Low Energy shield"),
        Row(failed, "Host is down", .classic(shield), "Low Energy shield"),
        Row(
            "org.bluez.Error.BREDR.ProfileUnavailable", "No more profiles to connect to", .classic(shield),
            "Low Energy shield"),
        Row("org.bluez.Error.NotAvailable", "Operation currently not available", .classic(shield), "Low Energy"),
        // Bonds.
        Row("org.bluez.Error.AuthenticationFailed", "Authentication Failed", .bondLost(shield), "pair it again"),
        Row(failed, "br-connection-key-missing", .bondLost(shield), "bluetoothctl remove AA"),
        Row(failed, "le-connection-key-missing", .bondLost(shield), "bluetoothctl remove AA"),
        Row("org.bluez.Error.NotPermitted", "Not paired", .notPaired(shield), "pair AA"),
        Row("org.bluez.Error.AgentNotAvailable", "Agent Not Available", .notPaired(shield), "agent on"),
        Row("org.bluez.Error.AuthenticationCanceled", "Authentication Canceled", .notPaired(shield), "agent on"),
        Row("org.bluez.Error.AuthenticationTimeout", "Authentication Timeout", .notPaired(shield), "agent on"),
        Row("org.bluez.Error.AuthenticationRejected", "Authentication Rejected", .bondLost(shield), "pair it again"),
        // The machine.
        Row("org.bluez.Error.NotReady", "Resource Not Ready", .notReady, "switched on or off"),
        Row(failed, "br-connection-adapter-not-powered", .notReady, "switched on or off"),
        Row(bus + "ServiceUnknown", "The name is not activatable", .notRunning, "start bluetoothd"),
        Row(bus + "Spawn.ChildExited", "Process org.bluez exited with status 1", .notRunning, "start bluetoothd"),
        Row(
            bus + "AccessDenied", "Rejected send message, 2 matched rules; type=\"method_call\"",
            .denied(what: "connecting", by: .policy), "group"),
        Row(
            bus + "AccessDenied", "An AppArmor policy prevents this sender from sending this message to this recipient",
            .denied(what: "connecting", by: .appArmor), "snap connect"),
        Row(
            bus + "AccessDenied", "An SELinux policy prevents this sender from sending this message to this recipient",
            .denied(what: "connecting", by: .seLinux), "SELinux"),
        Row(
            bus + "TimedOut", "Failed to activate service 'org.bluez': timed out (service_start_timeout=25000ms)",
            .notStarted(
                reason: "Failed to activate service 'org.bluez': timed out (service_start_timeout=25000ms)"),
            "where there is an adapter"),
        // What no row knows is given back as it is.
        Row(failed, "Input/output error", .answered(shield, reason: "Input/output error"), "journalctl"),
        Row("org.bluez.Error.New", "", .answered(shield, reason: "org.bluez.Error.New"), "journalctl"),
        Row(failed, "a new text", .answered(shield, reason: "a new text"), "“a new text”"),
        Row(
            "org.bluez.Error.NotPermitted", "Write not permitted",
            .answered(shield, reason: "Write not permitted"), "“Write not permitted”"),
    ]

    @Test(arguments: connecting) func connectingSaysWhatItMeans(_ row: Row) {
        let error = BlueZError.from(.remote(name: row.name, message: row.text), settingUp: Self.shield)
        #expect(error == row.error)
        #expect(error.description.contains(row.says), "\(error.description)")
    }

    /// What the links act on, and no sentence tells apart.
    @Test func whatHasNoSentenceOfItsOwnIsKnown() {
        let rows: [(name: String, text: String, meaning: ErrorMeaning)] = [
            ("org.bluez.Error.AlreadyConnected", "Already Connected", .done),
            ("org.bluez.Error.NotAuthorized", "Operation Not Authorized", .forbidden),
            ("org.bluez.Error.InvalidArguments", "Invalid arguments in method call", .invalid),
            (
                Self.bus + "UnknownObject",
                "Method \"Connect\" with signature \"\" on interface \"org.bluez.Device1\" doesn't exist", .noObject
            ),
        ]
        for (name, text, meaning) in rows {
            #expect(ErrorMeaning(.remote(name: name, message: text)) == meaning, "\(name)")
        }
    }

    static let scanning: [Row] = [
        Row("org.bluez.Error.NotReady", "Resource Not Ready", .notReady, "switched on or off"),
        Row(
            bus + "AccessDenied", "Sender is not authorized to send message", .denied(what: "to scan", by: .policy),
            "group"),
        Row(
            failed, "Cannot allocate memory", .refused(what: "to scan", reason: "Cannot allocate memory"), "journalctl"),
        Row(bus + "NameHasNoOwner", "Name \"org.bluez\" does not exist", .notRunning, "start bluetoothd"),
        Row(
            bus + "NameHasNoOwner", "Could not activate remote peer 'org.bluez': startup job skipped",
            .notStarted(reason: "Could not activate remote peer 'org.bluez': startup job skipped"),
            "where there is an adapter"),
    ]

    @Test(arguments: scanning) func scanningSaysWhatItMeans(_ row: Row) {
        let error = BlueZError.from(.remote(name: row.name, message: row.text), doing: "to scan")
        #expect(error == row.error)
        #expect(error.description.contains(row.says), "\(error.description)")
    }

    /// A remedy that helps in one case must not be given in others.
    @Test func noSentenceGuesses() {
        for row in Self.connecting {
            let sentence = BlueZError.from(.remote(name: row.name, message: row.text), settingUp: Self.shield)
                .description
            #expect(!sentence.contains("restart bluetoothd"))
            if case .connection = row.error { continue }
            #expect(!sentence.contains("nearer"), "\(sentence)")
        }
    }
}
