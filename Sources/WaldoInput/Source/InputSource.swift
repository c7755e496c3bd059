import Glibc
import WaldoCore
public import WaldoLoop
import WaldoTime

/// The input of one drive: finds it, opens it, reads it, and after a loss waits for it to return.
///
/// After the first choice it accepts only that same input, whatever else is plugged in.
@LoopActor
public final class InputSource {
    static let retryAfter: TimeSpan = .seconds(1)
    static let rescanDelay: TimeSpan = .milliseconds(500)
    /// Records read in one turn of the loop: as many as the kernel buffers for a pad, so that only a flood exceeds
    /// it.
    private static let recordsATurn = 512
    /// How long the end of a drive waits for a pad to take that its motors stop.
    private static let patience: TimeSpan = .milliseconds(100)

    let selection: InputSelection
    let waits: Bool
    private(set) weak var delegate: (any InputSourceDelegate)?

    private var folder: FolderWatch?
    var again: LoopTimer?
    var chosen: ChosenInput?
    /// Never accessed inout: a run-time exclusivity check at each record would cost more than the access.
    @exclusivity(unchecked) var current: OpenInput?
    /// The turn of the loop that reached its limit of records with more waiting; nil once all are read.
    @exclusivity(unchecked) var turnOfRest: Int?
    /// Continues reading in the next turn: records that libevdev has buffered do not make the descriptor readable.
    /// Created on the first flood.
    private var rest: TurnWork?
    var hasBeenLive = false
    private(set) var isClosed = false
    /// Nodes that appeared or changed and have not been inspected yet.
    var unseen: [String] = []
    var ignored: Set<String> = []
    let offers = OfferedInputs()
    var lastWait = ""

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

    // MARK: reading

    func read(_ opened: OpenInput, _ readiness: Readiness) {
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

    func report(waiting text: String) {
        guard text != lastWait else { return }
        lastWait = text
        report(.waiting(text))
    }

    func fail(_ error: InputError) {
        close()
        report(.failed(error))
    }

    func report(_ report: InputSourceReport) { delegate?.input(didReport: report) }
}
