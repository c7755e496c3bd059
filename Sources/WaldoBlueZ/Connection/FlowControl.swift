internal import WaldoBus
internal import WaldoCore
internal import WaldoLoop

/// Keeps what is on its way to the shield within the window, and asks for the proof that it has left. What a read's
/// answer proves: bluetoothd sends queued writes before a queued read, and a shield takes them in that order. So the
/// read counts for what bluetoothd had taken out of our socket when it was asked for, and for nothing that was in the
/// socket still.
@LoopActor
final class FlowControl {
    /// What tells that a frame has left.
    enum Proof: Equatable {
        case none
        /// The shield answers the write itself.
        case reply
        /// The answer to a read of this characteristic, which passes behind the write.
        case read(path: String)
    }

    /// What it asks of the connection, and tells it.
    struct Events {
        /// Bytes that bluetoothd has not taken yet.
        var unsentBytes: @LoopActor () -> Int
        var flow: @LoopActor (LinkFlow) -> Void
        /// What was written can no longer be confirmed.
        var failed: @LoopActor (String) -> Void
    }

    /// bluetoothd ends a link that leaves a request unanswered for 30 s; no answer within this time means that it
    /// hangs.
    private static let readTime: Microseconds = .seconds(60)

    /// How frames are confirmed.
    private(set) var proof = Proof.none
    private(set) var window = WriteWindow()
    private let session: BlueZSession
    private let events: Events
    private let timer = LoopTimer()
    /// What the connection knows of the window.
    private var reported = LinkFlow.opening
    private var hasBegun = false
    private var isOpen = true

    init(_ session: BlueZSession, _ events: Events) {
        self.session = session
        self.events = events
        timer.handler = { [weak self] now in
            self?.window.passed(now)
            self?.noteChange()
        }
    }

    /// When it wants to look again; nil: not before something happens.
    var deadline: Microseconds? { timer.deadline }

    /// What proves is known: motion may go.
    func begin(_ proof: Proof) {
        self.proof = proof
        hasBegun = true
        noteChange()
    }

    /// What was on its way goes with the connection.
    func close() {
        isOpen = false
        timer.cancel()
    }

    /// Whether all that was written is known to have left, as far as that can be known; asks for the proof.
    func confirmAll() -> Bool {
        guard case .read = proof else { return true }
        window.confirmAll()
        noteChange()
        return window.unconfirmed == 0
    }

    // MARK: what is written

    /// Notes, before a write, whether bluetoothd has taken what was written. Tells whether it has.
    @discardableResult
    func lookAtQueue(at now: Microseconds) -> Bool {
        let isTaken = events.unsentBytes() == 0
        if isTaken { window.wasTaken(at: now) }
        return isTaken
    }

    /// A motion waits for bluetoothd to take what was written before it.
    func isBehind(at now: Microseconds) { window.isBehind(at: now) }

    /// Counts a frame that a socket has taken; tells whether it was the last that may go.
    func wrote(at now: Microseconds) -> WriteOutcome {
        count(at: now)
        guard proof != .none else { return .written }
        let isFlowing = window.flow == .flowing
        // The outcome tells it, as far as the state machine is concerned.
        if !isFlowing, reported == .flowing { reported = .full }
        keepTimer(now)
        return isFlowing ? .written : .writtenLast
    }

    /// Counts a frame that was handed over by a call, which is to be answered.
    func called(at now: Microseconds) {
        window.called(at: now)
        count(at: now)
        keepTimer(now)
    }

    private func count(at now: Microseconds) {
        switch proof {
        case .none: break
        case .reply: window.wroteAsking(at: now)
        case .read:
            window.wrote(at: now)
            askIfDue(now)
        }
    }

    /// The call was answered: by the shield itself, or by bluetoothd that has taken the frame.
    func wasAnswered() {
        if proof == .reply { window.wasAnswered(at: Monotonic.now()) }
        noteChange()
    }

    /// The call was refused, and the frame thrown away.
    func wasRefused() {
        window.wasRefused(at: Monotonic.now())
        noteChange()
    }

    // MARK: the proof

    /// Sees to what follows from a change of the window.
    func noteChange() {
        guard isOpen, hasBegun else { return }
        let now = Monotonic.now()
        lookAtQueue(at: now)
        askIfDue(now)
        if window.flow != reported {
            reported = window.flow
            events.flow(window.flow)
        }
        keepTimer(now)
    }

    private func askIfDue(_ now: Microseconds) {
        guard case .read(let path) = proof, window.asks(at: now) else { return }
        session.read(path, timeout: Self.readTime) { [weak self] in self?.wasRead($0) }
    }

    private func wasRead(_ failure: BusError?) {
        guard isOpen else { return }
        let now = Monotonic.now()
        lookAtQueue(at: now)
        switch failure {
        case nil: window.wasAnswered(at: now)
        case .remote(name: "org.bluez.Error.InProgress", message: _), .timedOut: window.wasNotAnswered(at: now)
        case .disconnected: return
        case .some(let failure): return events.failed("what was written can no longer be confirmed: \(failure)")
        }
        noteChange()
    }

    private func keepTimer(_ now: Microseconds) {
        if hasBegun, window.flow != reported {
            timer.arm(at: now)
        } else if let deadline = window.deadline {
            timer.arm(at: deadline)
        } else {
            timer.disarm()
        }
    }
}
