internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop

/// What carries a drive's commands: a shield, or nothing under override. Override never touches the bus room.
@LoopActor
final class DriveLink {
    struct Events {
        var road: @LoopActor (LinkEvent) -> Void
        var shown: @LoopActor (LinkShown) -> Void
        var notified: @LoopActor ([UInt8]) -> Void
        var failed: @LoopActor (Failure) -> Void
    }

    private let plan: DrivePlan

    init(_ plan: DrivePlan) { self.plan = plan }

    var port: LinkPort { .override }

    func start(events: Events) {
        events.shown(LinkShown(phase: .override))
        events.road(.up(takenOver: false))
    }

    func close() {}
}
