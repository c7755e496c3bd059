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
    case inUse(Peripheral)
    /// It was connected, but does not offer the arm's service; `services` are those it offers.
    case noService(Peripheral, wanted: BluetoothUUID, services: [String])
    /// It offers the service, but without the characteristic to write to; `characteristics` are those it has, with
    /// their properties.
    case noCharacteristic(Peripheral, wanted: BluetoothUUID, characteristics: [String])
    /// Its characteristics cannot all be written to in the same way.
    case mixedWrites(Peripheral)
    /// It has none of the characteristics that the sensor notifies on; `characteristics` are those it has, with their
    /// properties.
    case noSensorCharacteristics(Peripheral, wanted: [BluetoothUUID], characteristics: [String])
    /// It gives no notifications, for these reasons.
    case noNotifications(Peripheral, reasons: [String])
    /// It takes bytes only from who speaks its handshake of credits, on this characteristic.
    case credits(Peripheral, characteristic: BluetoothUUID)
    /// The arm's longest frame does not fit in one write.
    case frameTooLong(bytes: Int, maxBytes: Int)
    /// It answered as a classic Bluetooth device.
    case classic(Peripheral)
    /// Connecting or setting up failed; another attempt may succeed.
    case connection(Peripheral, reason: String)
    /// It counts as connected and takes nothing, as this answer says.
    case carriesNothing(Peripheral, reason: String)
    /// Another program, or an attempt that was given up, is connecting to it.
    case beingConnected(Peripheral)
    /// It is connected and refuses what is written, with this answer.
    case refusesWrites(Peripheral, reason: String)
    /// The adapter, of this name, cannot advertise or offer services.
    case noPeripheralRole(String)
    /// The adapter, of this name, has no room for another advertisement.
    case advertisingFull(String)
    /// The peripheral wants a bond, and this machine has none with it, or one that is too weak.
    case notPaired(Peripheral)
    /// The peripheral or this machine has lost the keys of their bond.
    case bondLost(Peripheral)
    /// BlueZ gave this answer, which says no more, when the peripheral was to be connected to or set up.
    case answered(Peripheral, reason: String)
    /// BlueZ does not let the adapter be used at the moment.
    case notReady
    /// The adapter, of this name, has no Low Energy.
    case noLowEnergy(String)
    /// The bus could not start bluetoothd, for this reason.
    case notStarted(reason: String)
    /// The bus does not let this user do it.
    case denied(what: String, by: Barrier)
    /// bluetoothd has not answered a call.
    case unanswered(call: String)
    /// BlueZ refused another request.
    case refused(what: String, reason: String)

    /// What keeps a user from calling BlueZ.
    public enum Barrier: Equatable, Sendable {
        /// The policy of the message bus.
        case policy
        /// A profile of AppArmor, as that of a snap.
        case appArmor
        /// A policy of SELinux.
        case seLinux
    }
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
        case .noBus, .notRunning, .notStarted, .noAdapter, .adapterOff, .adapterBlocked: .missing
        case .noShield, .noSensor, .notReserved, .connection, .carriesNothing, .answered,
            .beingConnected, .refusesWrites, .notReady, .advertisingFull,
            .unanswered,
            .refused:
            .passing
        case .severalShields, .notBonded, .positionUnknown, .driven, .inUse, .noService, .noCharacteristic,
            .mixedWrites,
            .severalSensors, .noSensorCharacteristics, .noNotifications, .credits, .frameTooLong, .classic, .notPaired,
            .bondLost,
            .noLowEnergy, .noPeripheralRole, .denied:
            .lasting
        }
    }
}
