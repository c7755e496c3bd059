import WaldoBlueZ
import WaldoCore
import WaldoLoop
import WaldoPanel
import WaldoTime

/// Completes the state that a `PanelPublisher` sends.
@LoopActor
protocol PanelPublisherDelegate: AnyObject {
    /// Brings the state up to date; it must not call the publisher.
    /// - Returns: whether the arm moves, so that the next state differs.
    func update(_ state: inout PanelState, at now: Instant) -> Bool
}

/// Sends a drive's state to the panel's pages: when it has changed, and otherwise as a heartbeat.
@LoopActor
final class PanelPublisher {
    /// The shortest time between two messages to the pages, fewer than 30 a second.
    private static let refresh: TimeSpan = .milliseconds(34)
    /// The same for the list of shields in reach, which is long and hardly changes.
    private static let scanRefresh: TimeSpan = .milliseconds(250)
    /// The heartbeat while the arm moves and while it is idle: the longest time between two messages, by which a page
    /// notices that waldo is gone.
    private static let movingBeat: TimeSpan = .milliseconds(250), idleBeat: TimeSpan = .seconds(1)

    /// What the pages show, as it was known last.
    var state = PanelState()
    weak var delegate: (any PanelPublisherDelegate)?
    private(set) var viewers: Set<Int> = []
    /// Viewers that have not received the current state.
    private var lagging: Set<Int> = []
    private let server: PanelServer
    private let start: Instant
    /// What the pages were sent last, and which of them drove then.
    private var reported: (driver: Int?, text: [UInt8]) = (nil, [])
    /// Frames that have not been sent to the pages yet.
    private var sent: [SentFrame] = []
    /// When the state was last checked for changes, sent to the pages, and updated with the shields in reach.
    private var checkedAt = Instant.clockStart, reportedAt = Instant.clockStart
    private var scanReportedAt = Instant.clockStart
    /// Scan results that have not been sent yet.
    private var heard: [Peripheral]?
    private var timer: LoopTimer?

    /// - Parameter start: the zero of the times that pages receive.
    init(_ server: PanelServer, start: Instant) {
        (self.server, self.start) = (server, start)
        sent.reserveCapacity(PanelState.maxSent)
        timer = LoopTimer(of: self) { $0.publish(at: $1) }
    }

    func close() {
        timer?.cancel()
        timer = nil
    }

    func add(_ viewer: Int) {
        viewers.insert(viewer)
        lagging.insert(viewer)
    }

    func remove(_ viewer: Int) {
        viewers.remove(viewer)
        lagging.remove(viewer)
    }

    /// Lists a frame that was sent.
    func add(_ frame: SentFrame) {
        if sent.count < PanelState.maxSent { sent.append(frame) }
        hasChanged()
    }

    /// Lists the shields that an adapter hears.
    func heard(_ adapter: String, _ shields: [Peripheral]) {
        state.adapter = adapter
        heard = shields
        hasChanged()
    }

    /// Scanning is over, and devices in reach are private.
    func endScan() {
        heard = nil
        state.hears([])
    }

    func hasChanged() { schedule(at: checkedAt + Self.refresh) }

    /// Schedules an update; without viewers it does nothing.
    private func schedule(at time: Instant) {
        guard !viewers.isEmpty, timer?.deadline.map({ $0 > time }) ?? true else { return }
        timer?.arm(at: time)
    }

    func publish(at now: Instant) {
        guard !viewers.isEmpty else { return }
        checkedAt = now
        let isMoving = delegate?.update(&state, at: now) == true
        let beat = isMoving || state.isDeflected ? Self.movingBeat : Self.idleBeat
        state.within = beat / .milliseconds(1)
        listHeard(now)
        let next = (driver: state.driver, text: state.text(for: PanelServer.nobody, at: .zero, sent: []))
        if next != reported || !sent.isEmpty || !lagging.isEmpty || now - reportedAt >= beat {
            lagging = server.publish { state.text(for: $0, at: now - start, sent: sent) }
            reportedAt = now
        }
        reported = next
        sent.removeAll(keepingCapacity: true)
        schedule(at: reportedAt + beat)
        if isMoving || !lagging.isEmpty { hasChanged() }
    }

    private func listHeard(_ now: Instant) {
        guard let heard else { return }
        guard now - scanReportedAt >= Self.scanRefresh else { return schedule(at: scanReportedAt + Self.scanRefresh) }
        state.hears(heard.map { .init(name: $0.name, address: $0.address, rssi: $0.rssi) })
        (self.heard, scanReportedAt) = (nil, now)
    }
}
