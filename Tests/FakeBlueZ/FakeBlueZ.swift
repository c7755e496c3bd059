import WaldoBus
import WaldoLoop
import WaldoTime

/// A fake BlueZ: its objects and its answers to calls.
@LoopActor
final class FakeBlueZ {
    /// What a method does instead of its normal work.
    enum Instead {
        case fail(name: String, message: String, times: Int)
        case hang
        case hold
        case cut
    }

    /// An answer that is held back.
    final class HeldAnswer {
        private var message: Message?
        private var failure: Message?
        private let before: @LoopActor () -> Void

        init(_ message: consuming Message, to call: borrowing Message, before: @escaping @LoopActor () -> Void) {
            self.message = consume message
            failure = try? Message(errorTo: call, name: "org.bluez.Error.Failed", message: "Not connected")
            self.before = before
        }

        @LoopActor func send(on bus: BusConnection) {
            before()
            if let message = message.take() { bus.send(message) }
        }

        @LoopActor func fail(on bus: BusConnection) {
            if let failure = failure.take() { bus.send(failure) }
        }
    }

    let bus: BusConnection
    var adapters: [String: [String: Value]] = [:]
    var devices: [FakeDevice] = []
    /// The discovery filter of each adapter.
    var filters: [String: [String: Value]] = [:]
    var instead: [String: Instead] = [:]
    var held: [String: [HeldAnswer]] = [:]
    /// What programs offer as peripherals, and the advertisement: its program's unique name, and its path.
    var applications: [Application] = []
    var advertisement: (owner: String, path: String)?
    /// The adapters that hear nothing until discovery is stopped.
    var muted: Set<String> = []
    /// The adapters with a session of an earlier scan, which is in the way of another until discovery is stopped.
    var lingering: Set<String> = []
    /// The adapters that neither start nor stop discovery for one connection to the bus: its unique name; "": the next
    /// that calls.
    var stuck: [String: String] = [:]
    /// The adapters that do not know a filter's pattern.
    var patternless: Set<String> = []
    /// Whether the fake keeps running after the bus has disconnected.
    var outlivesBus = false
    /// Sends the signals that precede the answer to the current call.
    var saysBefore: @LoopActor () -> Void = {}

    init(_ bus: BusConnection) { self.bus = bus }

    var objects: [String: [String: [String: Value]]] {
        var objects: [String: [String: [String: Value]]] = [:]
        for (path, properties) in adapters { objects[path] = ["org.bluez.Adapter1": properties] }
        for device in devices where device.isExported {
            objects[device.path] = ["org.bluez.Device1": device.properties]
            objects.merge(device.gatt) { $1 }
        }
        return objects
    }

    // MARK: signals

    func added(_ path: String, _ interfaces: [String: [String: Value]]) {
        emit("InterfacesAdded", "org.freedesktop.DBus.ObjectManager", "/") {
            $0.append(.objectPath(path))
            $0.append(interfaces: interfaces)
        }
    }

    func removed(_ path: String, _ interfaces: [String]) {
        emit("InterfacesRemoved", "org.freedesktop.DBus.ObjectManager", "/") {
            $0.append(.objectPath(path))
            $0.append(.strings(interfaces))
        }
    }

    func changed(_ path: String, _ interface: String, _ properties: [String: Value]) {
        emit("PropertiesChanged", "org.freedesktop.DBus.Properties", path) {
            $0.append(.string(interface))
            $0.append(.dictionary(properties))
            $0.append(.strings([]))
        }
    }

    private func emit(_ member: String, _ interface: String, _ path: String, _ write: (inout MessageWriter) -> Void) {
        if let signal = try? Message(signal: member, of: interface, at: path, write) { bus.send(signal) }
    }

    // MARK: calls

    func answer(_ call: borrowing Message) -> CallAnswer {
        let isMeasured = call.member == "WriteValue" && devices.contains { $0.tap != nil }
        if !isMeasured { report(["call": call.member, "path": call.path]) }
        switch instead[call.member] {
        case .hang: return .later
        case .cut:
            let path = call.path
            if let device = devices.first(where: { path.hasPrefix($0.path + "/") }) { disconnect(device) }
            return error(call, "org.bluez.Error.Failed", "Not connected")
        case .fail(let name, let message, let times):
            instead[call.member] = times > 1 ? .fail(name: name, message: message, times: times - 1) : nil
            reportFailure(of: call.member)
            return error(call, name, message)
        case .hold:
            if case .now(let answer) = work(call) {
                held[call.member, default: []].append(HeldAnswer(answer, to: call, before: saysBefore))
            }
            saysBefore = {}
            return .later
        case nil: break
        }
        let answer = work(call)
        saysBefore()
        saysBefore = {}
        return answer
    }

    /// Sends the answer now, before the signals that follow; a held answer is returned instead.
    private func first(_ call: borrowing Message) -> CallAnswer {
        if case .hold = instead[call.member] { return .now(Message(replyTo: call)) }
        bus.send(Message(replyTo: call))
        return .later
    }

    private func work(_ call: borrowing Message) -> CallAnswer {
        switch (call.interface, call.member) {
        case ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects"):
            report(["event": "looked", "at": "\(Monotonic.now().microseconds)"])
            return .now(Message(replyTo: call) { $0.append(objects: objects) })
        case ("org.bluez.Adapter1", let member): return adapter(member, call)
        case ("org.bluez.GattManager1", let member), ("org.bluez.LEAdvertisingManager1", let member):
            return manager(member, call)
        case ("org.bluez.Device1", let member): return device(member, call)
        case ("org.bluez.GattCharacteristic1", let member): return characteristic(member, call)
        default: return .unknown
        }
    }

    private func adapter(_ member: String, _ call: borrowing Message) -> CallAnswer {
        let path = call.path
        guard adapters[path] != nil else { return .unknown }
        guard adapters[path]?["Powered"] == .bool(true) else { return error(call, "org.bluez.Error.NotReady", "off") }
        switch member {
        case "SetDiscoveryFilter":
            let filter = call.read { $0.dictionary() } ?? [:]
            guard takes(filter, at: path) else {
                return error(call, "org.bluez.Error.InvalidArguments", "Invalid arguments in method call")
            }
        case "StartDiscovery" where isInTheWay(at: path, of: call.sender):
            return error(call, "org.bluez.Error.InProgress", "Operation already in progress")
        case "StopDiscovery" where isStuck(path, for: call.sender):
            return error(call, "org.bluez.Error.Failed", "No discovery started")
        case "StartDiscovery", "StopDiscovery":
            let answer = first(call)
            if member == "StopDiscovery" {
                muted.remove(path)
                lingering.remove(path)
            }
            setAdapter(path, "Discovering", member == "StartDiscovery")
            if member == "StartDiscovery" { for device in devices { hear(device) } }
            return answer
        case "RemoveDevice":
            let wanted = call.read { $0.objectPath() }
            guard let device = devices.first(where: { $0.path == wanted }) else { return .unknown }
            disconnect(device)
            device.isStale = false
            unexport(device)
        default: return .unknown
        }
        return .now(Message(replyTo: call))
    }

    private func device(_ member: String, _ call: borrowing Message) -> CallAnswer {
        let path = call.path
        guard let device = devices.first(where: { $0.path == path && $0.isExported }) else { return .unknown }
        switch member {
        case "Connect":
            // As BlueZ does: first the answer, then Connected.
            let answer = first(call)
            connect(device)
            return answer
        case "Disconnect": disconnect(device)
        default: return .unknown
        }
        return .now(Message(replyTo: call))
    }

    func error(_ call: borrowing Message, _ name: String, _ message: String) -> CallAnswer {
        guard let error = try? Message(errorTo: call, name: name, message: message) else { return .unknown }
        return .now(error)
    }
}
