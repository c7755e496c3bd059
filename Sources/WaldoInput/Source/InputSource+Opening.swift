import Glibc
import WaldoCore
import WaldoLoop
import WaldoTime

/// The first choice, and how an input becomes live.
extension InputSource {
    func choose() {
        let probes = InputCatalogue.probeAll()
        let nodes = probes.map(\.node)
        do {
            let node = try resolved.choose(among: nodes)
            guard let device = probes.first(where: { $0.node.path == node.path })?.device else { return }
            if node.kind == .gamepad, node.description?.hasNotReported == true {
                report(waiting: "\(node.title) has not reported where its sticks are: let go of them, and move one.")
                again?.arm(at: Monotonic.now() + Self.rescanDelay)
                return
            }
            try begin(device, node, among: nodes)
        } catch {
            if waits && (error.kind == .notFound || error.kind == .notPermitted) {
                report(waiting: error.description)
            } else {
                fail(error)
            }
        }
    }

    /// The selection with links (/dev/input/by-id/...) resolved.
    private var resolved: InputSelection {
        guard case .device(let text) = selection, text.contains("/"), !InputCatalogue.isNode(text) else {
            return selection
        }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            realpath(text, buffer.baseAddress).map { .device(String(cString: $0)) } ?? selection
        }
    }

    private func begin(_ device: EvdevDevice, _ node: InputNode, among nodes: [InputNode]) throws(InputError) {
        guard let description = node.description else { return }
        let wanted: CodesWanted?
        do { wanted = try delegate?.codesWanted(of: description) } catch { throw InputError(.refused, "\(error)") }
        guard !isClosed, let wanted else { return }
        chosen = ChosenInput(node, description, among: nodes, wanted: wanted)
        open(device, description, wanted)
        for note in selection.notes(on: nodes, beside: node) where !isClosed { report(.noted(note)) }
    }

    func open(_ device: EvdevDevice, _ description: InputDescription, _ wanted: CodesWanted) {
        let opened = OpenInput(device, description, wanted, isToBeGrabbed: delegate?.grabs(description) == true)
        do {
            opened.watch = try FileWatch(device.descriptor, for: .readable, priority: .input) {
                [weak self, weak opened] readiness in
                if let self, let opened { self.read(opened, readiness) }
            }
        } catch {
            return fail(InputError(.system, "\(device.path) cannot be waited on (\(error)): it is no event device."))
        }
        current = opened
        goLive(opened)
    }

    // MARK: becoming live

    /// Reports an open input as added, after the grab if it is to be grabbed.
    func goLive(_ opened: OpenInput) {
        guard let chosen else { return }
        if opened.isToBeGrabbed {
            do {
                guard try opened.grabAtRest() else {
                    return report(waiting: "Let go of all keys of \"\(opened.description.identity.name)\" to begin.")
                }
            } catch { return cannotUse(opened, error) }
        } else {
            do throws(SystemFailure) { try opened.device.checkGrab() } catch {
                // The next read reports any other failure.
                if error.code == EBUSY { return cannotUse(opened, error) }
            }
        }
        opened.letThrough(chosen.wanted, grabbed: opened.isToBeGrabbed)
        opened.isLive = true
        hasBeenLive = true
        ignored = []
        offers.withdraw()
        lastWait = ""
        report(
            .added(
                opened.description, path: opened.device.path, opened.device.state(of: chosen.wanted),
                at: Monotonic.now()))
        if current === opened, opened.silence == nil { watchSilence(of: opened) }
        // Last: from here on its driver may be busy.
        if current === opened, !opened.hasFeedback { feel(opened) }
    }

    private func cannotUse(_ opened: OpenInput, _ failure: SystemFailure) {
        guard failure.code != ENODEV else { return lose(opened, failure.description) }
        let title = "\"\(opened.description.identity.name)\" at \(opened.device.path)"
        let error =
            failure.code == EBUSY
            ? .busy(title, opened.device.path)
            : InputError(.system, "\(title) cannot be grabbed (\(failure)): use --input terminal.")
        guard hasBeenLive || waits else { return fail(error) }
        report(waiting: error.description)
        again?.arm(at: Monotonic.now() + Self.retryAfter)
    }
}
