internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop

/// An operator who has the panel alone in hand. Its fingers come by the panel; here are the controls that they hold.
@LoopActor
final class PanelOperator: DriveOperator {
    /// What is not the finger's own way goes by this mapping: how fast a servo moves.
    private static let mapping = "keyboard"

    private let plan: DrivePlan
    private let callbacks: OperatorCallbacks

    init(_ plan: DrivePlan, callbacks: OperatorCallbacks) {
        self.plan = plan
        self.callbacks = callbacks
    }

    func open() throws {
        let (mapping, source) = try plan.mapping ?? plan.library.mapping(Self.mapping)
        if let problem = plan.arm.problem(with: mapping) { throw Failure(Failure.file, problem) }
        let identity = InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, place: "panel", name: "panel")
        callbacks.begin(OperatorCallbacks.Controls(input: identity, mapping: mapping, source: source))
        callbacks.shown(InputShown(phase: .added, name: identity.name, mapping: mapping.name))
    }

    func link(_ event: LinkEvent) {}

    func drive(_ drive: Drive, took event: DriveEvent, step: Step) {}

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {}

    func take(_ event: InputEvent, at time: Microseconds) -> Bool { false }

    func giveBack() {}

    func takeBack() {}

    func close() {}
}
