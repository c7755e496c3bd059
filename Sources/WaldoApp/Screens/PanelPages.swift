import WaldoCore
import WaldoLoop
import WaldoPanel
import WaldoTime

/// What a drive's pages and those of a survey without an arm have in common: they come and go, one of them is in
/// charge, and they show views.
@LoopActor
protocol PanelPages: PanelServerDelegate, PanelPublisherDelegate, PanelViewsDelegate {
    var server: PanelServer { get }
    var publisher: PanelPublisher { get }
    var arbiter: DriverArbiter { get set }
    /// nil: there is nothing to show.
    var views: PanelViews? { get }

    /// The arbiter has decided.
    func handle(_ events: [DriveEvent])
}

extension PanelPages {
    func joined(_ viewer: Int) {
        publisher.add(viewer)
        views?.joined(viewer)
        handle(arbiter.joined(viewer, at: Monotonic.now()))
    }

    func left(_ viewer: Int) {
        publisher.remove(viewer)
        views?.left(viewer)
        handle(arbiter.left(viewer))
    }

    func answer(_ asset: PanelAsset, _ reply: @escaping @LoopActor (PanelAsset.Answer?) -> Void) {
        if let views { views.answer(asset, reply) } else { reply(nil) }
    }

    func noticed(_ sentence: String) { Diagnostics.write("waldo: warning: \(sentence)") }

    func send(_ payload: PanelPayload, to viewer: Int) -> Bool { server.send(payload, to: viewer) }
}
