internal import WaldoBus
public import WaldoCore
public import WaldoLoop

/// The link to one shield: finds it, connects, carries frames, and after a loss does so again for as long as it takes.
///
/// It holds no queue: what is pending lives in the encoder.
@LoopActor
public final class ShieldLink {
    /// What the operator asked for.
    public struct Options: Sendable {
        /// The shield's address (case-blind) or name; nil takes the one that advertises the service.
        public var shield: String?
        /// The adapter's name or address; nil takes the first that is powered.
        public var adapter: String?
        /// Whether a shield that is not bonded with this machine is refused.
        public var bonded: Bool
        /// Whether what is missing at the start is waited for.
        public var wait: Bool
        /// How long the shield is sought at the start, in seconds.
        public var patience: Int64
        /// Whether the shield's notifications are asked for.
        public var notify: Bool
        /// Whether somebody can be asked which shield it shall be: several in reach are then no error.
        public var asks: Bool

        /// Options of these values.
        public init(
            shield: String? = nil, adapter: String? = nil, bonded: Bool = false, wait: Bool = false,
            patience: Int64 = 30, notify: Bool = false, asks: Bool = false
        ) {
            self.shield = shield
            self.adapter = adapter
            self.bonded = bonded
            self.wait = wait
            self.patience = patience
            self.notify = notify
            self.asks = asks
        }
    }

    /// Who is told what.
    public struct Events {
        /// Where the link stands now.
        public var state: @LoopActor (ShieldState) -> Void
        /// After `.inFlight` or `.refused`: it takes the next frame.
        public var ready: @LoopActor () -> Void
        /// After `.inFlight`: it has not taken the frame after all. `ready` follows.
        public var refused: @LoopActor () -> Void
        /// After `.writtenLast`, and whenever it changes: what may leave now.
        public var flow: @LoopActor (WriteWindow.Flow) -> Void
        /// After `.up`: it takes nothing any more. Why is told a moment later, as `.lost`.
        public var gone: @LoopActor () -> Void
        /// The shield has sent these bytes.
        public var notified: @LoopActor ([UInt8]) -> Void
        /// This adapter listens, and hears these shields that can be meant.
        public var heard: @LoopActor (String, [Shield]) -> Void
        /// It cannot go on; told once, and nothing after it.
        public var failed: @LoopActor (BlueZError) -> Void

        /// Events that go to these.
        public init(
            state: @escaping @LoopActor (ShieldState) -> Void = { _ in },
            ready: @escaping @LoopActor () -> Void = {},
            refused: @escaping @LoopActor () -> Void = {},
            flow: @escaping @LoopActor (WriteWindow.Flow) -> Void = { _ in },
            gone: @escaping @LoopActor () -> Void = {},
            notified: @escaping @LoopActor ([UInt8]) -> Void = { _ in },
            heard: @escaping @LoopActor (String, [Shield]) -> Void = { _, _ in },
            failed: @escaping @LoopActor (BlueZError) -> Void = { _ in }
        ) {
            self.state = state
            self.ready = ready
            self.refused = refused
            self.flow = flow
            self.gone = gone
            self.notified = notified
            self.heard = heard
            self.failed = failed
        }
    }

    /// What carries frames while the link is up.
    enum Carrier {
        case none
        case socket(WriteSocket)
        case calls(path: String, type: String)
    }

    /// What tells that a frame has left.
    enum Proof: Equatable {
        case none
        /// The shield answers the write itself.
        case reply
        /// The answer to a read of this characteristic, which passes behind the write.
        case read(path: String)
    }

    let profile: LinkProfile
    let longestFrame: Int
    let options: Options
    let events: Events
    let session: BlueZSession
    let finder: ShieldFinder

    var carrier = Carrier.none
    /// Bytes of the WriteValue that is in flight.
    var inFlight = 0
    /// The socket has not taken the last frame.
    var isRefused = false
    /// A call that cannot be sent fails before `write` returns, whose outcome then tells of it.
    private var isWriting = false
    /// Tells the answer to an earlier connection's call from one to this connection's.
    var generation = 0
    var proof = Proof.none
    var window = WriteWindow()
    /// What the road knows of the window.
    var toldFlow = WriteWindow.Flow.flowing
    /// How often in a row the opening of a link ended over the reading of each characteristic: bluetoothd pairs for a
    /// protected one, and the shield may leave over that.
    var endings: [String: Int] = [:]
    let windowTimer = LoopTimer()
    /// Armed while another program's write is given time to end.
    private let retryTimer = LoopTimer()
    private static let retryPause: Microseconds = .milliseconds(50)
    /// The device that is connected, or being connected.
    var device: Device?
    /// Whether it was told that the link is up, and so its end must be told too.
    var isTold = false
    /// Why the link must be taken for lost.
    var lossReason: String?
    var lock: ProcessLock?
    var hasRemovedStale = false
    /// The shield's services are complete without the notifications that the arm names.
    var lacksNotifications = false
    /// Whether it was this link that had BlueZ connect, and so has a connection to let go.
    var hasConnected = false
    private var task: Task<Void, Never>?

    /// A link to the shield that `profile` describes, idle until `start`.
    /// - Parameters:
    ///   - longestFrame: bytes of the arm's longest frame; a link that cannot carry it is refused.
    ///   - bus: the message bus's address; nil for the system's.
    public init(
        profile: LinkProfile, longestFrame: Int, options: Options, events: Events, bus: String? = nil
    ) {
        self.profile = profile
        self.longestFrame = longestFrame
        self.options = options
        self.events = events
        session = BlueZSession(bus: bus)
        finder = ShieldFinder(session: session, profile: profile, options: options, events: events)
        windowTimer.handler = { [unowned self] in windowIsDue($0) }
        retryTimer.handler = { [unowned self] _ in self.events.ready() }
    }

    /// Begins to look for the shield.
    public func start() {
        guard task == nil else { return }
        task = Loop.task { await self.run() }
    }

    /// The operator has chosen a shield by its address; before the first connection only.
    public func choose(_ address: String) { finder.choose(address) }

    /// Hands over a frame of at most `LinkFacts.maxBytes`. Motion only while it flows; a stop at any time.
    public func write(_ frame: Frame, isStop: Bool) -> WriteOutcome {
        let now = Monotonic.now()
        switch carrier {
        case .none: return .gone
        case .socket(let socket):
            guard lookAtQueue(at: now) || isStop else { return hold(for: socket, at: now) }
            let outcome = socket.write(frame)
            isRefused = outcome == .refused
            // Not every error hangs the socket up; a link that took itself for standing would never come back.
            if outcome == .gone { lose("the link was lost", isSeen: true) }
            return outcome == .written ? noteWrite(at: now) : outcome
        case .calls(let path, let type):
            guard inFlight == 0, retryTimer.deadline == nil else { return .refused }
            lookAtQueue(at: now)
            inFlight = frame.count
            isWriting = true
            defer { isWriting = false }
            let generation = generation
            session.request("WriteValue", BlueZNames.characteristic, path) { call in
                frame.withBytes { call.bytes($0) }
                call.append(.dictionary(["type": .string(type)]))
            } _: { [weak self] in
                self?.written($0, generation)
            }
            guard generation == self.generation else { return .gone }
            window.called(at: now)
            noteWrite(at: now)
            keepTimer(now)
            return .inFlight
        }
    }

    /// Bytes that were written and are not known to have been taken by BlueZ.
    public var unsentBytes: Int { if case .socket(let socket) = carrier { socket.unsentBytes } else { inFlight } }

    /// Ends the link without waiting for anything.
    /// - Parameter disconnect: whether the shield is let go; else it stays connected, for the next program.
    public func close(disconnect: Bool) {
        session.notifications = nil
        dropCarrier()
        if disconnect, let device { session.send("Disconnect", BlueZNames.device, device.path) }
        device = nil
        session.close()
        windowTimer.cancel()
        retryTimer.cancel()
        task?.cancel()
        lock = nil
    }

    private func written(_ failure: BusError?, _ generation: Int) {
        guard generation == self.generation, inFlight > 0 else { return }
        inFlight = 0
        switch failure {
        case nil:
            noteReply()
            events.ready()
        case .remote(name: "org.bluez.Error.InProgress", message: _):
            // Another program is writing there: BlueZ has thrown the frame away.
            window.wasRefused(at: Monotonic.now())
            events.refused()
            noteChange()
            retryTimer.arm(at: Monotonic.now() + Self.retryPause)
        case .some(let failure): lose("a write failed: \(failure)", isSeen: isWriting)
        }
    }

    /// Notes a loss; the story heeds it.
    /// - Parameter isSeen: whether a write's outcome tells of it already.
    func lose(_ reason: String, isSeen: Bool = false) {
        let isNews = isTold && !isSeen
        lossReason = lossReason ?? reason
        dropCarrier()
        session.pulse.beat()
        if isNews { events.gone() }
    }

    func dropCarrier() {
        if case .socket(let socket) = carrier { socket.close() }
        carrier = .none
        isTold = false
        inFlight = 0
        isRefused = false
        generation += 1
        forgetWindow()
        retryTimer.disarm()
        session.notifications?.readEnds(isAnswered: false)
        session.notifications = nil
    }
}
