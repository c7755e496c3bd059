import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// An operator with the panel as the only input. `DrivePanel` delivers the finger events; this type provides the
/// mapping.
@LoopActor
final class PanelOperator: DriveOperator {
    private let plan: DrivePlan
    private unowned let session: any OperatorDelegate

    init(_ plan: DrivePlan, for session: any OperatorDelegate) {
        self.plan = plan
        self.session = session
    }

    func open() throws {
        let (mapping, source) = try plan.mapping ?? plan.mappingWithoutInput()
        if let problem = plan.arm.problem(with: mapping) { throw Failure(.file, problem + plan.armChoice) }
        let identity = InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, port: "panel", name: "panel")
        session.begin(OperatorControls(input: identity, mapping: mapping, source: source))
        session.report(.input(InputReport(.added, name: identity.name, mapping: mapping.name)))
    }

    func close() {}
}
