import Glibc
import WaldoCore
import WaldoLoop
import WaldoTime

/// The loss of an input, and its return.
extension InputSource {
    func lose(_ opened: OpenInput, _ reason: String) {
        guard current === opened else { return }
        release(opened)
        if opened.isLive {
            report(.lost(reason: "\(opened.description.identity.name): \(reason)", at: Monotonic.now()))
        }
        // In the next turn, so that the halt is sent first.
        if !unseen.isEmpty { again?.arm(at: Monotonic.now()) }
    }

    func release(_ opened: OpenInput) {
        current = nil
        turnOfRest = nil
        opened.watch?.cancel()
        opened.watch = nil
        opened.motor?.close()
        opened.battery?.close()
        opened.silence?.close()
        if opened.isToBeGrabbed && opened.isLive { opened.device.ungrab() }
    }

    func changed(_ changes: [FolderWatch.Change]) {
        for change in changes {
            switch change {
            case .appeared(let name):
                if InputCatalogue.number(ofNode: name) != nil && !unseen.contains(name) { unseen.append(name) }
            case .vanished(let name):
                unseen.removeAll { $0 == name }
                ignored.remove(name)
                offers.withdraw(name)
                if let current, current.nodeName == name { lose(current, "Its node was removed") }
            case .anything: unseen = InputCatalogue.nodeNames()
            }
        }
        guard !isClosed else { return }
        scan()
        // udev creates links to a node after the node.
        if chosen == nil { again?.arm(at: Monotonic.now() + Self.rescanDelay) }
    }

    func rescan() {
        if let current {
            if !current.isLive { goLive(current) }
        } else {
            scan()
        }
    }

    private func scan() {
        guard current == nil else { return }
        guard let chosen else {
            unseen = []
            return choose()
        }
        while current == nil, !isClosed, !unseen.isEmpty {
            let name = unseen.removeFirst()
            let probe = InputCatalogue.probe(at: "\(InputCatalogue.folder)/\(name)")
            guard let device = probe.device, let description = probe.node.description else { continue }
            if chosen.isBack(as: probe.node) {
                open(device, description, chosen.wanted)
            } else if chosen.isSameModel(as: probe.node), chosen.wanted.successor != .never {
                offer(probe.node, device)
            } else if chosen.isImpersonated(by: probe.node), !ignored.contains(name) {
                ignored.insert(name)
                report(.ignored(description, path: probe.node.path))
            }
        }
    }

    // MARK: the same model at another port

    private func offer(_ node: InputNode, _ device: EvdevDevice) {
        guard case .afterHolding(let keys) = chosen?.wanted.successor else { return succeed(node, device) }
        let isNew = offers.add(node, device, keys: keys, to: self)
        if isNew { report(.offered(node)) }
    }

    /// An input replaces the lost one: from now on it alone is accepted.
    func succeed(_ node: InputNode, _ device: EvdevDevice) {
        guard current == nil, !isClosed, let description = node.description, let wanted = chosen?.wanted else {
            return
        }
        chosen = ChosenInput(node, description, among: InputCatalogue.list(), wanted: wanted)
        open(device, description, wanted)
    }
}
