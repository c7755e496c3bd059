import WaldoBus

/// What an error of the bus or of bluetoothd means.
enum ErrorMeaning: Equatable {
    /// bluetoothd does not run.
    case notRunning
    /// The bus could not start bluetoothd: most often because there is no adapter.
    case notStarted
    /// The bus does not let this user do it.
    case denied(BlueZError.Barrier)
    /// No answer came: bluetoothd hangs, has ended, or has lost the call with its object.
    case unanswered
    /// The object is not there any more, or has no such method.
    case noObject
    /// The adapter is off, or is being switched on or off.
    case notReady
    /// A call of this kind is being answered already.
    case busy
    /// It is so already.
    case done
    /// The radio link was not made, or was lost while it was: a matter of distance and interference.
    case linkFailed
    /// The attempt at a link did not even begin, for a reason that only bluetoothd's log has.
    case notBegun
    /// bluetoothd has tried classic Bluetooth.
    case classic
    /// The keys of a bond are on one side only.
    case bondLost
    /// The peripheral wants a bond, and there is none or it is too weak.
    case notPaired
    /// The link is down, although it may count as up.
    case linkDown
    /// bluetoothd's copy of the peripheral's attribute table is not the peripheral's.
    case staleTable
    /// Another program has the socket of the characteristic.
    case acquired
    /// bluetoothd, or the program that was called, has ended before it answered.
    case ended
    /// The peripheral or bluetoothd does not let it be done.
    case forbidden
    /// It cannot be done in this way.
    case notSupported
    /// The call is not known in this form.
    case invalid
    /// What no row knows.
    case other
}

extension ErrorMeaning {
    /// The table's rows: by the error's name and its text, the first that fits. From the sources of BlueZ 5.50 to 5.87
    /// (src/error.c, adapter.c, device.c, gatt-client.c, advertising.c, gatt-database.c), dbus-daemon (bus/) and
    /// dbus-broker (src/bus, src/broker). The names are coarse; before 5.62 the texts are those of strerror(3).
    private static let rows: [(name: String, text: Text, meaning: ErrorMeaning)] = [
        (bus + "ServiceUnknown", .any, .notRunning),
        (bus + "NameHasNoOwner", .contains("startup job skipped"), .notStarted),
        (bus + "NameHasNoOwner", .any, .notRunning),
        (bus + "TimedOut", .begins("Failed to activate service"), .notStarted),
        (bus + "Spawn.", .any, .notRunning),
        ("org.freedesktop.systemd1.", .any, .notRunning),
        (bus + "AccessDenied", .contains("AppArmor"), .denied(.appArmor)),
        (bus + "AccessDenied", .contains("SELinux"), .denied(.seLinux)),
        (bus + "AccessDenied", .any, .denied(.policy)),
        (bus + "NoReply", .contains("disconnected"), .ended),
        (bus + "NoReply", .any, .unanswered),
        (bus + "Timeout", .any, .unanswered),
        (bus + "TimedOut", .any, .unanswered),
        (bus + "UnknownObject", .any, .noObject),
        (bus + "UnknownInterface", .any, .noObject),
        (bus + "UnknownMethod", .any, .noObject),

        (bluez + "NotReady", .any, .notReady),
        (bluez + "Failed", .is("br-connection-adapter-not-powered"), .notReady),
        (bluez + "InProgress", .any, .busy),
        (bluez + "Failed", .is("Operation already in progress"), .busy),
        (bluez + "Failed", .is("br-connection-busy"), .busy),
        (bluez + "Failed", .is("br-connection-already-connected"), .busy),
        (bluez + "AlreadyConnected", .any, .done),
        (bluez + "AlreadyExists", .any, .done),

        // A link over Low Energy that was not made has either of the first two texts: bluetoothd hears of it twice.
        (bluez + "Failed", .is("le-connection-abort-by-local"), .linkFailed),
        (bluez + "Failed", .is("br-connection-canceled"), .linkFailed),
        (bluez + "Failed", .is("Software caused connection abort"), .linkFailed),
        (bluez + "Failed", .is("Disconnected early"), .linkFailed),
        (bluez + "Failed", .is("Cancelled"), .linkFailed),
        (bluez + "ConnectionAttemptFailed", .any, .linkFailed),
        (bluez + "Failed", .is("Input/output error"), .notBegun),
        (bluez + "Failed", .is("br-connection-create-socket"), .notBegun),
        (bluez + "Failed", .contains("connection-key-missing"), .bondLost),
        (bluez + "AuthenticationFailed", .any, .bondLost),
        (bluez + "AuthenticationRejected", .any, .bondLost),
        (bluez + "AuthenticationCanceled", .any, .notPaired),
        (bluez + "AuthenticationTimeout", .any, .notPaired),
        (bluez + "AgentNotAvailable", .any, .notPaired),
        (bluez + "Failed", .begins("le-connection-"), .linkFailed),
        (bluez + "Failed", .is("br-connection-page-timeout"), .classic),
        (bluez + "Failed", .is("br-connection-profile-unavailable"), .classic),
        (bluez + "Failed", .is("br-connection-sdp-search"), .classic),
        (bluez + "Failed", .is("br-connection-refused"), .classic),
        (bluez + "BREDR.", .any, .classic),
        (bluez + "Failed", .is("Host is down"), .classic),
        (bluez + "NotAvailable", .any, .classic),

        (bluez + "NotPermitted", .is("Not paired"), .notPaired),
        (bluez + "Failed", .is("Not paired"), .notPaired),
        (bluez + "NotPermitted", .is("Write acquired"), .acquired),
        (bluez + "NotPermitted", .is("Notify acquired"), .acquired),
        (bluez + "NotPermitted", .any, .forbidden),
        (bluez + "NotAuthorized", .any, .forbidden),
        (bluez + "NotConnected", .any, .linkDown),
        (bluez + "Failed", .is("Not connected"), .linkDown),
        (bluez + "Failed", .is("Failed to initiate write"), .linkDown),
        (bluez + "Failed", .is("Failed to send read request"), .linkDown),
        (bluez + "Failed", .is("No ATT transport"), .linkDown),
        (bluez + "Failed", .is("Operation failed with ATT error: 0x01"), .staleTable),
        (bluez + "Failed", .is("Operation failed with ATT error: 0x0a"), .staleTable),
        (bluez + "Failed", .is("Bad address"), .staleTable),
        (bluez + "NotSupported", .any, .notSupported),
        (bluez + "InvalidArguments", .any, .invalid),
        (bluez + "DoesNotExist", .any, .noObject),
    ]

    private static let bus = "org.freedesktop.DBus.Error.", bluez = "org.bluez.Error."

    private enum Text {
        case any
        case `is`(String), begins(String), contains(String)

        func fits(_ text: String) -> Bool {
            switch self {
            case .any: true
            case .is(let whole): text == whole
            case .begins(let begin): text.hasPrefix(begin)
            case .contains(let part): text.contains(part)
            }
        }
    }

    /// Whether a link that counts as up is dead all the same.
    var isOfDeadLink: Bool { self == .linkDown || self == .staleTable }

    /// Whether the operator can do something about it other than to wait.
    var hasRemedy: Bool {
        switch self {
        case .notPaired, .bondLost, .denied: true
        default: false
        }
    }

    /// What an error means. A name of the table that ends in a point is the beginning of many.
    init(_ error: BusError) {
        switch error {
        case .remote(let name, let message):
            self =
                Self.rows.first { row in
                    (row.name.hasSuffix(".") ? name.hasPrefix(row.name) : name == row.name) && row.text.fits(message)
                }?.meaning ?? .other
        case .timedOut: self = .unanswered
        default: self = .other
        }
    }
}
