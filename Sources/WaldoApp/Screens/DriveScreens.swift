internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// Forwards to all screens and recordings of a drive, in order.
@LoopActor
final class DriveScreens: DriveScreen {
    /// Never passed `inout`: the runtime's exclusivity check at each step would cost more than the access itself.
    @exclusivity(unchecked) private var all: [any DriveScreen] = []

    nonisolated init() {}

    func add(_ screen: any DriveScreen) { all.append(screen) }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        for screen in all { screen.drive(drive, handled: event, step: step) }
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        for screen in all { screen.drive(drive, sent: command, outcome: outcome) }
    }

    func drive(_ drive: Drive, sentToSensor bytes: Frame, outcome: WriteOutcome) {
        for screen in all { screen.drive(drive, sentToSensor: bytes, outcome: outcome) }
    }

    func link(_ state: LinkShown) { for screen in all { screen.link(state) } }

    func input(_ state: InputShown) { for screen in all { screen.input(state) } }

    func battery(_ state: Battery, warning: Battery.Warning?) {
        for screen in all { screen.battery(state, warning: warning) }
    }

    func note(_ text: String) { for screen in all { screen.note(text) } }

    func notified(_ notification: Notification) { for screen in all { screen.notified(notification) } }

    func reported(_ numbers: PerChannel<Int32?>) { for screen in all { screen.reported(numbers) } }

    func spot(_ change: SpotChange, at time: Instant) { for screen in all { screen.spot(change, at: time) } }

    func end(status: Int32) { for screen in all { screen.end(status: status) } }
}
