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
        guard !device.isAcquired(path) else { return error(call, "org.bluez.Error.NotPermitted", "Write acquired") }
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
        let writer = FakeWriter(
            path: path, uuid: device.uuidAmongSeveral(path), OwnedDescriptor(owning: ends[0]))
        device.writers.append(writer)
        listen(to: writer, of: device)
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
        guard device.isConnected, device.writers.isEmpty, let one else { return false }
        device.writers.append(FakeWriter(path: one.path, uuid: nil, nil))
        changed(one.path, "org.bluez.GattCharacteristic1", ["WriteAcquired": .bool(true)])
        return true
    }

    /// Watches a write socket of the device, and reads and reports what is written to it.
    func listen(to writer: FakeWriter, of device: FakeDevice) {
        guard let number = writer.socket?.number else { return }
        writer.watch = try? FileWatch(number, for: .readable, priority: .other) { [unowned self, unowned writer] in
            if device.isDeaf {
                writer.watch?.cancel()
                return report(["event": "waits", "address": device.address])
            }
            if let pause = device.miserliness { return readOne(of: device, writer, number, $0, pause) }
            while readRecord(of: device, writer, number) {}
        }
    }

    /// Reads one record, then waits for `pause`. Handles a hang-up at once, and discards what is left.
    private func readOne(
        of device: FakeDevice, _ writer: FakeWriter, _ number: CInt, _ readiness: Readiness, _ pause: TimeSpan
    ) {
        if readiness.contains(.hangup) {
            var bytes = [UInt8](repeating: 0, count: 1024)
            while case let count = read(number, &bytes, bytes.count), count > 0 {
                report(["event": "discarded", "bytes": hex(Array(bytes[..<count])), "address": device.address])
            }
            report(["event": "closed", "address": device.address])
            return release(writer, of: device)
        }
        guard readRecord(of: device, writer, number) else { return }
        writer.watch?.wait(for: [.hangup, .error])
        let timer = writer.pause ?? LoopTimer()
        timer.handler = { [weak writer] _ in writer?.watch?.wait(for: .readable) }
        timer.arm(at: Monotonic.now() + pause)
        writer.pause = timer
    }

    /// Reads one record.
    /// - Returns: whether there was one.
    private func readRecord(of device: FakeDevice, _ writer: FakeWriter, _ number: CInt) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(number, &bytes, bytes.count)
        if count < 0 && errno == EAGAIN { return false }
        guard count > 0 else {
            report(["event": "closed", "address": device.address])
            release(writer, of: device)
            return false
        }
        reportWrite(Array(bytes[..<count]), how: "fd", device, to: writer.uuid)
        return true
    }

    /// Reports a write, and answers it: where several characteristics take commands, to which it came.
    func reportWrite(_ bytes: [UInt8], how: String, _ device: FakeDevice, to uuid: String?) {
        let write = hex(bytes), at = "\(Monotonic.now().microseconds)"
        if let uuid {
            report(["write": write, "how": how, "uuid": uuid, "address": device.address, "at": at])
        } else {
            report(["write": write, "how": how, "address": device.address, "at": at])
        }
        for answer in device.answers where answer.question == nil || answer.question == bytes {
            _ = notify(device, answer.uuid, answer.bytes)
        }
    }

    /// Handles a close by the other side: the characteristic can be acquired again, and a signal reports that.
    private func release(_ writer: FakeWriter, of device: FakeDevice) {
        close(writer)
        device.writers.removeAll { $0 === writer }
        guard device.isConnected else { return }
        changed(writer.path, "org.bluez.GattCharacteristic1", ["WriteAcquired": .bool(false)])
    }

    /// Closes the device's write sockets, or only that of the characteristic of a UUID.
    func closeSockets(of device: FakeDevice, only uuid: String? = nil) {
        let closing = device.writers.filter { uuid == nil || $0.uuid == uuid }
        for writer in closing { close(writer) }
        device.writers.removeAll { writer in closing.contains { $0 === writer } }
    }

    private func close(_ writer: FakeWriter) {
        writer.watch?.cancel()
        writer.watch = nil
        writer.pause?.disarm()
        writer.socket = nil
    }

    /// Reports that a call was answered by an error that the script requested.
    func reportFailure(of member: String) {
        report(["event": "refused \(member)", "at": "\(Monotonic.now().microseconds)"])
    }

    func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
