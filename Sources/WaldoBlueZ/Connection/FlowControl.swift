import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// The connection of a `FlowControl`.
@LoopActor
protocol FlowControlDelegate: AnyObject {
    /// The number of bytes that bluetoothd has not taken yet.
    var unsentBytes: Int { get }
    /// What may be written now has changed.
    func flowChanged(_ flow: LinkFlow)
    /// Frames are confirmed, this long after the write or the request of the proof.
    func confirmed(after span: TimeSpan)
    /// Writes can no longer be confirmed, because of this error.
    func confirmationFailed(_ failure: BusError)
}

/// Limits the frames under way to the shield to the window, and requests the proof that they have left.
///
/// Why the answer to a read is a proof: bluetoothd sends queued writes before a queued read, and the shield handles
/// them in that order. So the answer confirms the frames that bluetoothd had taken from our socket when the read was
/// requested, and none that were still in the socket.
@LoopActor
final class FlowControl {
    /// What proves that a frame has left.
    enum Proof: Equatable {
        case none
        /// The shield's own answer to the write.
        case reply
        /// The answer to a read of this characteristic, which is sent after the write.
        case read(path: String)
    }

    /// bluetoothd disconnects a shield that leaves a request unanswered for 30 s, so no answer within this longer time
    /// means that bluetoothd hangs.
    private static let readTime: TimeSpan = .seconds(60)

    /// How frames are confirmed.
    @exclusivity(unchecked) private(set) var proof = Proof.none
    @exclusivity(unchecked) private(set) var window = WriteWindow()
    private let session: BlueZSession
    private weak var delegate: (any FlowControlDelegate)?
    @exclusivity(unchecked) private var timer: LoopTimer?
    /// The flow that was last reported to the connection.
    private var reported = LinkFlow.opening
    private var hasBegun = false
    private var isOpen = true
    /// Whether the proof, or an answer where there is none, has shown that frames leave.
    private(set) var hasCarried = false

    init(_ session: BlueZSession, delegate: any FlowControlDelegate) {
        self.session = session
        self.delegate = delegate
        timer = LoopTimer(of: self) { flow, now in
            flow.window.deadlinePassed(at: now)
            flow.noteChange()
        }
    }

    /// When the timer next fires; nil while it is disarmed.
    var deadline: Instant? { timer?.deadline }

    /// Sets the proof, which lets motion go.
    func begin(_ proof: Proof) {
        self.proof = proof
        hasBegun = true
        noteChange()
    }

    /// Ends flow control: frames under way are lost with the connection.
    func close() {
        isOpen = false
        timer?.cancel()
    }

    /// Requests confirmation of all that was written.
    /// - Returns: whether all of it is known to have left; always true where no read serves as the proof.
    func confirmAll() -> Bool {
        guard case .read = proof else { return true }
        window.confirmAll()
        noteChange()
        return window.unconfirmed == 0
    }

    // MARK: writes

    /// Checks, before a write, whether bluetoothd has taken all that was written, and updates the window.
    /// - Returns: whether it has.
    @discardableResult
    func checkQueue(at now: Instant) -> Bool {
        let isEmpty = (delegate?.unsentBytes ?? 0) == 0
        if isEmpty { window.wasAccepted(at: now) }
        return isEmpty
    }

    /// Notes that a frame waits for bluetoothd to take those before it. A full queue may not move: the timer notices.
    func frameWaits(at now: Instant) {
        window.frameWaits(at: now)
        armTimer(now)
    }

    /// Counts a frame that the socket has taken.
    /// - Returns: `.writtenLast` when motion must now wait for the flow to change, else `.written`.
    func wrote(at now: Instant) -> WriteOutcome {
        count(at: now)
        guard proof != .none else { return .written }
        let isFlowing = window.flow == .flowing
        // `.writtenLast` already reports the full window to the state machine.
        if !isFlowing, reported == .flowing { reported = .full }
        armTimer(now)
        return isFlowing ? .written : .writtenLast
    }

    /// Counts a frame that was sent by a call, whose answer is pending.
    func called(at now: Instant) {
        window.called(at: now)
        count(at: now)
        armTimer(now)
    }

    private func count(at now: Instant) {
        switch proof {
        case .none: break
        case .reply: window.wroteWithReply(at: now)
        case .read:
            window.wrote(at: now)
            readIfDue(now)
        }
    }

    /// Handles the answer to the call: from the shield itself, or from bluetoothd, which has taken the frame.
    func wasAnswered() {
        if hasBegun, proof == .none || proof == .reply { hasCarried = true }
        if proof == .reply { confirm(at: Monotonic.now()) }
        noteChange()
    }

    /// Handles a refused call, whose frame was discarded.
    func wasRefused() {
        window.wasRefused(at: Monotonic.now())
        noteChange()
    }

    // MARK: the proof

    /// Handles a change of the window: requests a read if one is due, reports the flow, and sets the timer.
    func noteChange() {
        guard isOpen, hasBegun else { return }
        let now = Monotonic.now()
        checkQueue(at: now)
        readIfDue(now)
        if window.flow != reported {
            reported = window.flow
            delegate?.flowChanged(window.flow)
        }
        armTimer(now)
    }

    private func readIfDue(_ now: Instant) {
        guard case .read(let path) = proof, window.beginReadIfDue(at: now) else { return }
        session.read(path, timeout: Self.readTime) { [weak self] in self?.wasRead($0) }
    }

    private func wasRead(_ failure: BusError?) {
        guard isOpen else { return }
        let now = Monotonic.now()
        checkQueue(at: now)
        switch failure {
        case nil:
            hasCarried = true
            confirm(at: now)
        case .timedOut: window.wasNotAnswered(at: now)
        case .disconnected: return
        case .some(let failure) where ErrorMeaning(failure) == .busy: window.wasNotAnswered(at: now)
        case .some(let failure):
            delegate?.confirmationFailed(failure)
            return
        }
        noteChange()
    }

    private func confirm(at now: Instant) {
        if let span = window.wasAnswered(at: now) { delegate?.confirmed(after: span) }
    }

    private func armTimer(_ now: Instant) {
        if hasBegun, window.flow != reported {
            timer?.arm(at: now)
        } else if let deadline = window.deadline {
            timer?.arm(at: deadline)
        } else {
            timer?.disarm()
        }
    }
}
