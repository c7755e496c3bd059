public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// The link to an arm by a serial port: opens it, opens it again when it comes back, and carries the frames.
@LoopActor
public final class SerialLink: SerialConnectionDelegate {
    /// What it reports.
    public enum Report {
        /// What has changed, and when: the event for the state machine, and the state for screens; nil: none.
        case changed(LinkEvent?, LinkStatus?, Instant)
        /// The board has sent bytes.
        case received([UInt8], Instant)
        /// It has failed for good.
        case failed(SerialError)
    }

    /// When to look for the port again after its folder has changed: udev makes the links to a device and its
    /// permissions a little after the device.
    private static let retryPolicy = Retry.Policy(
        [.milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(2), .seconds(5)], steady: .seconds(1))

    /// Gets what it reports; not retained.
    public weak var delegate: (any SerialLinkDelegate)?

    private let profile: SerialProfile
    private let pacing: Pacing
    private let waits: Bool
    private var connection: SerialConnection?
    private var failsafe: FailsafeFrames?
    private var folders: [FolderWatch] = []
    private var timer: LoopTimer?
    private var retry = Retry(SerialLink.retryPolicy)
    /// The board starts again: it takes zeros, which it may not hear.
    private var isStarting = false
    /// When the port was opened last; nil: it has not been.
    private var openedAt: Instant?
    private var isClosed = false
    private var last: LinkStatus?

    /// - Parameters:
    ///   - profile: the port.
    ///   - pacing: how fast frames are sent.
    ///   - waits: whether it waits for a port that is not there, or not free.
    public init(_ profile: SerialProfile, pacing: Pacing, waits: Bool) {
        self.profile = profile
        self.pacing = pacing
        self.waits = waits
    }

    /// Opens the port, or begins to wait for it.
    public func start() {
        timer = LoopTimer(of: self) { link, _ in link.fired() }
        tryPort()
    }

    // MARK: opening

    private func fired() {
        guard isStarting else { return tryPort() }
        isStarting = false
        changed(.flowing)
    }

    private func tryPort() {
        guard connection == nil, !isClosed else { return }
        do throws(SerialError) {
            try open(SerialPort(SerialPath.resolve(profile.path), baud: profile.baud))
        } catch { cannotOpen(error) }
    }

    private func open(_ port: consuming SerialPort) throws(SerialError) {
        let connection: SerialConnection
        do throws(SystemFailure) {
            connection = try SerialConnection(port, baud: profile.baud, pacing: pacing, delegate: self)
        } catch { throw SerialError(opening: profile.path, error) }
        self.connection = connection
        timer?.disarm()
        stopWatching()
        openedAt = Monotonic.now()
        isStarting = profile.reset != nil
        // Whatever had the port before may have left the arm moving.
        changed(
            isStarting ? .opened(takenOver: true) : .up(takenOver: true),
            LinkStatus(.connected, name: connection.path, detail: "\(profile.baud) baud"))
        if let reset = profile.reset { timer?.arm(at: Monotonic.now() + reset) }
    }

    private func cannotOpen(_ error: SerialError) {
        guard waits || openedAt != nil, error.mayPass else {
            isClosed = true
            stopWatching()
            delegate?.serialLink(didReport: .failed(error))
            return
        }
        changed(nil, LinkStatus(.noPort, detail: error.description))
        let isWatching = watch()
        // Who has the port, and whether this user may open it, changes without a change of the folder.
        if !isWatching || error.kind != .notFound { timer?.arm(at: Monotonic.now() + retry.next()) }
    }

    /// Watches where the port can appear; returns whether a folder is watched.
    private func watch() -> Bool {
        guard folders.isEmpty else { return true }
        for (parent, name) in [("/", "dev"), SerialPath.folder(of: profile.path)] {
            let folder = try? FolderWatch(parent: parent, name: name) { [weak self] _ in self?.folderChanged() }
            if let folder { folders.append(folder) }
        }
        return !folders.isEmpty
    }

    private func folderChanged() {
        retry.worked(for: .seconds(1))
        timer?.arm(at: Monotonic.now() + retry.next())
    }

    private func stopWatching() {
        for folder in folders { folder.cancel() }
        folders = []
    }

    // MARK: frames

    /// Sends a frame or refuses it; never waits.
    public func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome {
        connection?.write(frame, isZero: isZero, pending: pending, at: Monotonic.now()) ?? .gone
    }

    /// Stores the failsafe frames.
    public func setFailsafe(_ frames: FailsafeFrames) {
        failsafe = frames
        connection?.set(frames)
    }

    /// Sets how many times each of the failsafe frames still has to be sent.
    public func setPending(_ zeros: ZeroCounts) { connection?.setPending(zeros) }

    /// How many times each of the failsafe frames was sent without the drive; nil: none was.
    public func acknowledgeFailsafe() -> ZeroCounts? { connection?.acknowledgeFailsafe() }

    /// Whether all that was written has left, as far as can be known.
    public var hasLeft: Bool { connection?.hasLeft(at: Monotonic.now()) ?? true }

    /// Closes the port, once the pending zeros have left it.
    public func close() {
        isClosed = true
        stopWatching()
        timer?.cancel()
        timer = nil
        connection?.close()
        connection = nil
    }

    // MARK: the connection

    func connectionIsReady() { changed(.ready) }

    func connection(hasBecome flow: LinkFlow) {
        guard let connection else { return }
        let isStalled = flow == .stalled
        let detail =
            isStalled ? "what was written does not leave, motion is held: reset the board" : "\(profile.baud) baud"
        changed(
            isStarting ? nil : isStalled ? .stalled : .flowing,
            LinkStatus(isStalled ? .stalled : .connected, name: connection.path, detail: detail))
    }

    func connection(received bytes: [UInt8]) { delegate?.serialLink(didReport: .received(bytes, Monotonic.now())) }

    func connectionIsLost(_ reason: String, isSeen: Bool) {
        let lost = LinkStatus(.lost, name: connection?.path ?? profile.path, detail: reason)
        isStarting = false
        if !isSeen { changed(.down) }
        // Not in the middle of the connection's own call, nor of a write, whose outcome halts the drive.
        Loop.soon(of: self) { $0.replace(lost) }
    }

    private func replace(_ lost: LinkStatus) {
        guard !isClosed, let openedAt else { return }
        changed(nil, lost)
        connection?.close()
        connection = nil
        let now = Monotonic.now()
        retry.worked(for: now - openedAt)
        timer?.arm(at: now + retry.next())
    }

    // MARK: reports

    private func changed(_ event: LinkEvent?, _ status: LinkStatus? = nil) {
        let shown = status.flatMap { $0.hasSameText(as: last) ? nil : $0 }
        if event != nil || shown != nil { delegate?.serialLink(didReport: .changed(event, shown, Monotonic.now())) }
        last = status ?? last
    }
}
