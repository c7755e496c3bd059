import WaldoBus
import WaldoLoop
import WaldoTime

/// What the fake does for a program that is a peripheral: GattManager1, LEAdvertisingManager1, and clients that the
/// script moves.
extension FakeBlueZ {
    /// A program's application: its unique name, and the paths of its characteristics by their UUIDs.
    struct Application {
        var owner: String
        var path: String
        var characteristics: [String: String] = [:]
    }

    func manager(_ member: String, _ call: borrowing Message) -> CallAnswer {
        guard let path = call.read({ $0.objectPath() }) else { return .unknown }
        guard adapters[call.path] != nil else { return .unknown }
        let owner = call.sender, reply = HeldAnswer(Message(replyTo: call), to: call) {}
        switch member {
        case "RegisterApplication":
            ask("GetManagedObjects", "org.freedesktop.DBus.ObjectManager", path, of: owner) { [unowned self] answer in
                let application = Application(owner: owner, path: path, characteristics: Self.found(answer))
                applications.append(application)
                Loop.task { [self] in
                    await watchNotifications(of: application)
                    reply.send(on: bus)
                }
            }
            return .later
        case "RegisterAdvertisement":
            ask("GetAll", "org.freedesktop.DBus.Properties", path, of: owner) {
                $0.append(.string("org.bluez.LEAdvertisement1"))
            } then: { [unowned self] answer in
                let properties = answer.read { $0.dictionary() } ?? [:]
                advertisement = (owner, path)
                report([
                    "event": "advertised", "name": properties["LocalName"]?.text ?? "",
                    "services": (properties["ServiceUUIDs"]?.texts ?? []).joined(separator: " "),
                ])
                reply.send(on: bus)
            }
            return .later
        case "UnregisterApplication":
            let isKnown = applications.contains { $0.owner == owner && $0.path == path }
            applications.removeAll { $0.owner == owner && $0.path == path }
            return isKnown ? .now(Message(replyTo: call)) : error(call, "org.bluez.Error.DoesNotExist", "unknown")
        case "UnregisterAdvertisement":
            let isKnown = advertisement.map { $0 == (owner, path) } ?? false
            if isKnown { advertisement = nil }
            return isKnown ? .now(Message(replyTo: call)) : error(call, "org.bluez.Error.DoesNotExist", "unknown")
        default: return .unknown
        }
    }

    /// A client writes, subscribes or unsubscribes; the outcome is reported.
    /// - Returns: whether a program offers the characteristic.
    func client(_ verb: String, _ uuid: String, _ bytes: [UInt8], by device: String?) -> Bool {
        for application in applications {
            guard let path = application.characteristics[uuid] else { continue }
            let members = ["put": "WriteValue", "subscribe": "StartNotify", "unsubscribe": "StopNotify"]
            let member = members[verb] ?? "ReadValue"
            ask(member, "org.bluez.GattCharacteristic1", path, of: application.owner) {
                var options: [String: Value] = [:]
                if let device { options["device"] = .objectPath(device) }
                if verb == "put" { $0.append(.bytes(bytes)) }
                if verb == "put" || verb == "get" { $0.append(.dictionary(options)) }
            } failed: { error in
                report(["event": "\(verb) failed", "why": error])
            } then: { [unowned self] answer in
                report(["event": "\(verb) done", "bytes": hex(answer.read { $0.bytes() } ?? [])])
            }
            return true
        }
        return false
    }

    /// Ends the advertisement, as BlueZ does when its adapter is switched off.
    func release() -> Bool {
        guard let (owner, path) = advertisement else { return false }
        advertisement = nil
        ask("Release", "org.bluez.LEAdvertisement1", path, of: owner) { _ in }
        return true
    }

    /// Reports what a program notifies from now on.
    private func watchNotifications(of application: Application) async {
        let rule = MatchRule(
            sender: application.owner, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            path: .below(application.path))
        _ = try? await bus.match(rule) { [unowned self] signal in
            let path = signal.path
            guard let uuid = application.characteristics.first(where: { $0.value == path })?.key else { return }
            let bytes = signal.read { arguments in
                _ = arguments.string()
                return arguments.dictionary()?["Value"]?.bytes
            }
            report(["event": "notified", "uuid": uuid, "bytes": hex(bytes ?? [])])
        }
    }

    private func ask(
        _ member: String, _ interface: String, _ path: String, of owner: String,
        _ write: (inout MessageWriter) -> Void = { _ in }, failed: @escaping @LoopActor (String) -> Void = { _ in },
        then done: @escaping @LoopActor (borrowing Message) -> Void
    ) {
        guard let call = try? Message(call: member, of: interface, at: path, on: owner, write) else { return }
        bus.request(call) { outcome in
            switch consume outcome {
            case .success(let reply): done(reply)
            case .failure(let error): failed("\(error)")
            }
        }
    }

    private static func found(_ reply: borrowing Message) -> [String: String] {
        var found: [String: String] = [:]
        _ = reply.read { arguments in
            arguments.entries { object in
                guard let path = object.objectPath() else { return }
                object.entries { interface in
                    guard interface.string() == "org.bluez.GattCharacteristic1" else { return }
                    if let uuid = interface.dictionary()?["UUID"]?.text { found[uuid] = path }
                }
            }
        }
        return found
    }
}
