import WaldoCore
import WaldoLoop
import WaldoPanel
import WaldoTerminal
import WaldoTime

/// The panel of `PanelViews`.
@LoopActor
protocol PanelViewsDelegate: AnyObject {
    /// Sends to a viewer; returns whether it has taken it.
    func send(_ payload: PanelPayload, to viewer: Int) -> Bool
    /// The operator of the raster wants something.
    func handle(_ order: ViewMessage.Raster)
    /// The operator of a survey without an arm wants something.
    func handle(_ order: ViewMessage.Session)
}

extension PanelViewsDelegate {
    /// Does nothing.
    func handle(_ order: ViewMessage.Raster) {}
    /// Does nothing.
    func handle(_ order: ViewMessage.Session) {}
}

/// The survey on the panel's pages: what is measured now, its samples, the folder's surveys, and routes.
@LoopActor
final class PanelViews: LiveViewDelegate, SurveyShelfDelegate {
    /// The shortest time between two texts of the running survey, and between two bursts of samples.
    private static let refresh: TimeSpan = .milliseconds(250), burst: TimeSpan = .milliseconds(34)

    private let plan: SurveyPlan?
    private let hasArm: Bool
    private weak var delegate: (any PanelViewsDelegate)?
    private let live: LiveView?
    private let ground: MapGround
    private let shelf: SurveyShelf
    private var outbox = ViewOutbox()
    private var timer: LoopTimer?, liveTimer: LoopTimer?
    private var liveSentAt = Instant.clockStart

    /// - Parameters:
    ///   - live: the survey that is running; nil: none.
    ///   - shelf: the surveys that pages can open.
    ///   - hasArm: whether the page in charge drives.
    init(
        _ live: LiveView?, _ plan: SurveyPlan?, in shelf: SurveyShelf, on ground: MapGround.Files, hasArm: Bool = true,
        delegate: any PanelViewsDelegate
    ) {
        self.ground = MapGround(ground)
        self.plan = plan
        self.hasArm = hasArm
        self.delegate = delegate
        self.shelf = shelf
        self.live = live
        timer = LoopTimer(of: self) { owner, _ in owner.pump() }
        liveTimer = LoopTimer(of: self) { $0.sendLive(at: $1) }
        live?.delegate = self
        shelf.delegate = self
    }

    /// Ends it.
    func close() {
        // What has just changed is the end of a raster, which the pages are to show.
        if liveTimer?.deadline != nil { sendLive(at: Monotonic.now()) }
        timer?.cancel()
        liveTimer?.cancel()
        (timer, liveTimer) = (nil, nil)
        live?.close()
        shelf.close()
        ground.close()
    }

    /// Answers a page that asks for what lies under its map.
    func answer(_ asset: PanelAsset, _ reply: @escaping @LoopActor (PanelAsset.Answer?) -> Void) {
        ground.answer(asset, reply)
    }

    // MARK: pages

    /// A page has come.
    func joined(_ viewer: Int) {
        outbox.join(viewer)
        send(ViewTexts.views(plan, folder: shelf.name, ground.files), "views", to: viewer)
        send(ViewTexts.scales, "scales", to: viewer)
        if let live {
            send(ViewTexts.graph(live.graph), "graph", to: viewer)
            send(live.text(at: Monotonic.now()), "survey", to: viewer)
        }
        for slot in 0..<ViewMessage.slots { sendSlot(slot, to: viewer) }
    }

    /// A page is gone.
    func left(_ viewer: Int) {
        outbox.leave(viewer)
        shelf.left(viewer)
    }

    /// A page wants something.
    /// - Parameter driver: the viewer whose page drives; nil: none does.
    func handle(_ message: ViewMessage, from viewer: Int, driver: Int?) {
        if let refusal = message.refusal(for: viewer, driver: driver, hasArm: hasArm) {
            return said(refusal, to: viewer)
        }
        shelf.driver = driver
        switch message {
        case .samples(let slot, let stream, let from):
            outbox.subscribe(viewer, slot: slot, to: stream, from: from)
            if slot > 0, let stream { shelf.read(stream, of: slot, for: viewer) }
            pump()
        case .acknowledge(let alarm): live?.acknowledge(alarm)
        case .raster(let order): delegate?.handle(order)
        case .session(let order): delegate?.handle(order)
        case .route(let route): shelf.route(route, through: slot(route.slot), for: viewer)
        case .surveys, .open, .close, .note, .publish, .delete, .export: shelf.handle(message, from: viewer)
        }
    }

    private func slot(_ number: Int) -> ViewSlot? { number == 0 ? live?.slot : shelf.slots[number - 1] }

    private func send(_ text: [UInt8], _ kind: String, to viewer: Int?) {
        for viewer in viewer.map({ [$0] }) ?? outbox.viewers { outbox.add(text, kind, to: viewer) }
        pump()
    }

    private func sendSlot(_ number: Int, to viewer: Int?) {
        guard let slot = slot(number) else { return }
        send(ViewTexts.streams(slot, number), "streams \(number)", to: viewer)
    }

    // MARK: what the shelf and the running survey have for the pages

    func slotHasChanged(_ slot: Int) {
        outbox.forget(slot: slot)
        sendSlot(slot, to: nil)
    }

    func liveSlotHasChanged() { sendSlot(0, to: nil) }

    func shelfHasRead() { pump() }

    func listed(_ text: [UInt8]) { send(text, "surveys", to: nil) }

    func said(_ sentence: String, to viewer: Int) { send(ViewTexts.said(sentence), "said", to: viewer) }

    func routed(_ text: [UInt8], to viewer: Int) { send(text, "route", to: viewer) }

    /// Sends what can be sent, and the rest a little later.
    private func pump() {
        outbox.beginBurst()
        for viewer in outbox.viewers {
            while let item = outbox.next(for: viewer, { [self] in series($0, $1) }),
                delegate?.send(item.payload, to: viewer) == true
            {
                outbox.sent(item, by: viewer)
            }
        }
        let isWaiting = outbox.isWaiting { [self] in series($0, $1)?.end ?? 0 }
        if isWaiting, timer?.deadline == nil { timer?.arm(at: Monotonic.now() + Self.burst) }
    }

    private func series(_ number: Int, _ stream: Int) -> SampleSeries? {
        guard let slot = slot(number), slot.series.indices.contains(stream) else { return nil }
        return slot.series[stream]
    }

    // MARK: the running survey

    /// Shows what the raster does.
    func show(_ raster: RasterStatus) {
        live?.raster = raster
        liveHasChanged()
    }

    /// What is shown of it has changed.
    func liveHasChanged() {
        guard live != nil, !outbox.viewers.isEmpty, liveTimer?.deadline == nil else { return }
        liveTimer?.arm(at: max(Monotonic.now(), liveSentAt + Self.refresh))
    }

    private func sendLive(at now: Instant) {
        guard let live else { return }
        liveSentAt = now
        send(live.text(at: now), "survey", to: nil)
    }
}
