internal import Glibc
internal import WaldoCore
public import WaldoLoop
internal import WaldoTime

/// The input of one drive: finds it, opens it, reads it, and after a loss waits for it to return.
///
/// After the first choice it accepts only that same input, whatever else is plugged in.
@LoopActor
public final class InputSource {
    private static let retryAfter: TimeSpan = .seconds(1)
    private static let rescanDelay: TimeSpan = .milliseconds(500)
    /// Records read in one turn of the loop: as many as the kernel buffers for a pad, so that only a flood exceeds
    /// it.
    private static let recordsATurn = 512
    /// How long the end of a drive waits for a pad to take that its motors stop.
    private static let patience: TimeSpan = .milliseconds(100)

    private let selection: InputSelection
    private let waits: Bool
    private(set) weak var delegate: (any InputSourceDelegate)?

    private var folder: FolderWatch?
    private var again: LoopTimer?
    private var chosen: ChosenInput?
    /// Never accessed inout: a run-time exclusivity check at each record would cost more than the access.
    @exclusivity(unchecked) private(set) var current: OpenInput?
    /// The turn of the loop that reached its limit of records with more waiting; nil once all are read.
    @exclusivity(unchecked) private var turnOfRest: Int?
    /// Continues reading in the next turn: records that libevdev has buffered do not make the descriptor readable.
    /// Created on the first flood.
    private var rest: TurnWork?
    private var hasBeenLive = false
    private(set) var isClosed = false
    /// Nodes that appeared or changed and have not been inspected yet.
    private var unseen: [String] = []
    private var ignored: Set<String> = []
    private let offers = OfferedInputs()
    private var lastWait = ""

    /// How often the kernel has dropped events (SYN_DROPPED), so that the state was read again.
    public private(set) var drops = 0

    /// A source that is idle until `start`.
    /// - Parameters:
    ///   - selection: the input to use.
    ///   - wait: whether to wait for an input that is missing at the start. After the first one, the source always
    ///     waits for its return.
    ///   - delegate: who uses the input.
    public init(selection: InputSelection, wait: Bool, delegate: any InputSourceDelegate) {
        self.selection = selection
        waits = wait
        self.delegate = delegate
    }

    /// Starts looking for the input. Events may be reported before this returns.
    public func start() {
        again = LoopTimer(of: self) { owner, _ in owner.rescan() }
        do {
            // Before the first search, so that no node appears unseen between the two.
            folder = try FolderWatch(parent: "/dev", name: "input") { [weak self] in self?.changed($0) }
        } catch {
            return fail(InputError(.system, "Inputs cannot be watched (\(error)): raise fs.inotify's limits."))
        }
        choose()
    }

    /// Releases the input and ends all watches. No event is reported afterwards.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        folder?.cancel()
        again?.cancel()
        rest?.cancel()
        let motor = current?.motor
        if let current { release(current) }
        offers.withdraw()
        // The drive has halted by now. A driver that hangs is not waited for.
        motor?.wait(within: Self.patience)
        folder = nil
        again = nil
        rest = nil
    }

    /// Releases a grabbed input while the process is suspended. `regrab` is its counterpart.
    public func ungrab() {
        guard let current, current.isLive, current.isToBeGrabbed else { return }
        current.isLive = false
        current.device.ungrab()
        current.letEverythingThrough()
    }

    /// Grabs an input again that `ungrab` released, once all its keys are up, and reports it as added.
    public func regrab() {
        guard let current, !current.isLive else { return }
        current.device.resynchronise()
        goLive(current)
    }

    // MARK: the first choice

    private func choose() {
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

    private func open(_ device: EvdevDevice, _ description: InputDescription, _ wanted: CodesWanted) {
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
    private func goLive(_ opened: OpenInput) {
        guard let chosen else { return }
        if opened.isToBeGrabbed {
            do {
                guard try opened.grabAtRest() else {
                    return report(waiting: "Let go of all keys of \"\(opened.description.identity.name)\" to begin.")
                }
            } catch { return cannotUse(opened, error) }
        } else {
            do throws(SystemFailure) { try opened.device.checkGrab() } catch {
                // Of any other failure the next read tells.
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

    // MARK: reading

    private func read(_ opened: OpenInput, _ readiness: Readiness) {
        var hasRead = turnOfRest != nil
        turnOfRest = nil
        // The end of a report is delivered after the next step, which shows whether more is waiting; asking the
        // kernel would cost a system call.
        var report: RawEvent?
        var records = 0
        // A handler may close the source or lose the input.
        while current === opened {
            // A turn ends with a report that announces no more, so that the state machine acts on it however long a
            // flood lasts.
            if records >= Self.recordsATurn, report != nil || records >= 2 * Self.recordsATurn {
                if let report { deliver(report, of: opened, more: false) }
                return leaveRest(of: opened)
            }
            records += 1
            let step = opened.device.next()
            if let ended = report.take() { deliver(ended, of: opened, more: step != .drained) }
            guard current === opened else { return }
            switch step {
            case .event(let raw):
                hasRead = true
                guard opened.isLive else { continue }
                if raw.isReport { report = raw } else { deliver(raw, of: opened, more: false) }
            case .resynchronised:
                hasRead = true
                resynced(opened)
            case .lost(let code): lose(opened, String(cString: strerror(code)))
            case .drained:
                if readiness.contains(.hangup) || readiness.contains(.error) || opened.isAtEnd(afterReading: hasRead) {
                    lose(opened, "It has hung up")
                } else if !opened.isLive && hasRead {
                    goLive(opened)
                }
                return
            }
        }
    }

    private func leaveRest(of opened: OpenInput) {
        guard current === opened else { return }
        turnOfRest = Loop.turns
        rest = rest ?? TurnWork(of: self) { $0.readRest() }
    }

    /// Continues reading, except in the turn that has reached its limit.
    /// - Returns: whether more is left.
    private func readRest() -> Bool {
        guard let turnOfRest, let current else { return false }
        if turnOfRest != Loop.turns { read(current, []) }
        return self.turnOfRest != nil
    }

    private func deliver(_ raw: RawEvent, of opened: OpenInput, more: Bool) {
        let device = opened.device
        let isInterrupt = opened.isToBeGrabbed && opened.isInterrupt(raw)
        if let event = opened.decoder.decode(raw, more: more) {
            delegate?.input(event, at: device.clock.time(of: raw.stamp, now: Monotonic.now()))
        }
        if isInterrupt { report(.interrupt) }
    }

    private func resynced(_ opened: OpenInput) {
        drops += 1
        opened.decoder.reset()
        guard opened.isLive, let chosen else { return }
        report(.resynced(opened.device.state(of: chosen.wanted), at: Monotonic.now()))
    }

    // MARK: loss and return

    private func lose(_ opened: OpenInput, _ reason: String) {
        guard current === opened else { return }
        release(opened)
        if opened.isLive {
            report(.lost(reason: "\(opened.description.identity.name): \(reason)", at: Monotonic.now()))
        }
        // In the next turn, so that the halt is sent first.
        if !unseen.isEmpty { again?.arm(at: Monotonic.now()) }
    }

    private func release(_ opened: OpenInput) {
        current = nil
        turnOfRest = nil
        opened.watch?.cancel()
        opened.watch = nil
        opened.motor?.close()
        opened.battery?.close()
        opened.silence?.close()
        if opened.isToBeGrabbed && opened.isLive { opened.device.ungrab() }
    }

    private func changed(_ changes: [FolderWatch.Change]) {
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

    private func rescan() {
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

    private func report(waiting text: String) {
        guard text != lastWait else { return }
        lastWait = text
        report(.waiting(text))
    }

    private func fail(_ error: InputError) {
        close()
        report(.failed(error))
    }

    func report(_ report: InputSourceReport) { delegate?.input(didReport: report) }
}
