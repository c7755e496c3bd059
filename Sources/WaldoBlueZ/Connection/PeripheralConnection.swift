internal import WaldoBus
internal import WaldoCore
internal import WaldoLoop
internal import WaldoTime

/// The link of a `PeripheralConnection`.
@LoopActor
protocol PeripheralConnectionDelegate: AnyObject {
    /// After `.inFlight` or `.refused`: it can take the next frame.
    func connectionIsReady()
    /// After `.inFlight`: the frame was not taken after all. `connectionIsReady` follows.
    func connectionRefused()
    /// What may be written now has changed.
    func flowChanged(_ flow: LinkFlow)
    /// Frames are confirmed, this long after the write or the request of the proof.
    func confirmed(after span: TimeSpan)
    /// It takes no more frames, for this reason.
    /// - Parameter isSeen: the outcome of a write already reports it.
    func connectionIsLost(_ reason: String, isSeen: Bool)
}

/// An open connection to one shield: what carries the frames, the flow control, and the failsafe frames. Created on
/// opening, discarded on loss.
@LoopActor
final class PeripheralConnection: FlowControlDelegate, WriteSocketDelegate {
    /// What carries frames to bluetoothd.
    enum Carrier {
        case socket(WriteSocket)
        /// WriteValue, one in flight. The failsafe frames go over `spare`, a bus connection of its own; only a call in
        /// flight can then keep bluetoothd from taking them.
        case calls(path: String, type: String, spare: BusConnection)

        var isCalls: Bool { if case .calls = self { true } else { false } }
    }

    /// Always the same: a stop must not wait longer.
    private static let retryPause: TimeSpan = .milliseconds(50)

    private let session: BlueZSession
    private let pacing: Pacing
    private weak var delegate: (any PeripheralConnectionDelegate)?
    private let carrier: Carrier
    private let slot: FailsafeSlot
    @exclusivity(unchecked) private var flow: FlowControl?
    /// Armed while it waits for another program's write to end, or for the drive to take note of the failsafe frames.
    @exclusivity(unchecked) private var retryTimer: LoopTimer?
    /// Bytes of the WriteValue in flight; 0 if none is.
    private var inFlight = 0
    /// The last frame was refused because of the socket's queue; `ready` must follow.
    @exclusivity(unchecked) private var isRefused = false
    /// A call that cannot be sent fails before `write` returns, and the outcome of `write` then reports it.
    private var isWriting = false
    private var isClosed = false
    /// Why it takes no more frames; nil while it is up.
    @exclusivity(unchecked) private(set) var lossReason: String?
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
            case .socket(let socket): socket.number
            case .calls(_, _, let spare): spare.descriptor
            }
        let kind: FailsafeSlot.Kind = carrier.isCalls ? .oneARound : piece.map { .pieces($0) } ?? .records
        slot = FailsafeSlot(descriptor, interval: pacing.interval, kind)
        flow = FlowControl(session, delegate: self)
        retryTimer = LoopTimer(of: self) { connection, _ in connection.becomeReady() }
        switch carrier {
        case .socket(let socket):
            socket.delegate = self
            socket.pieces = piece == nil ? nil : slot
        case .calls(_, _, let spare):
            spare.onDisconnect = { [weak self] in self?.lose("the message bus has gone") }
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
    var unsentBytes: Int { if case .socket(let socket) = carrier { socket.unsentBytes } else { inFlight } }

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
        case .socket(let socket): return write(frame, isZero, to: socket, flow)
        case .calls(let path, let type, _): return write(frame, path, type, flow)
        }
    }

    private func write(_ frame: Frame, _ isZero: Bool, to socket: WriteSocket, _ flow: FlowControl) -> WriteOutcome {
        let now = Monotonic.now()
        guard flow.checkQueue(at: now) || isZero else {
            // Motion waits until bluetoothd has taken the frames before it.
            flow.frameWaits(at: now)
            isRefused = true
            socket.watchQueue()
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

    // MARK: the failsafe frames

    /// Sets the failsafe frames: the zero frames that stop the arm when the loop hangs, the process ends or the link is
    /// lost.
    func set(_ failsafe: FailsafeFrames) {
        guard lossReason == nil else { return }
        slot.set { add in
            for index in 0..<failsafe.count {
                switch carrier {
                case .socket: failsafe[index].withBytes { add($0) }
                case .calls(let path, let type, _):
                    session.marshalledWrite(path, failsafe[index], type).withUnsafeBytes { add($0) }
                }
            }
        }
    }

    /// Sets how often each of the failsafe frames is still to be sent. Ignored after a loss, when the slot keeps its
    /// own count.
    func setPending(_ zeros: ZeroCounts) { if lossReason == nil { slot.setPending(zeros.rawValue) } }

    /// Takes note that the failsafe frames were sent, after which motion may pass again.
    /// - Returns: how often each frame was sent, all 0 for a carrier of calls; nil if none was sent.
    func acknowledgeFailsafe() -> ZeroCounts? {
        guard slot.isClaimed else { return nil }
        let sent = ZeroCounts(rawValue: slot.endClaim())
        // Whether BlueZ has taken a call without a reply is not known.
        return carrier.isCalls ? ZeroCounts() : sent
    }

    // MARK: closing

    /// Ends writing, and sends the failsafe frames if they are pending: the socket may still be open.
    func lose(_ reason: String, isSeen: Bool = false) {
        guard lossReason == nil else { return }
        lossReason = reason
        if slot.isPending { slot.send() }
        flow?.close()
        retryTimer?.disarm()
        inFlight = 0
        delegate?.connectionIsLost(reason, isSeen: isSeen)
    }

    /// Closes the connection once the failsafe frames have been taken, or after `FailsafeSlot.drainTime`: bluetoothd
    /// may discard unread records when the socket hangs up.
    func drain() async {
        let begin = Monotonic.now(), end = begin + FailsafeSlot.drainTime
        var sent = 1
        while !isClosed, isHeard, Monotonic.now() < end {
            if slot.isPending, Monotonic.now() >= begin + pacing.interval * sent {
                slot.send()
                sent += 1
            }
            guard slot.isPending || queue > 0 else { break }
            try? await Loop.sleep(for: .milliseconds(2))
        }
        finish()
    }

    /// Closes the connection at once, also during `drain`. Sends what is pending, and blocks until it has been taken;
    /// each of its waits ends after `FailsafeSlot.drainTime`.
    func close() {
        guard !isClosed else { return }
        FailsafeSlot.sendAll()
        if lossReason != nil { slot.awaitDrained() }
        finish()
    }

    private func finish() {
        guard !isClosed else { return }
        isClosed = true
        lossReason = lossReason ?? "it was closed"
        slot.close()
        flow?.close()
        flow = nil
        retryTimer?.cancel()
        switch carrier {
        case .socket(let socket): socket.close()
        case .calls(_, _, let spare): spare.close()
        }
    }

    /// Whether the other end is still connected.
    private var isHeard: Bool {
        switch carrier {
        case .socket(let socket): socket.isConnected
        case .calls(_, _, let spare): spare.descriptor >= 0
        }
    }

    private var queue: Int {
        switch carrier {
        case .socket(let socket): socket.unsentBytes
        case .calls(_, _, let spare): spare.unreadBytes
        }
    }
}
