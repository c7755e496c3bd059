import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// An open connection to one shield: what carries the frames, the flow control, and the failsafe frames. Created on
/// opening, discarded on loss.
@LoopActor
final class PeripheralConnection: FlowControlDelegate, WriteSocketDelegate {
    /// Always the same: a stop must not wait longer.
    private static let retryPause: TimeSpan = .milliseconds(50)

    let session: BlueZSession
    let pacing: Pacing
    weak var delegate: (any PeripheralConnectionDelegate)?
    let carrier: Carrier
    /// The sockets beside the first; empty for nearly all arms.
    let others: [WriteSocket]
    let slot: FailsafeSlot
    @exclusivity(unchecked) var flow: FlowControl?
    /// Armed while it waits for another program's write to end, or for the drive to take note of the failsafe frames.
    @exclusivity(unchecked) var retryTimer: LoopTimer?
    /// Bytes of the WriteValue in flight; 0 if none is.
    var inFlight = 0
    /// The last frame was refused because of the socket's queue; `ready` must follow.
    @exclusivity(unchecked) private var isRefused = false
    /// A call that cannot be sent fails before `write` returns, and the outcome of `write` then reports it.
    private var isWriting = false
    var isClosed = false
    /// Why it takes no more frames; nil while it is up.
    @exclusivity(unchecked) var lossReason: String?
    /// The answer to a write or a read that it was lost by; nil: none, or it is up.
    @exclusivity(unchecked) private(set) var failure: BusError?

    /// - Parameter piece: the most bytes in one record of the socket, where a frame may be longer; nil: each one fits.
    init(
        _ session: BlueZSession, _ carrier: Carrier, pacing: Pacing, piece: Int?,
        delegate: any PeripheralConnectionDelegate
    ) {
        self.session = session
        self.carrier = carrier
        self.pacing = pacing
        self.delegate = delegate
        let descriptor =
            switch carrier {
            case .sockets(let socket, _): socket.number
            case .calls(_, _, let spare): spare.descriptor
            }
        others = if case .sockets(_, let others) = carrier { others } else { [] }
        let kind: FailsafeSlot.Kind = carrier.isCalls ? .oneARound : piece.map { .pieces($0) } ?? .records
        slot = FailsafeSlot(descriptor, interval: pacing.interval, kind)
        flow = FlowControl(session, delegate: self)
        retryTimer = LoopTimer(of: self) { connection, _ in connection.becomeReady() }
        switch carrier {
        case .sockets(let socket, _):
            for socket in [socket] + others { socket.delegate = self }
            socket.pieces = piece == nil ? nil : slot
        case .calls(_, _, let spare):
            spare.whenGone { [weak self] in self?.lose("the message bus has gone") }
        }
    }

    /// Sets the proof that frames have left, which lets motion go.
    func begin(_ proof: FlowControl.Proof) { flow?.begin(proof) }

    /// Whether it was lost by an answer of a dead link, whatever BlueZ says of it. By BlueZ's copy of the table it may
    /// be written to; where the shield forbids that, the copy may be stale.
    var wasDead: Bool { failure.map { ErrorMeaning($0).isOfDeadLink || ErrorMeaning($0) == .forbidden } ?? false }
    /// Whether something has gone over it, by an answer.
    var hasCarried: Bool { flow?.hasCarried ?? false }

    /// The number of frames written and not yet confirmed.
    var unconfirmed: Int { flow?.window.unconfirmed ?? 0 }
    /// When the flow control's timer next fires; nil while it is disarmed.
    var flowDeadline: Instant? { flow?.deadline }

    /// Bytes written that bluetoothd is not known to have taken.
    var unsentBytes: Int {
        guard case .sockets(let socket, _) = carrier else { return inFlight }
        return others.isEmpty ? socket.unsentBytes : others.reduce(socket.unsentBytes) { $0 + $1.unsentBytes }
    }

    /// Whether all that was written has left, as far as can be known; requests the proof.
    var hasLeft: Bool { unsentBytes == 0 && flow?.confirmAll() != false }

    // MARK: writing

    /// Writes a frame. Motion is accepted only while it flows; a zero frame at any time, except while a call is in
    /// flight.
    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome {
        guard lossReason == nil, let flow else { return .gone }
        // Once the failsafe frames were sent, the drive must take note of them first. Only a zero frame with nothing
        // pending after it may pass.
        let isBarred = !isZero || !pending.isEmpty
        guard !isBarred || slot.enter(pending: pending.rawValue) else {
            retryTimer?.arm(at: Monotonic.now())
            return .refused
        }
        defer { if isBarred { slot.leave() } }
        switch carrier {
        case .sockets(let socket, _):
            return write(frame, isZero, to: frame.destination == 0 ? socket : other(frame), flow)
        case .calls(let paths, let type, _): return write(frame, paths[Int(frame.destination)], type, flow)
        }
    }

    /// The socket of a frame whose destination is not the first.
    private func other(_ frame: Frame) -> WriteSocket { others[Int(frame.destination) - 1] }

    /// Watches the queues that hold motion back. An empty one reports at once, and motion would be tried without end.
    private func watchQueue(_ socket: WriteSocket) {
        guard case .sockets(let first, _) = carrier, unsentBytes > 0 else { return socket.watchQueue() }
        if first.unsentBytes > 0 { first.watchQueue() }
        for other in others where other.unsentBytes > 0 { other.watchQueue() }
    }

    private func write(_ frame: Frame, _ isZero: Bool, to socket: WriteSocket, _ flow: FlowControl) -> WriteOutcome {
        let now = Monotonic.now()
        guard flow.checkQueue(at: now) || isZero else {
            // Motion waits until bluetoothd has taken the frames before it.
            flow.frameWaits(at: now)
            isRefused = true
            watchQueue(socket)
            return .refused
        }
        let outcome = socket.write(frame)
        isRefused = outcome == .refused
        // A stop waits for the full queue too: without this, nothing would notice that the queue stands still.
        if isRefused { flow.frameWaits(at: now) }
        // Not every error comes with a hang-up; without this, the link would count as up for ever and never reconnect.
        if outcome == .gone { lose("the link was lost", isSeen: true) }
        return outcome == .written ? flow.wrote(at: now) : outcome
    }

    private func write(_ frame: Frame, _ path: String, _ type: String, _ flow: FlowControl) -> WriteOutcome {
        guard inFlight == 0, retryTimer?.deadline == nil else { return .refused }
        let now = Monotonic.now()
        flow.checkQueue(at: now)
        inFlight = frame.count
        isWriting = true
        defer { isWriting = false }
        session.writeValue(path, frame, type) { [weak self] in self?.written($0) }
        guard lossReason == nil else { return .gone }
        flow.called(at: now)
        return .inFlight
    }

    func flowChanged(_ flow: LinkFlow) { delegate?.flowChanged(flow) }

    func confirmed(after span: TimeSpan) { delegate?.confirmed(after: span) }

    func confirmationFailed(_ failure: BusError) {
        self.failure = failure
        lose("what was written can no longer be confirmed: \(failure)")
    }

    private func written(_ failure: BusError?) {
        guard lossReason == nil, inFlight > 0 else { return }
        inFlight = 0
        guard let failure else {
            flow?.wasAnswered()
            delegate?.connectionIsReady()
            return
        }
        guard ErrorMeaning(failure) != .busy else {
            // Another program is writing to the characteristic: BlueZ has discarded the frame.
            delegate?.connectionRefused()
            flow?.wasRefused()
            retryTimer?.arm(at: Monotonic.now() + Self.retryPause)
            return
        }
        self.failure = failure
        lose("a write failed: \(failure)", isSeen: isWriting)
    }

    /// Handles a change of the queue: bluetoothd has taken a record, or the watch has just begun. Zero frames may be
    /// written again in either case.
    func socketMoved() {
        flow?.noteChange()
        if isRefused { becomeReady() }
    }

    func socketIsLost() { lose("the link was lost") }

    private func becomeReady() {
        isRefused = false
        if lossReason == nil { delegate?.connectionIsReady() }
    }
}
