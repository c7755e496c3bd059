import Glibc
import WaldoBus
import WaldoLoop
import WaldoTime

/// The write sockets: acquiring, reading and closing them.
extension FakeBlueZ {
    func acquire(
        _ device: FakeDevice, _ path: String, _ flags: [String], _ call: borrowing Message
    ) -> CallAnswer {
        guard flags.contains("write-without-response") else {
            return error(call, "org.bluez.Error.NotSupported", "Operation is not supported")
        }
        guard device.acquired == nil else { return error(call, "org.bluez.Error.NotPermitted", "Write acquired") }
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
        device.acquired = path
        listen(to: device)
        // As BlueZ does: first the signal, then the answer.
        saysBefore = { [unowned self] in
            changed(path, "org.bluez.GattCharacteristic1", ["WriteAcquired": .bool(true)])
        }
        report(["event": "acquired", "address": device.address, "at": "\(Monotonic.now().microseconds)"])
        return .now(
            Message(replyTo: call) {
                $0.append(descriptor: theirs.number)
                $0.append(.uint16(device.mtu))
            })
    }

    /// Another program takes the write socket of the characteristic that has one.
    /// - Returns: whether it gets it.
    func acquireForAnother(_ device: FakeDevice) -> Bool {
        let one = device.everything.first { $0.flags.contains("write-without-response") }
        guard device.isConnected, device.acquired == nil, let one else { return false }
        device.acquired = one.path
        changed(one.path, "org.bluez.GattCharacteristic1", ["WriteAcquired": .bool(true)])
        return true
    }

    /// Watches the device's socket, and reads and reports what is written to it.
    func listen(to device: FakeDevice) {
        guard let number = device.socket?.number else { return }
        device.watch = try? FileWatch(number, for: .readable, priority: .other) { [unowned self] readiness in
            if device.isDeaf {
                device.watch?.cancel()
                return report(["event": "waits", "address": device.address])
            }
            if let pause = device.miserliness { return readOne(of: device, number, readiness, pause) }
            while readRecord(of: device, number) {}
        }
    }

    /// Reads one record, then waits for `pause`. Handles a hang-up at once, and discards what is left.
    private func readOne(of device: FakeDevice, _ number: CInt, _ readiness: Readiness, _ pause: TimeSpan) {
        if readiness.contains(.hangup) {
            var bytes = [UInt8](repeating: 0, count: 1024)
            while case let count = read(number, &bytes, bytes.count), count > 0 {
                report(["event": "discarded", "bytes": hex(Array(bytes[..<count])), "address": device.address])
            }
            report(["event": "closed", "address": device.address])
            return release(device)
        }
        guard readRecord(of: device, number) else { return }
        device.watch?.wait(for: [.hangup, .error])
        let timer = device.pause ?? LoopTimer()
        timer.handler = { _ in device.watch?.wait(for: .readable) }
        timer.arm(at: Monotonic.now() + pause)
        device.pause = timer
    }

    /// Reads one record.
    /// - Returns: whether there was one.
    private func readRecord(of device: FakeDevice, _ number: CInt) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(number, &bytes, bytes.count)
        if count < 0 && errno == EAGAIN { return false }
        guard count > 0 else {
            report(["event": "closed", "address": device.address])
            release(device)
            return false
        }
        report([
            "write": hex(Array(bytes[..<count])), "how": "fd", "address": device.address,
            "at": "\(Monotonic.now().microseconds)",
        ])
        return true
    }

    /// Handles a close by the other side: the characteristic can be acquired again, and a signal reports that.
    private func release(_ device: FakeDevice) {
        let path = device.acquired
        closeSocket(of: device)
        guard let path, device.isConnected else { return }
        changed(path, "org.bluez.GattCharacteristic1", ["WriteAcquired": .bool(false)])
    }

    func closeSocket(of device: FakeDevice) {
        device.watch?.cancel()
        device.watch = nil
        device.pause?.disarm()
        device.socket = nil
        device.acquired = nil
    }

    /// Reports that a call was answered by an error that the script requested.
    func reportFailure(of member: String) {
        report(["event": "refused \(member)", "at": "\(Monotonic.now().microseconds)"])
    }

    func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
