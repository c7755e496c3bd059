import WaldoBus
import WaldoLoop
import WaldoTime

/// The signals by which the copy of the objects follows BlueZ.
extension BlueZSession {
    /// Limits the signals that the bus delivers to one device and its adapter; nil delivers all.
    func watch(only device: Device?) async throws(BlueZError) {
        guard let bus else { throw .noBus(BusError.disconnected.description) }
        let old = matches
        matches = []
        do throws(BusError) {
            for (member, interface, path, argument) in rules(device) {
                let rule = MatchRule(
                    sender: BlueZNames.service, interface: interface, member: member, path: path,
                    firstPath: argument)
                matches.append(try await bus.match(rule) { [unowned self] in handle($0) })
            }
        } catch {
            throw .from(error, doing: "sending its signals")
        }
        for match in old { match.cancel() }
    }

    private typealias Rule = (member: String, interface: String, path: MatchRule.Path, argument: String?)

    private func rules(_ device: Device?) -> [Rule] {
        let changed = "PropertiesChanged"
        guard let device else {
            return [
                ("InterfacesAdded", BlueZNames.objectManager, .object("/"), nil),
                ("InterfacesRemoved", BlueZNames.objectManager, .object("/"), nil),
                (changed, BlueZNames.properties, .below(BlueZNames.root), nil),
            ]
        }
        // Whole paths only: dbus-daemon considers two rules that differ only in their path_namespace equal, and would
        // remove the wrong one.
        let paths = [device.path, device.adapter] + notifications.map(\.path)
        return paths.map { (changed, BlueZNames.properties, .object($0), nil) } + [
            ("InterfacesRemoved", BlueZNames.objectManager, .object("/"), device.path),
            ("InterfacesRemoved", BlueZNames.objectManager, .object("/"), device.adapter),
        ]
    }

    private func handle(_ signal: borrowing Message) {
        // Before all else: this is the time of arrival that notifications keep.
        let now = Monotonic.now()
        // While `watch` replaces the rules, the old and the new ones match the same signal.
        guard signal.serial != handled else { return }
        handled = signal.serial
        let path = signal.path
        switch signal.member {
        case "InterfacesAdded":
            signal.read { arguments in
                guard let path = arguments.objectPath() else { return }
                let interfaces = arguments.interfaces()
                if interfaces[BlueZNames.device]?["RSSI"] != nil { heard(path, now) }
                tree.add(path, interfaces)
            }
        case "InterfacesRemoved":
            signal.read { arguments in
                guard let path = arguments.objectPath() else { return }
                let interfaces = arguments.strings() ?? []
                if interfaces.contains(BlueZNames.device) { heardAt[path] = nil }
                tree.remove(path, interfaces)
            }
        default:
            if let receiver = notifications(at: path) {
                if let bytes = signal.read({ $0.changedProperties()?.changed["Value"]?.bytes }) {
                    return receiver.heard(bytes, at: now)
                }
            }
            signal.read { arguments in
                guard let change = arguments.changedProperties() else { return }
                if change.changed["RSSI"] != nil { heard(path, now) }
                tree.change(path, change.interface, change.changed, change.invalidated)
            }
        }
        changes.beat()
    }

    private func heard(_ path: String, _ now: Instant) {
        heardAt[path] = now
        if let adapter = path.firstRange(of: "/dev_").map({ String(path[..<$0.lowerBound]) }) {
            heardLast[adapter] = now
        }
    }

    /// The device with `heardAt` filled in.
    func stamped(_ device: Device) -> Device {
        var device = device
        device.heardAt = heardAt[device.path]
        return device
    }

    /// Clears the set of devices seen (`ObjectTree.forgetSeen`).
    func forgetSeen() { tree.forgetSeen() }
}
