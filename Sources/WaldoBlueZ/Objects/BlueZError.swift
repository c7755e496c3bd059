internal import WaldoBus
public import WaldoCore
public import WaldoLoop

/// Why there is no link.
public enum BlueZError: ProgramError, Equatable {
    /// The system bus does not answer.
    case noBus(String)
    /// No process owns the bus name org.bluez.
    case notRunning
    /// There is no adapter, or not the wanted one.
    case noAdapter(wanted: String?, seen: [String])
    /// The adapter is switched off.
    case adapterOff(String)
    /// The adapter is blocked by rfkill; `hard` when a hardware switch blocks it.
    case adapterBlocked(String, hard: Bool)
    /// The shield was not heard in time.
    case noShield(wanted: String, heard: [Peripheral])
    /// More than one shield matches.
    case severalShields([Peripheral])
    /// The sensor's peripheral was not heard in time; `remembered`: only the one that is remembered under this sensor's
    /// name is used.
    case noSensor(wanted: String, heard: [Peripheral], remembered: String?)
    /// More than one peripheral offers the sensor's service.
    case severalSensors([Peripheral])
    /// The operator requires a bonded shield, and this one is not bonded.
    case notBonded(Peripheral)
    /// It is connected already and may be moving, and only a frame with its position, which is not known, can stop it.
    case positionUnknown(Peripheral)
    /// Another process holds the lock of a drive of it.
    case driven(Peripheral, by: LockHolder)
    /// The lock that reserves it for one Waldo process cannot be made.
    case notReserved(Peripheral, reason: String)
    /// Another program has its write socket, and so drives it: in another network namespace its lock is not seen.
    case held(Peripheral)
    /// It was connected, but does not offer the arm's service; `services` are those it offers.
    case noService(Peripheral, wanted: BluetoothUUID, services: [String])
    /// It offers the service, but without the characteristic to write to; `characteristics` are those it has, with
    /// their properties.
    case noCharacteristic(Peripheral, wanted: BluetoothUUID, characteristics: [String])
    /// It has none of the characteristics that the sensor notifies on; `characteristics` are those it has, with their
    /// properties.
    case noSensorCharacteristics(Peripheral, wanted: [BluetoothUUID], characteristics: [String])
    /// It gives no notifications, for these reasons.
    case noNotifications(Peripheral, reasons: [String])
    /// The arm's longest frame does not fit in one write.
    case frameTooLong(bytes: Int, maxBytes: Int)
    /// It answered as a classic Bluetooth device.
    case classic(Peripheral)
    /// Connecting or setting up failed; another attempt may succeed.
    case connection(Peripheral, reason: String)
    /// The adapter, of this name, cannot advertise or offer services.
    case noPeripheralRole(String)
    /// The adapter, of this name, has no room for another advertisement.
    case advertisingFull(String)
    /// The bus does not let this user do it.
    case denied(what: String)
    /// BlueZ refused another request.
    case refused(what: String, reason: String)
}

extension BlueZError {
    /// The kind of error, which decides how to recover.
    enum Kind: Equatable {
        /// Something needed before a shield can be found is missing; wait until it appears.
        case missing
        /// A temporary failure; try again after a while.
        case passing
        /// A permanent failure; another attempt would fail too.
        case lasting
    }

    var kind: Kind {
        switch self {
        case .noBus, .notRunning, .noAdapter, .adapterOff, .adapterBlocked: .missing
        case .noShield, .noSensor, .notReserved, .connection, .advertisingFull, .refused: .passing
        case .severalShields, .notBonded, .positionUnknown, .driven, .held, .noService, .noCharacteristic,
            .severalSensors, .noSensorCharacteristics, .noNotifications, .frameTooLong, .classic, .noPeripheralRole,
            .denied:
            .lasting
        }
    }

    /// Converts an error of the bus that occurred while a shield was being set up.
    static func from(_ error: BusError, settingUp up: Peripheral) -> BlueZError {
        switch error {
        case .remote(name: "org.bluez.Error.NotReady", message: _): .adapterOff("the adapter")
        case .remote(_, let message) where message.hasPrefix("br-connection"): .classic(up)
        case .remote(let name, let message): .connection(up, reason: message.isEmpty ? name : message)
        case .timedOut: .connection(up, reason: "no answer in time")
        default: .from(error, doing: "connecting")
        }
    }

    /// Converts an error of the bus that occurred elsewhere; `what` names the request.
    static func from(_ error: BusError, doing what: String) -> BlueZError {
        switch error {
        case .cannotConnect, .disconnected: .noBus(error.description)
        case .remote(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: _),
            .remote(name: "org.freedesktop.DBus.Error.NameHasNoOwner", message: _):
            .notRunning
        case .remote(name: "org.bluez.Error.NotReady", message: _): .adapterOff("the adapter")
        default: .refused(what: what, reason: error.description)
        }
    }
}

extension BlueZError {
    /// The command that fixes it; nil: there is none, or what helps is no command.
    public var fix: String? {
        switch self {
        case .notRunning: "systemctl start bluetooth"
        case .adapterOff: "bluetoothctl power on"
        case .adapterBlocked(_, hard: false): "rfkill unblock bluetooth"
        case .refused: "systemctl restart bluetooth"
        default: nil
        }
    }
}

extension BlueZError {
    /// 69: there is no link.
    public var status: ExitStatus { .link }

    /// One sentence: what is wrong, why, and what to do.
    public var description: String {
        switch self {
        case .noBus(let reason): reason
        case .notRunning: "org.bluez is not on the system bus: start bluetoothd (systemctl start bluetooth)"
        case .noAdapter(nil, _): "there is no Bluetooth adapter: plug one in, or see whether bluetoothd has taken it"
        case .noAdapter(let wanted?, let seen):
            "there is no Bluetooth adapter \(SafeText.escaped(wanted, upTo: .max)): "
                + (seen.isEmpty ? "none was found, plug one in" : "choose of \(seen.joined(separator: ", "))")
        case .adapterOff(let name): "\(name) is switched off: switch it on (bluetoothctl power on)"
        case .adapterBlocked(let name, let hard):
            hard
                ? "\(name) is blocked by a switch of this machine: turn the switch"
                : "\(name) is blocked by rfkill: unblock it (rfkill unblock bluetooth)"
        case .noShield(let wanted, let heard):
            "no shield \(wanted) was heard"
                + (heard.isEmpty ? "" : ", only \(heard.map(\.description).joined(separator: ", "))")
                + ": switch it on, bring it near, and see that no other central is connected to it"
        case .severalShields(let peripherals):
            "more than one shield is in reach, \(peripherals.map(\.description).joined(separator: ", ")): "
                + "choose one by --shield ADDRESS"
        case .noSensor(let wanted, let heard, let remembered):
            "no sensor \(wanted) was heard"
                + (heard.isEmpty ? "" : ", only \(heard.map(\.description).joined(separator: ", "))")
                + ": switch it on, bring it near, and see that no other central is connected to it"
                + (remembered.map { ", or let another be used by `waldo forget \(SafeText.escaped($0, upTo: .max))`" }
                    ?? "")
        case .severalSensors(let peripherals):
            "more than one peripheral offers the sensor's service, "
                + "\(peripherals.map(\.description).joined(separator: ", ")): choose one by --peripheral ADDRESS"
        case .noSensorCharacteristics(let peripheral, let wanted, let characteristics):
            "\(peripheral) has no characteristic \(wanted.map(\.description).joined(separator: " or ")) that notifies; it "
                + "has \(Self.list(characteristics)): choose another peripheral, or correct the sensor's file"
        case .noNotifications(let peripheral, let reasons):
            "\(peripheral) is not heard: \(reasons.joined(separator: "; "))"
        case .notBonded(let peripheral):
            "\(peripheral) is not bonded with this machine, and --bonded drives no other: bond it (bluetoothctl, then "
                + "pair \(peripheral.address)), or leave --bonded out"
        case .positionUnknown(let peripheral):
            "\(peripheral) is connected already and may be moving, and the arm's only frame would move it to a position that is "
                + "not known: say where it stands by --position X,Y, give the arm's file a `halt:` frame, or let the shield go "
                + "(bluetoothctl disconnect \(peripheral.address))"
        case .driven(let peripheral, let holder):
            holder.mayBeWaldo
                ? "\(peripheral) is driven by another Waldo already (\(holder)): end that one first"
                : "\(peripheral) is reserved by another program, “\(holder.program ?? "")” (\(holder)), which has the lock of "
                    + "a drive: end that one first"
        case .notReserved(let peripheral, let reason):
            "\(peripheral) cannot be reserved for this Waldo (\(reason)): raise the limit of open files (ulimit -n) or end other "
                + "programs"
        case .held(let peripheral):
            "\(peripheral) is driven by another program already, which has its write socket, such as a Waldo in a container: "
                + "end that one first"
        case .noService(let peripheral, let wanted, let services):
            "\(peripheral) does not offer the arm's service \(wanted); it offers \(Self.list(services)): "
                + "choose another shield, or correct the arm's file"
        case .noCharacteristic(let peripheral, let wanted, let characteristics):
            "\(peripheral) offers the arm's service, but no characteristic \(wanted) that can be written to; "
                + "the service has \(Self.list(characteristics)): correct the arm's file, or the shield's program"
        case .frameTooLong(let bytes, let maxBytes):
            "the arm's longest frame has \(bytes) bytes but one write holds \(maxBytes): shorten the frame in its file"
        case .classic(let peripheral):
            "\(peripheral) answered as classic Bluetooth: see that it is a Low Energy shield, and remove it in bluetoothctl"
        case .connection(let peripheral, let reason):
            "\(peripheral) could not be connected to (\(SafeText.escaped(reason, upTo: .max))): bring it nearer or switch it off and on"
        case .noPeripheralRole(let name):
            "\(name) cannot be a peripheral, which advertises and is connected to: choose another by --adapter, or let "
                + "bluetoothd use it for Low Energy (ControllerMode in /etc/bluetooth/main.conf)"
        case .advertisingFull(let name):
            "\(name) has no room for another advertisement: end the program that advertises on it, or choose another by "
                + "--adapter"
        case .denied(let what):
            "the message bus does not allow this user \(what): add the user to the group bluetooth and log in again"
        case .refused(let what, let reason):
            "BlueZ refused \(what) (\(SafeText.escaped(reason, upTo: .max))): restart bluetoothd"
        }
    }

    private static func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
