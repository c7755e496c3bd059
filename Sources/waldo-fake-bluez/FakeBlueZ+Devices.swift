import Glibc
import WaldoBus
import WaldoLoop

extension FakeBlueZ {
    func setAdapter(_ path: String, _ name: String, _ value: Bool) {
        adapters[path]?[name] = .bool(value)
        changed(path, "org.bluez.Adapter1", [name: .bool(value)])
    }

    /// An advertisement of the device reaches BlueZ, if it listens.
    func hear(_ device: FakeDevice) {
        let isHeard = adapters[device.adapter]?["Discovering"] == .bool(true) && !device.isQuiet && !device.isConnected
        guard isHeard, passes(device) else { return }
        if device.isExported {
            changed(device.path, "org.bluez.Device1", ["RSSI": .int16(device.rssi)])
        } else {
            device.isExported = true
            added(device.path, ["org.bluez.Device1": device.properties])
        }
    }

    /// As BlueZ since 5.67 does on an adapter that knows no transport but LE, for devices that do not call themselves
    /// discoverable: a filter by transport alone is none, and then only what is new is told.
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

    /// The services of a late device are complete.
    func resolve(_ device: FakeDevice) {
        let known = device.gatt
        device.isLate = false
        for (path, interfaces) in device.gatt where known[path] == nil { added(path, interfaces) }
        changed(device.path, "org.bluez.Device1", ["ServicesResolved": .bool(true)])
    }

    func disconnect(_ device: FakeDevice) {
        guard device.isConnected else { return }
        closeSocket(of: device)
        for (path, interfaces) in device.gatt { removed(path, Array(interfaces.keys)) }
        device.isConnected = false
        changed(device.path, "org.bluez.Device1", ["Connected": .bool(false), "ServicesResolved": .bool(false)])
    }

    // MARK: characteristics

    func characteristic(_ member: String, _ call: borrowing Message) -> CallAnswer {
        let path = call.path
        for device in devices where device.isConnected {
            guard let one = device.everything.first(where: { $0.path == path }) else { continue }
            switch member {
            case "AcquireWrite": return acquire(device, one.flags, call)
            case "WriteValue": return write(device, call)
            case "ReadValue":
                guard one.flags.contains("read") else { return error(call, "org.bluez.Error.NotPermitted", "no read") }
                // As BlueZ does: what was read is told to all, and then answered.
                let value = Value.bytes(Array("fake".utf8))
                saysBefore = { [unowned self] in
                    changed(path, "org.bluez.GattCharacteristic1", ["Value": value])
                }
                return .now(Message(replyTo: call) { $0.append(value) })
            case "StartNotify", "StopNotify": return .now(Message(replyTo: call))
            default: return .unknown
            }
        }
        return .unknown
    }

    private func write(_ device: FakeDevice, _ call: borrowing Message) -> CallAnswer {
        let (bytes, options) = call.read { arguments in (arguments.bytes() ?? [], arguments.dictionary() ?? [:]) }
        if let tap = device.tap {
            send(tap, bytes, bytes.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            return .now(Message(replyTo: call))
        }
        report([
            "write": hex(bytes), "how": options["type"]?.text ?? "", "address": device.address,
            "at": "\(Monotonic.now())",
        ])
        return .now(Message(replyTo: call))
    }

    private func acquire(_ device: FakeDevice, _ flags: [String], _ call: borrowing Message) -> CallAnswer {
        guard flags.contains("write-without-response") else {
            return error(call, "org.bluez.Error.NotSupported", "Operation is not supported")
        }
        guard device.socket == nil else { return error(call, "org.bluez.Error.NotPermitted", "Write acquired") }
        if let tap = device.tap {
            return .now(
                Message(replyTo: call) {
                    $0.append(descriptor: tap)
                    $0.append(.uint16(device.mtu))
                })
        }
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return .unknown }
        let theirs = OwnedDescriptor(owning: ends[1])
        device.socket = OwnedDescriptor(owning: ends[0])
        listen(to: device)
        return .now(
            Message(replyTo: call) {
                $0.append(descriptor: theirs.number)
                $0.append(.uint16(device.mtu))
            })
    }

    /// Reads what is written to the device's socket.
    func listen(to device: FakeDevice) {
        guard let number = device.socket?.number else { return }
        device.watch = try? FileWatch(number, for: .readable, priority: .other) { [unowned self] _ in
            if device.isDeaf {
                device.watch?.cancel()
                return report(["event": "waits", "address": device.address])
            }
            var bytes = [UInt8](repeating: 0, count: 1024)
            while true {
                let count = read(number, &bytes, bytes.count)
                if count < 0 && errno == EAGAIN { return }
                guard count > 0 else {
                    report(["event": "closed", "address": device.address])
                    return closeSocket(of: device)
                }
                report([
                    "write": hex(Array(bytes[..<count])), "how": "fd", "address": device.address,
                    "at": "\(Monotonic.now())",
                ])
            }
        }
    }

    func closeSocket(of device: FakeDevice) {
        device.watch?.cancel()
        device.watch = nil
        device.socket = nil
    }

    func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
