internal import WaldoBus
internal import WaldoCore
internal import WaldoLoop

/// A connection to one shield, from the way to write to its end: what carries the frames, what holds them back, and the
/// last word. Made by opening, thrown away on loss.
@LoopActor
final class PeripheralConnection {
    /// What carries frames.
    enum Carrier {
        case socket(WriteSocket)
        /// WriteValue, one in flight. The last word has a connection to the bus of its own: only a call in flight keeps
        /// it from being taken.
        case calls(path: String, type: String, spare: BusConnection)

        var isCalls: Bool { if case .calls = self { true } else { false } }
    }

    /// Who is told what.
    struct Events {
        /// After `.inFlight` or `.refused`: it takes the next frame.
        var ready: @LoopActor () -> Void
        /// After `.inFlight`: it has not taken the frame after all. `ready` follows.
        var refused: @LoopActor () -> Void
        /// What may leave has changed.
        var flow: @LoopActor (LinkFlow) -> Void
        /// It takes nothing any more, for this reason; `isSeen`: a write's outcome tells of it already.
        var lost: @LoopActor (_ reason: String, _ isSeen: Bool) -> Void
    }

    private static let retryPause: Microseconds = .milliseconds(50)

    private let session: BlueZSession
    private let pacing: Pacing
    private let events: Events
    private let carrier: Carrier
    private let slot: LastWordSlot
    private var flow: FlowControl?
    /// Armed while another program's write is given time to end.
    private let retryTimer = LoopTimer()
    /// Bytes of the WriteValue that is in flight.
    private var inFlight = 0
    /// The socket has not taken the last frame.
    private var isRefused = false
    /// A call that cannot be sent fails before `write` returns, whose outcome then tells of it.
    private var isWriting = false
    private var isClosed = false
    /// Why it takes nothing any more.
    private(set) var lossReason: String?

    init(_ session: BlueZSession, _ carrier: Carrier, pacing: Pacing, _ events: Events) {
        self.session = session
        self.carrier = carrier
        self.pacing = pacing
        self.events = events
        let descriptor =
            switch carrier {
            case .socket(let socket): socket.number
            case .calls(_, _, let spare): spare.descriptor
            }
        slot = LastWordSlot(descriptor, interval: pacing.interval, isOneARound: carrier.isCalls)
        flow = FlowControl(
            session,
            .init(
                unsentBytes: { [weak self] in self?.unsentBytes ?? 0 }, flow: { [weak self] in self?.events.flow($0) },
                failed: { [weak self] in self?.lose($0) }))
        retryTimer.handler = { [weak self] _ in self?.becomeReady() }
        switch carrier {
        case .socket(let socket):
            socket.taken = { [weak self] in self?.socketMoved() }
            socket.lost = { [weak self] in self?.lose("the link was lost") }
        case .calls(_, _, let spare):
            spare.onDisconnect = { [weak self] in self?.lose("the message bus has gone") }
        }
    }

    /// What proves that frames have left is known: motion may go.
    func begin(_ proof: FlowControl.Proof) { flow?.begin(proof) }

    /// Frames that were written, and are not known to have left.
    var unconfirmed: Int { flow?.window.unconfirmed ?? 0 }
    /// When the window wants to be looked at.
    var flowDeadline: Microseconds? { flow?.deadline }

    /// Bytes that were written and are not known to have been taken by BlueZ.
    var unsentBytes: Int { if case .socket(let socket) = carrier { socket.unsentBytes } else { inFlight } }

    /// Whether all that was written has left, as far as that can be known; asks for the proof.
    var hasLeft: Bool { unsentBytes == 0 && flow?.confirmAll() != false }

    // MARK: writing

    /// Hands over a frame. Motion only while it flows; a zero at any time, but not while a call is in flight.
    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome {
        guard lossReason == nil, let flow else { return .gone }
        // Who has said the last word is heard first, unless the frame moves nothing.
        let isBarred = !isZero || !pending.isEmpty
        guard !isBarred || slot.enter(pending: pending.rawValue) else {
            retryTimer.arm(at: Monotonic.now())
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
        guard flow.lookAtQueue(at: now) || isZero else {
            // bluetoothd has not taken what was written: motion waits for that.
            flow.isBehind(at: now)
            isRefused = true
            socket.watchQueue()
            return .refused
        }
        let outcome = socket.write(frame)
        isRefused = outcome == .refused
        // Not every error hangs the socket up; a link that took itself for standing would never come back.
        if outcome == .gone { lose("the link was lost", isSeen: true) }
        return outcome == .written ? flow.wrote(at: now) : outcome
    }

    private func write(_ frame: Frame, _ path: String, _ type: String, _ flow: FlowControl) -> WriteOutcome {
        guard inFlight == 0, retryTimer.deadline == nil else { return .refused }
        let now = Monotonic.now()
        flow.lookAtQueue(at: now)
        inFlight = frame.count
        isWriting = true
        defer { isWriting = false }
        session.writeValue(path, frame, type) { [weak self] in self?.written($0) }
        guard lossReason == nil else { return .gone }
        flow.called(at: now)
        return .inFlight
    }

    private func written(_ failure: BusError?) {
        guard lossReason == nil, inFlight > 0 else { return }
        inFlight = 0
        switch failure {
        case nil:
            flow?.wasAnswered()
            events.ready()
        case .remote(name: "org.bluez.Error.InProgress", message: _):
            // Another program is writing there: BlueZ has thrown the frame away.
            events.refused()
            flow?.wasRefused()
            retryTimer.arm(at: Monotonic.now() + Self.retryPause)
        case .some(let failure): lose("a write failed: \(failure)", isSeen: isWriting)
        }
    }

    /// bluetoothd has taken something, or is looked at for the first time. Zeros may go again in any case.
    private func socketMoved() {
        flow?.noteChange()
        if isRefused { becomeReady() }
    }

    private func becomeReady() {
        isRefused = false
        if lossReason == nil { events.ready() }
    }

    // MARK: the last word

    /// Sets what stops the arm when nobody else can speak.
    func set(_ lastWord: LastWord) {
        guard lossReason == nil else { return }
        slot.set { add in
            for index in 0..<lastWord.count {
                switch carrier {
                case .socket: lastWord[index].withBytes { add($0) }
                case .calls(let path, let type, _):
                    session.marshalledWrite(path, lastWord[index], type).withUnsafeBytes { add($0) }
                }
            }
        }
    }

    /// How often each frame of the last word is owed still. One that is lost goes on by what it knows.
    func setPending(_ zeros: ZeroCounts) { if lossReason == nil { slot.setPending(zeros.rawValue) } }

    /// How often each frame of the last word was said, if somebody has said it; motion may pass again.
    func takeLastWord() -> ZeroCounts? {
        guard slot.isClaimed else { return nil }
        let said = ZeroCounts(rawValue: slot.take())
        // Whether BlueZ has taken a call that wants no reply is not known.
        return carrier.isCalls ? ZeroCounts() : said
    }

    // MARK: the end

    /// Takes nothing any more, and says the last word if it is owed: the socket may stand still.
    func lose(_ reason: String, isSeen: Bool = false) {
        guard lossReason == nil else { return }
        lossReason = reason
        if slot.isPending { slot.send() }
        flow?.close()
        retryTimer.disarm()
        inFlight = 0
        events.lost(reason, isSeen)
    }

    /// Closes it once the last word has been taken: a bluetoothd may drop what it finds behind the end of a socket.
    func drain() async {
        let begin = Monotonic.now(), end = begin + LastWordSlot.drainTime
        var said: Int64 = 1
        while !isClosed, isHeard, Monotonic.now() < end {
            if slot.isPending, Monotonic.now() >= begin + said * pacing.interval {
                slot.send()
                said += 1
            }
            guard slot.isPending || queue > 0 else { break }
            try? await Loop.sleep(microseconds: .milliseconds(2))
        }
        finish()
    }

    /// Ends it at once, also in the middle of `drain`. What is owed is said, and what was said is waited for.
    func close() {
        guard !isClosed else { return }
        LastWordSlot.sendAll()
        if lossReason != nil { slot.awaitTaken() }
        finish()
    }

    private func finish() {
        guard !isClosed else { return }
        isClosed = true
        lossReason = lossReason ?? "it was closed"
        slot.close()
        flow?.close()
        flow = nil
        retryTimer.cancel()
        switch carrier {
        case .socket(let socket): socket.close()
        case .calls(_, _, let spare): spare.close()
        }
    }

    /// Whether anybody is at the other end.
    private var isHeard: Bool {
        switch carrier {
        case .socket(let socket): socket.isConnected
        case .calls(_, _, let spare): spare.descriptor >= 0
        }
    }

    private var queue: Int {
        switch carrier {
        case .socket(let socket): socket.unsentBytes
        case .calls(_, _, let spare): spare.untakenBytes
        }
    }
}
