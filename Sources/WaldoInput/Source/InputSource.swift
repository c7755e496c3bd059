internal import Glibc
public import WaldoCore
public import WaldoLoop

/// One drive's input over its whole life: found, opened, read, lost, awaited and found again.
///
/// After the first choice only that very input is taken again, whatever else is plugged in.
@LoopActor
public final class InputSource {
    private static let retryAfter: Int64 = 1_000_000
    private static let lookAgainAfter: Int64 = 500_000
    /// Records that are read in one turn of the loop: what the kernel keeps for a pad, so that only a flood has more.
    private static let recordsATurn = 512

    private let selection: InputSelection
    private let waits: Bool
    private let grabs: @LoopActor (InputDescription) -> Bool
    private let codes: @LoopActor (InputDescription) throws -> CodesWanted
    private let events: InputEvents

    private var folder: FolderWatch?
    private var again: LoopTimer?
    private var chosen: ChosenInput?
    /// Lent to nobody: looking for overlapping accesses at each record would cost more than the access.
    @exclusivity(unchecked) private var current: OpenInput?
    /// The turn whose share of records was too small for all that was there.
    private var turnOfRest: Int?
    /// Reads on in the next turn: what libevdev has read ahead wakes nobody. Made by the first flood.
    private var rest: TurnWork?
    private var hasBeenLive = false
    private var isClosed = false
    /// Nodes that came or changed while there was no time to look at them.
    private var unseen: [String] = []
    private var ignored: Set<String> = []
    private var lastWait = ""

    /// How often the kernel has dropped events (SYN_DROPPED) and the state was read anew.
    public private(set) var drops = 0

    /// A source that does nothing until `start`.
    /// - Parameters:
    ///   - wait: whether to wait for an input that is not there at first. After a first one its return is always
    ///     awaited.
    ///   - codes: called once, with the input that is chosen: what the drive needs of it; may refuse by throwing.
    ///   - grabs: whether an input is taken for us alone, once all its keys are up: a keyboard that is not types into
    ///     whatever has the focus while it drives.
    public init(
        selection: InputSelection, wait: Bool, grabs: @escaping @LoopActor (InputDescription) -> Bool,
        codes: @escaping @LoopActor (InputDescription) throws -> CodesWanted, events: InputEvents
    ) {
        self.selection = selection
        waits = wait
        self.grabs = grabs
        self.codes = codes
        self.events = events
    }

    /// Looks for the input. What is told may come before this returns.
    public func start() {
        again = LoopTimer { [weak self] _ in self?.lookAgain() }
        do {
            // Before the first look, so that nothing comes unseen between the two.
            folder = try FolderWatch(parent: "/dev", name: "input") { [weak self] in self?.changed($0) }
        } catch {
            return fail(InputError(.system, "Inputs cannot be watched (\(error)): raise fs.inotify's limits."))
        }
        choose()
    }

    /// Gives the input back and ends all watches. Nothing is told any more.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        folder?.cancel()
        again?.cancel()
        rest?.cancel()
        if let current { release(current) }
        folder = nil
        again = nil
        rest = nil
    }

    /// Gives a grabbed input back, for the time that the process is stopped. `takeBack` is its counterpart.
    public func giveBack() {
        guard let current, current.isLive, current.isToBeGrabbed else { return }
        current.isLive = false
        current.device.ungrab()
        current.letEverythingThrough()
    }

    /// Takes an input that was given back for us alone again, once all its keys are up, and tells of it as added.
    public func takeBack() {
        guard let current, !current.isLive else { return }
        current.device.resynchronise()
        settle(current)
    }

    // MARK: the first choice

    private func choose() {
        let looks = InputCatalogue.lookAtAll()
        let nodes = looks.map(\.node)
        do {
            let node = try resolved.choose(among: nodes)
            guard let device = looks.first(where: { $0.node.path == node.path })?.device else { return }
            try begin(device, node, among: nodes)
        } catch {
            if waits && (error.kind == .notFound || error.kind == .notPermitted) {
                report(waiting: error.description)
            } else {
                fail(error)
            }
        }
    }

    /// The selection with links (/dev/input/by-id/...) followed.
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
        let wanted: CodesWanted
        do { wanted = try codes(description) } catch { throw InputError(.refused, "\(error)") }
        guard !isClosed else { return }
        chosen = ChosenInput(node, description, among: nodes, wanted: wanted)
        open(device, description, wanted)
    }

    private func open(_ device: EvdevDevice, _ description: InputDescription, _ wanted: CodesWanted) {
        let opened = OpenInput(device, description, wanted, isToBeGrabbed: grabs(description))
        do {
            opened.watch = try FileWatch(device.descriptor, for: .readable, priority: .input) {
                [weak self, weak opened] readiness in
                if let self, let opened { self.read(opened, readiness) }
            }
        } catch {
            return fail(InputError(.system, "\(device.path) cannot be waited on (\(error)): it is no event device."))
        }
        current = opened
        settle(opened)
    }

    // MARK: becoming live

    /// Tells of an open input as soon as it is ours.
    private func settle(_ opened: OpenInput) {
        guard let chosen else { return }
        if opened.isToBeGrabbed {
            do {
                guard try opened.grabAtRest() else {
                    return report(waiting: "Let go of all keys of \"\(opened.description.identity.name)\" to begin.")
                }
            } catch { return cannotGrab(opened, error) }
        }
        opened.letThrough(chosen.wanted, grabbed: opened.isToBeGrabbed)
        opened.isLive = true
        hasBeenLive = true
        ignored = []
        lastWait = ""
        events.added(
            opened.description, opened.device.path, opened.device.state(of: chosen.wanted), Monotonic.now())
    }

    private func cannotGrab(_ opened: OpenInput, _ failure: SystemFailure) {
        guard failure.code != ENODEV else { return lose(opened, failure.description) }
        let title = "\"\(opened.description.identity.name)\" at \(opened.device.path)"
        let error =
            failure.code == EBUSY
            ? InputError(.busy, "\(title) is grabbed by another program (EBUSY): end that program.")
            : InputError(.system, "\(title) cannot be grabbed (\(failure)): use --input terminal.")
        guard hasBeenLive else { return fail(error) }
        report(waiting: error.description)
        again?.arm(at: Monotonic.now() + Self.retryAfter)
    }

    // MARK: reading

    private func read(_ opened: OpenInput, _ readiness: Readiness) {
        var hasRead = turnOfRest != nil
        turnOfRest = nil
        // The end of a report waits for the step behind it, which tells whether more is there: asking costs a system
        // call.
        var report: RawEvent?
        var records = 0
        // What is told may close the source or lose the input.
        while current === opened {
            // A turn's share ends with a report, told as the last one: the state machine acts on it, however long a
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
                    settle(opened)
                }
                return
            }
        }
    }

    private func leaveRest(of opened: OpenInput) {
        guard current === opened else { return }
        turnOfRest = Loop.turns
        rest = rest ?? TurnWork { [weak self] in self?.readRest() == true }
    }

    /// Tells whether more is left. The turn that has had its share gets no second one.
    private func readRest() -> Bool {
        guard let turnOfRest, let current else { return false }
        if turnOfRest != Loop.turns { read(current, []) }
        return self.turnOfRest != nil
    }

    private func deliver(_ raw: RawEvent, of opened: OpenInput, more: Bool) {
        let device = opened.device
        let isInterrupt = opened.isToBeGrabbed && opened.isInterrupt(raw)
        if let event = opened.decoder.decode(raw, more: more) {
            events.event(event, device.clock.time(of: raw.stamp, now: Monotonic.now()))
        }
        if isInterrupt { events.interrupt() }
    }

    private func resynced(_ opened: OpenInput) {
        drops += 1
        opened.decoder.reset()
        guard opened.isLive, let chosen else { return }
        events.resynced(opened.device.state(of: chosen.wanted), Monotonic.now())
    }

    // MARK: loss and return

    private func lose(_ opened: OpenInput, _ reason: String) {
        guard current === opened else { return }
        release(opened)
        if opened.isLive { events.lost("\(opened.description.identity.name): \(reason)", Monotonic.now()) }
        // One turn later, so that the halt goes out first.
        if !unseen.isEmpty { again?.arm(at: Monotonic.now()) }
    }

    private func release(_ opened: OpenInput) {
        current = nil
        turnOfRest = nil
        opened.watch?.cancel()
        opened.watch = nil
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
                if let current, current.nodeName == name { lose(current, "Its node was removed") }
            case .anything: unseen = InputCatalogue.nodeNames()
            }
        }
        guard !isClosed else { return }
        lookAround()
        // Links to a node come after it.
        if chosen == nil { again?.arm(at: Monotonic.now() + Self.lookAgainAfter) }
    }

    private func lookAgain() {
        if let current {
            if !current.isLive { settle(current) }
        } else {
            lookAround()
        }
    }

    private func lookAround() {
        guard current == nil else { return }
        guard let chosen else {
            unseen = []
            return choose()
        }
        while current == nil, !isClosed, !unseen.isEmpty {
            let name = unseen.removeFirst()
            let look = InputCatalogue.look(at: "\(InputCatalogue.folder)/\(name)")
            guard let device = look.device, let description = look.node.description else { continue }
            if chosen.isBack(as: look.node) {
                open(device, description, chosen.wanted)
            } else if chosen.isImpersonated(by: look.node), !ignored.contains(name) {
                ignored.insert(name)
                events.ignored(description, look.node.path)
            }
        }
    }

    private func report(waiting text: String) {
        guard text != lastWait else { return }
        lastWait = text
        events.waiting(text)
    }

    private func fail(_ error: InputError) {
        close()
        events.failed(error)
    }
}
