import Glibc
import WaldoBus
import WaldoLoop
import WaldoTime

extension FakeBlueZ {
    /// Executes a line of the script:
    ///
    ///     adapter hci0 ADDRESS [off] [classic] adds an adapter; a classic one has no Low Energy
    ///     power hci0 on|off
    ///     unscan hci0                          its scan ends, stopped by someone else
    ///     mute hci0                            nothing is heard until discovery is stopped and started again
    ///     linger hci0                          starting discovery is refused (InProgress) until it is stopped
    ///     stuck hci0                           so is stopping it (Failed), until the caller has connected anew
    ///     patternless hci0                     a filter with a pattern is refused, as up to BlueZ 5.53
    ///     unplug hci0                          removes the adapter and its devices
    ///     device hci0 ADDRESS [OPTION...]      adds a device, heard at once if the adapter is scanning:
    ///         name=TEXT (_ for a space) service=UUID advertises=UUID (if it differs)
    ///         char=UUID:FLAG+FLAG info=UUID:FLAG+FLAG rssi=N mtu=N
    ///         connected paired bonded quiet stale late   (info: in its Device Information service)
    ///         miserly=MS
    ///     quiet|speak ADDRESS                  stops or starts its advertising
    ///     connect ADDRESS                      another program connects to it
    ///     drop ADDRESS                         the link is lost
    ///     resolve ADDRESS                      a late device's notifications appear, and its services are complete
    ///     acquire ADDRESS                      another program takes its write socket
    ///     hangup ADDRESS [UUID]                closes its write sockets, or this one, without a signal
    ///     shut ADDRESS                         its write socket accepts nothing more, and does not hang up
    ///     leave ADDRESS TIMES                  the next links are lost during service discovery
    ///     rename ADDRESS TEXT                  it advertises another name, connected or not
    ///     strength ADDRESS RSSI                it is heard at this strength (dBm) from now on
    ///     bond|unbond ADDRESS                  its keys are stored, or removed
    ///     forget ADDRESS                       BlueZ removes it
    ///     notify ADDRESS UUID HEX [UUID HEX]   sends notifications of these bytes, one a pair, in this order
    ///     answer ADDRESS UUID HEX [QUESTION]   answers each write, or each of these bytes, by such a notification
    ///     flood ADDRESS UUID COUNT             sends COUNT notifications, numbered in four bytes (big-endian)
    ///     both only from a characteristic that was subscribed to, in any of its services
    ///     put|get|subscribe|unsubscribe UUID [HEX [DEVICE]]   a client of a program that is a peripheral does it
    ///     release hci0                         ends the advertisement of such a program
    ///     tap ADDRESS DESCRIPTOR               writes go unreported to an inherited socket, for measurements
    ///     deaf|hearing ADDRESS                 stops reading its write socket, but reports waiting data; reads again
    ///     miserly ADDRESS [MS]                 takes one record each MS (1), and discards the rest on hang-up
    ///     outlive bus                          keeps running and reading its sockets after the bus has disconnected
    ///     refuse METHOD ERROR MESSAGE [TIMES]  answers with this error, always or TIMES times; _ for a space
    ///     hang METHOD                          never answers it
    ///     hold METHOD                          does its work, but holds its answers back
    ///     cut METHOD                           the link is lost when it is called
    ///     fail METHOD                          sends the oldest answer held back, as an error
    ///     heal METHOD                          undoes all these; sends the answers held back
    ///     echo WORD                            nothing: its confirmation follows all that was reported before it
    func obey(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        guard let verb = words.first else { return }
        let isDone = obeyed(verb, Array(words.dropFirst()))
        report([isDone ? "done" : "error": line])
    }

    private func obeyed(_ verb: String, _ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        let path = "/org/bluez/\(first)"
        let device = devices.first { $0.address == first }
        switch (verb, words.count) {
        case ("adapter", 2...):
            adapters[path] = [
                "Address": .string(words[1]),
                "Roles": .strings(words.contains("classic") ? [] : ["central", "peripheral"]),
                "Powered": .bool(!words.contains("off")), "Discovering": .bool(false),
                "Modalias": .string("usb:v1D6Bp0246d0542"),
            ]
            added(path, ["org.bluez.Adapter1": adapters[path] ?? [:]])
        case ("power", 2): power(path, words[1] == "on")
        case ("unscan", 1): setAdapter(path, "Discovering", false)
        case ("mute", 1): muted.insert(path)
        case ("linger", 1): lingering.insert(path)
        case ("stuck", 1): stuck[path] = ""
        case ("patternless", 1): patternless.insert(path)
        case ("unplug", 1): unplug(path)
        case ("device", 2...): return add(path, words[1], words.dropFirst(2))
        case ("refuse", 3...):
            let message = words[2].map { $0 == "_" ? " " : String($0) }.joined()
            let times = words.count > 3 ? Int(words[3]) ?? 1 : Int.max
            instead[first] = .fail(name: words[1], message: message, times: times)
        case ("put", 1...), ("get", 1...), ("subscribe", 1), ("unsubscribe", 1):
            return client(verb, first, bytes(words.dropFirst().first ?? ""), by: words.count > 2 ? words[2] : nil)
        case ("release", 1): return release()
        case ("outlive", 1): outlivesBus = true
        case ("echo", 1): break
        case ("hang", 1): instead[first] = .hang
        case ("hold", 1): instead[first] = .hold
        case ("cut", 1): instead[first] = .cut
        case ("fail", 1):
            guard held[first]?.isEmpty == false else { return false }
            reportFailure(of: first)
            held[first]?.removeFirst().fail(on: bus)
        case ("heal", 1):
            instead[first] = nil
            for answer in held.removeValue(forKey: first) ?? [] { answer.send(on: bus) }
        default:
            guard let device else { return false }
            return obeyed(verb, device, Array(words.dropFirst()))
        }
        return true
    }

    private func obeyed(_ verb: String, _ device: FakeDevice, _ words: [String]) -> Bool {
        switch (verb, words.count) {
        case ("quiet", 0): device.isQuiet = true
        case ("speak", 0):
            device.isQuiet = false
            hear(device)
        case ("connect", 0): connect(device)
        case ("drop", 0): disconnect(device)
        case ("resolve", 0): resolve(device)
        case ("acquire", 0): return acquireForAnother(device)
        case ("hangup", 0...1): closeSockets(of: device, only: words.first)
        case ("shut", 0):
            for writer in device.writers {
                writer.watch?.cancel()
                shutdown(writer.socket?.number ?? -1, CInt(SHUT_RD))
            }
        case ("leave", 1): device.leaves = Int(words[0]) ?? 1
        case ("forget", 0):
            disconnect(device)
            unexport(device)
        case ("bond", 0), ("unbond", 0):
            (device.isPaired, device.isBonded) = (verb == "bond", verb == "bond")
            let isBonded = Value.bool(device.isBonded)
            changed(device.path, "org.bluez.Device1", ["Paired": isBonded, "Bonded": isBonded])
        case ("rename", 1):
            device.name = words[0].map { $0 == "_" ? " " : String($0) }.joined()
            changed(device.path, "org.bluez.Device1", ["Name": .string(device.name), "RSSI": .int16(device.rssi)])
        case ("strength", 1):
            device.rssi = Int16(words[0]) ?? 0
            changed(device.path, "org.bluez.Device1", ["RSSI": .int16(device.rssi)])
        case ("deaf", 0): device.isDeaf = true
        case ("hearing", 0):
            device.isDeaf = false
            for writer in device.writers {
                writer.watch?.cancel()
                listen(to: writer, of: device)
            }
        case ("miserly", 0...1): device.miserliness = .milliseconds(Int64(words.first ?? "") ?? 1)
        case ("tap", 1): device.tap = CInt(words[0])
        case ("flood", 2):
            let bytes = (0..<(UInt32(words[1]) ?? 0)).map { withUnsafeBytes(of: $0.bigEndian, Array.init) }
            return bytes.allSatisfy { notify(device, words[0], $0) }
        case ("answer", 2...3):
            device.answers.append((words[0], bytes(words[1]), words.count > 2 ? bytes(words[2]) : nil))
        case ("notify", 2...):
            return stride(from: 0, to: words.count - 1, by: 2).allSatisfy { place in
                notify(device, words[place], bytes(words[place + 1]))
            }
        default: return false
        }
        return true
    }

    private func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }

    private func power(_ adapter: String, _ on: Bool) {
        if !on { for device in devices where device.adapter == adapter { disconnect(device) } }
        if !on { setAdapter(adapter, "Discovering", false) }
        setAdapter(adapter, "Powered", on)
    }

    private func unplug(_ adapter: String) {
        for device in devices where device.adapter == adapter {
            disconnect(device)
            unexport(device)
        }
        adapters[adapter] = nil
        removed(adapter, ["org.bluez.Adapter1"])
    }

    private func add(_ adapter: String, _ address: String, _ options: ArraySlice<String>) -> Bool {
        let device = FakeDevice(adapter: adapter, address: address)
        var isConnected = false
        for option in options {
            let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
            let value = parts.count > 1 ? parts[1] : ""
            switch parts[0] {
            case "name": device.name = value.map { $0 == "_" ? " " : String($0) }.joined()
            case "service": device.services.append(value)
            case "advertises": device.advertised = value
            case "char", "info":
                let halves = value.split(separator: ":").map(String.init)
                guard halves.count == 2 else { return false }
                let one = (halves[0], halves[1].split(separator: "+").map(String.init))
                if parts[0] == "char" { device.characteristics.append(one) } else { device.information.append(one) }
            case "rssi": device.rssi = Int16(value) ?? 0
            case "mtu": device.mtu = UInt16(value) ?? 23
            case "connected": isConnected = true
            case "paired": device.isPaired = true
            case "bonded": (device.isPaired, device.isBonded) = (true, true)
            case "quiet": device.isQuiet = true
            case "stale": device.isStale = true
            case "late": device.isLate = true
            case "miserly": device.miserliness = .milliseconds(Int64(value) ?? 1)
            default: return false
            }
        }
        devices.append(device)
        if isConnected {
            device.isExported = true
            added(device.path, ["org.bluez.Device1": device.properties])
            connect(device)
        }
        hear(device)
        return true
    }
}
