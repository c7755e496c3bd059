import WaldoBus
public import WaldoCore
public import WaldoLoop
import WaldoTime

/// The link to one shield: finds it, opens a connection, and reconnects after each loss until it is closed.
///
/// A `PeripheralConnection` carries the frames from opening to loss. The link keeps no queue: pending commands are in
/// the encoder.
@LoopActor
public final class PeripheralLink {
    /// Gets what the link reports.
    public weak var delegate: (any PeripheralLinkDelegate)?

    let profile: BluetoothProfile
    let pacing: Pacing
    let longestFrame: Int
    let options: Options
    let link: ReconnectingLink
    var session: BlueZSession { link.session }
    let opening: PeripheralOpening
    let sensor: SensorSubscription
    let proofs: ProofSearch

    @exclusivity(unchecked) var connection: PeripheralConnection?
    /// How often a lost connection sent each of its failsafe frames; kept until the drive has taken note.
    private var sentAtLoss: ZeroCounts?
    /// Whether `opened` was reported, so that `gone` must be reported too.
    var isReported = false
    var lock: ProcessLock?
    private var spans = Histogram(upTo: .seconds(1))

    /// A link to the shield that `profile` describes, idle until `start`.
    /// - Parameters:
    ///   - profile: the shield's service and characteristics.
    ///   - pacing: the interval at which the arm takes its zero frames.
    ///   - longestFrame: bytes of the arm's longest frame; a link that cannot carry it is refused.
    ///   - options: what the operator requested.
    ///   - bus: the message bus's address; nil for the system's.
    public init(profile: BluetoothProfile, pacing: Pacing, longestFrame: Int, options: Options, bus: String? = nil) {
        self.profile = profile
        self.pacing = pacing
        self.longestFrame = longestFrame
        self.options = options
        link = ReconnectingLink(
            .init(
                peripheral: .init(
                    service: profile.service, peripheral: options.peripheral, usual: options.usual, asks: options.asks),
                adapter: options.adapter, wait: options.wait, patience: options.patience, noun: "shield"),
            bus: bus)
        opening = PeripheralOpening(link.session, profile, link.cache)
        sensor = SensorSubscription(link.session, service: profile.service, wanted: options.listens)
        proofs = ProofSearch(link.session, service: profile.service)
        link.delegate = self
    }

    /// Starts looking for the shield.
    public func start() { link.start() }

    /// Chooses a shield by its address, for the operator; before the first connection only.
    public func choose(_ address: String) { link.finder.choose(address) }

    func report(_ report: Report) { delegate?.link(self, didReport: report) }

    // MARK: the connection

    /// Writes a frame of at most `BluetoothProfile.max` bytes, over a socket in pieces of `LinkFacts.maxBytes`. Motion
    /// is accepted only while it flows; a zero frame at any time, except while a call is in flight.
    /// - Parameters:
    ///   - frame: the bytes to write.
    ///   - isZero: whether it is a zero frame.
    ///   - pending: how often each of the failsafe frames is to be sent if nothing follows; empty: as before.
    /// - Returns: what the link did with the frame; `.gone` without a connection.
    public func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts = ZeroCounts()) -> WriteOutcome {
        connection?.write(frame, isZero: isZero, pending: pending) ?? .gone
    }

    /// Sets the failsafe frames: the zero frames that stop the arm when the loop hangs, the process ends or the link is
    /// lost.
    public func setFailsafe(_ frames: FailsafeFrames) { connection?.set(frames) }

    /// Sets how often each of the failsafe frames is still to be sent.
    public func setPending(_ zeros: ZeroCounts) { connection?.setPending(zeros) }

    /// Takes note that the failsafe frames were sent, after which motion may pass again.
    /// - Returns: how often each frame was sent; nil if the failsafe frames were not sent since the previous call.
    public func acknowledgeFailsafe() -> ZeroCounts? {
        if let sent = connection?.acknowledgeFailsafe() { return sent }
        defer { sentAtLoss = nil }
        return sentAtLoss
    }

    /// Bytes written that bluetoothd is not known to have taken.
    public var unsentBytes: Int { connection?.unsentBytes ?? 0 }

    /// Whether all that was written has left, as far as can be known; requests the proof from the shield.
    public var hasLeft: Bool { connection?.hasLeft ?? true }

    /// How long the link took for each confirmation: for the answer to a write, or for a read that followed the frames.
    public var deliveries: Histogram? { spans }

    /// Ends the link: sends the failsafe frames if they are pending, and blocks only until they are sent.
    public func close() { close(disconnect: !options.stays) }

    func close(disconnect: Bool) {
        // Before the connection is closed: what was held back may be a fault, at which the drive sends zeros.
        session.endNotifications()
        connection?.close()
        connection = nil
        isReported = false
        link.close(disconnect: disconnect)
        lock = nil
    }
}

extension PeripheralLink: PeripheralConnectionDelegate {
    func connectionIsReady() { report(.ready) }

    func connectionRefused() { report(.refused) }

    func flowChanged(_ flow: LinkFlow) { report(.flow(flow)) }

    func confirmed(after span: TimeSpan) { spans.add(span) }

    func connectionIsLost(_ reason: String, isSeen: Bool) {
        sentAtLoss = connection?.acknowledgeFailsafe() ?? sentAtLoss
        session.endNotifications()
        session.changes.beat()
        let isNews = isReported && !isSeen
        isReported = false
        if isNews { report(.gone) }
    }
}
