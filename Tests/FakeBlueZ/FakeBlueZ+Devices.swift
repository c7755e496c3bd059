import Glibc
import WaldoBus
import WaldoLoop
import WaldoTime

extension FakeBlueZ {
    func setAdapter(_ path: String, _ name: String, _ value: Bool) {
        adapters[path]?[name] = .bool(value)
        changed(path, "org.bluez.Adapter1", [name: .bool(value)])
    }

    /// Simulates an advertisement of the device, which BlueZ receives if it is scanning.
    func hear(_ device: FakeDevice) {
        let isHeard = adapters[device.adapter]?["Discovering"] == .bool(true) && !device.isQuiet && !device.isConnected
        guard isHeard, !muted.contains(device.adapter), passes(device) else { return }
        if device.isExported {
            changed(device.path, "org.bluez.Device1", ["RSSI": .int16(device.rssi)])
        } else {
            device.isExported = true
            added(device.path, ["org.bluez.Device1": device.properties])
        }
    }

    /// Whether the discovery filter lets the device pass. Behaves as BlueZ since 5.67 on an adapter with no transport
    /// but LE, for devices that do not advertise themselves as discoverable: a filter by transport alone counts as
    /// none, and then only new devices are reported.
    private func passes(_ device: FakeDevice) -> Bool {
        let filter = filters[device.adapter] ?? [:]
        if let wanted = filter["UUIDs"]?.texts { return !Set(wanted).isDisjoint(with: device.onAir) }
        return !device.isExported || !Set(filter.keys).isSubset(of: ["Transport", "Discoverable"])
    }

    func unexport(_ device: FakeDevice) {
        guard device.isExported else { return }
        device.isExported = false
        device.isUnresolved = false
        removed(device.path, ["org.bluez.Device1"])
    }

    func connect(_ device: FakeDevice) {
        guard !device.isConnected else { return }
        device.isConnected = true
        report(["event": "connected", "address": device.address, "at": "\(Monotonic.now().microseconds)"])
        changed(device.path, "org.bluez.Device1", ["Connected": .bool(true)])
        if device.leaves > 0 {
            device.leaves -= 1
            device.isUnresolved = true
            return disconnect(device)
        }
        device.isUnresolved = false
        for (path, interfaces) in device.gatt { added(path, interfaces) }
        if !device.isLate { changed(device.path, "org.bluez.Device1", ["ServicesResolved": .bool(true)]) }
    }

    /// Completes the services of a late device.
    func resolve(_ device: FakeDevice) {
        let known = device.gatt
        device.isLate = false
        for (path, interfaces) in device.gatt where known[path] == nil { added(path, interfaces) }
        changed(device.path, "org.bluez.Device1", ["ServicesResolved": .bool(true)])
    }

    func disconnect(_ device: FakeDevice) {
        guard device.isConnected else { return }
        closeSockets(of: device)
        for (path, interfaces) in device.gatt { removed(path, Array(interfaces.keys)) }
        device.isConnected = false
        device.subscribed = []
        changed(device.path, "org.bluez.Device1", ["Connected": .bool(false), "ServicesResolved": .bool(false)])
    }

    // MARK: characteristics

    /// Sends a notification, as BlueZ does: nothing comes of a characteristic that no program has subscribed to.
    /// - Returns: whether the device has the characteristic, and it was subscribed to.
    func notify(_ device: FakeDevice, _ uuid: String, _ bytes: [UInt8]) -> Bool {
        let one = device.everything.first { $0.uuid == uuid }
        guard let one, device.subscribed.contains(one.path) else { return false }
        changed(one.path, "org.bluez.GattCharacteristic1", ["Value": .bytes(bytes)])
        return true
    }

    func characteristic(_ member: String, _ call: borrowing Message) -> CallAnswer {
        let path = call.path
        for device in devices where device.isConnected {
            guard let one = device.everything.first(where: { $0.path == path }) else { continue }
            switch member {
            case "AcquireWrite": return acquire(device, one.path, one.flags, call)
            case "WriteValue":
                // As BlueZ does: whoever has the socket is the only one who writes.
                guard !device.isAcquired(path) else {
                    return error(call, "org.bluez.Error.NotPermitted", "Write acquired")
                }
                return write(device, device.uuidAmongSeveral(path), call)
            case "ReadValue":
                guard one.flags.contains("read") else { return error(call, "org.bluez.Error.NotPermitted", "no read") }
                // As BlueZ does: first a signal with the value that was read, then the answer.
                let value = Value.bytes(Array("fake".utf8))
                saysBefore = { [unowned self] in
                    changed(path, "org.bluez.GattCharacteristic1", ["Value": value])
                }
                return .now(Message(replyTo: call) { $0.append(value) })
            case "StartNotify":
                report([
                    "event": "subscribed", "address": device.address, "uuid": one.uuid,
                    "at": "\(Monotonic.now().microseconds)",
                ])
                device.subscribed.insert(path)
                return .now(Message(replyTo: call))
            case "StopNotify":
                device.subscribed.remove(path)
                return .now(Message(replyTo: call))
            default: return .unknown
            }
        }
        return .unknown
    }

    private func write(_ device: FakeDevice, _ uuid: String?, _ call: borrowing Message) -> CallAnswer {
        let (bytes, options) = call.read { arguments in (arguments.bytes() ?? [], arguments.dictionary() ?? [:]) }
        if let tap = device.tap {
            send(tap, bytes, bytes.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            return .now(Message(replyTo: call))
        }
        reportWrite(bytes, how: options["type"]?.text ?? "", device, to: uuid)
        return .now(Message(replyTo: call))
    }
}
