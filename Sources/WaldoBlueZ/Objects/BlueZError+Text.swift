public import WaldoCore
import WaldoLoop

extension BlueZError {
    /// The command that fixes it; nil: there is none, or what helps is no command.
    public var fix: String? {
        switch self {
        case .notRunning: "systemctl start bluetooth"
        case .adapterOff: "bluetoothctl power on"
        case .adapterBlocked(_, hard: false): "rfkill unblock bluetooth"
        case .unanswered: "systemctl restart bluetooth"
        case .notPaired(let peripheral): "bluetoothctl pair \(peripheral.address)"
        case .bondLost(let peripheral): "bluetoothctl remove \(peripheral.address)"
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
        case .inUse(let peripheral):
            "\(peripheral) is driven by another program already, which has its write socket, such as a Waldo in a container: "
                + "end that one first"
        case .noService(let peripheral, let wanted, let services):
            "\(peripheral) does not offer the arm's service \(wanted); it offers \(Self.list(services)): "
                + "choose another shield, or correct the arm's file"
        case .noCharacteristic(let peripheral, let wanted, let characteristics):
            "\(peripheral) offers the arm's service, but no characteristic \(wanted) that can be written to; "
                + "the service has \(Self.list(characteristics)): correct the arm's file, or the shield's program"
        case .mixedWrites(let peripheral):
            "\(peripheral) does not take writes in the same way at each of the arm's characteristics: set `response: true` in the "
                + "arm's file, or correct the shield's program"
        case .credits(let peripheral, let characteristic):
            "\(peripheral) takes bytes only from who counts credits (characteristic \(characteristic)), a handshake that Waldo does "
                + "not speak: use a module without it, such as an HM-10 or one with the Nordic UART service"
        case .frameTooLong(let bytes, let maxBytes):
            "the arm's longest frame has \(bytes) bytes but one write holds \(maxBytes): shorten the frame in its file"
        case .classic(let peripheral):
            "\(peripheral) answered as classic Bluetooth: see that it is a Low Energy shield, and remove it in bluetoothctl"
        case .connection(let peripheral, let reason):
            "\(peripheral) could not be connected to (\(SafeText.escaped(reason, upTo: .max))): bring it nearer or switch it off and on"
        case .carriesNothing(let peripheral, let reason):
            "\(peripheral) takes nothing although it is connected (\(SafeText.escaped(reason, upTo: .max))): switch it off and on"
        case .notPaired(let peripheral):
            "\(peripheral) is used only by who is paired with it, and this machine is not: pair it (bluetoothctl, then agent on "
                + "and pair \(peripheral.address))"
        case .bondLost(let peripheral):
            "\(peripheral) and this machine do not have the same keys any more: remove it (bluetoothctl remove "
                + "\(peripheral.address)), have it forget this machine too, and pair it again"
        case .answered(let peripheral, let reason):
            "\(peripheral) could not be connected to: BlueZ says “\(SafeText.escaped(reason, upTo: .max))”, and its log may say "
                + "more (journalctl -u bluetooth)"
        case .beingConnected(let peripheral):
            "\(peripheral) is being connected to already, by another program or an attempt that was given up: where that lasts, end "
                + "it (bluetoothctl disconnect \(peripheral.address))"
        case .refusesWrites(let peripheral, let reason):
            "\(peripheral) is connected and refuses what it is sent (\(SafeText.escaped(reason, upTo: .max))): compare the arm's "
                + "file with its manual"
        case .notReady:
            "BlueZ does not let the adapter be used yet (Resource Not Ready): it is being switched on or off; if that lasts, "
                + "switch it off and on (bluetoothctl)"
        case .noLowEnergy(let name):
            "\(name) has no Low Energy, which a shield needs: choose another by --adapter, or let bluetoothd use it for Low "
                + "Energy (ControllerMode in /etc/bluetooth/main.conf)"
        case .notStarted(let reason):
            "bluetoothd is not running and cannot be started (\(SafeText.escaped(reason, upTo: .max))): it starts only where there "
                + "is an adapter (systemctl status bluetooth)"
        case .noPeripheralRole(let name):
            "\(name) cannot be a peripheral, which advertises and is connected to: choose another by --adapter, or let "
                + "bluetoothd use it for Low Energy (ControllerMode in /etc/bluetooth/main.conf)"
        case .advertisingFull(let name):
            "\(name) has no room for another advertisement: end the program that advertises on it, or choose another by "
                + "--adapter"
        case .denied(let what, let barrier):
            switch barrier {
            case .policy:
                "the message bus does not allow this user \(what): add the user to the group that BlueZ's bluetooth.conf in "
                    + "/usr/share/dbus-1/system.d names, mostly bluetooth, and log in again"
            case .appArmor:
                "AppArmor does not allow this program \(what): where it is a snap, connect it (snap connect NAME:bluez)"
            case .seLinux: "SELinux does not allow this program \(what): see its log (ausearch -m avc)"
            }
        case .unanswered(let call):
            "\(call) was not answered in time, so bluetoothd seems to hang: restart it (systemctl restart bluetooth)"
        case .refused(let what, let reason):
            "BlueZ refused \(what): it says “\(SafeText.escaped(reason, upTo: .max))”, and its log may say more (journalctl -u "
                + "bluetooth)"
        }
    }

    private static func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
