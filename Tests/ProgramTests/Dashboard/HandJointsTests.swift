import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoApp
@testable import WaldoTerminal

/// What the dashboard shows of joints that controls of the hand move.
@Suite(.onLoop) struct HandJointsTests {
    @LoopActor func view(_ arm: String, _ mapping: String, _ change: (inout Mapping) -> Void = { _ in }) throws
        -> DashboardView
    {
        let library = Library(directory: nil), (value, source) = try library.arm(arm)
        var mapping = try library.mapping(mapping).value
        change(&mapping)
        let plan = DrivePlan(
            arm: value, armSource: source, library: library, holder: .input(.terminal), isBonded: false, stays: false,
            transport: .override, waits: false, isPlain: false)
        return DriveView(plan, start: 0).view(of: DriveStateMachine(arm: value, mapping: mapping), at: 0)
    }

    func text(_ view: DashboardView, columns: Int = 80, rows: Int = 24) -> [String] {
        Dashboard(size: TerminalSize(columns: columns, rows: rows), style: TerminalStyle(.monochrome))
            .rows(view, log: []).map(\.text)
    }

    static let joints = ["shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll"]

    @LoopActor @Test func aJointThatOnlyTheHandMovesHasARow() throws {
        let view = try view("so101", "keyboard-wrist"), text = text(view)
        #expect(view.unmoved.isEmpty)
        #expect(view.controls.suffix(5).map(\.name) == Self.joints)
        for joint in Self.joints {
            #expect(text.contains { $0.contains(" \(joint) ") && $0.contains(" 2048 assumed") }, "\(joint)")
        }
        #expect(text[2].hasPrefix("┌─ height ────┐┌─ hand: <-> turn, ^v reach "))
        let few = self.text(view, rows: 12).joined(separator: "\n")
        #expect(few.contains("shoulder_pan 2048?") && !few.contains("unmoved"))
    }

    /// Without a profile that has a control of the hand, nothing moves its joints now.
    @LoopActor @Test func aProfileWithoutTheHandMovesNoJoint() throws {
        let view = try view("so101", "keyboard-wrist") { mapping in
            let hand = mapping.profiles.flatMap(\.controls) + ["pitch", "roll"].map { mapping.control(named: $0)! }
            mapping.profiles = [.init("grip", [mapping.control(named: "gripper")!]), .init("space", hand)]
        }
        #expect(view.unmoved.isEmpty)
        #expect(view.controls.suffix(5).map(\.readiness) == Array(repeating: .off, count: 5))
    }

    /// A joint that a control in force moves itself stays out of the hand.
    @LoopActor @Test func aJointWithAControlOfItsOwnIsNotMovedByTheHand() throws {
        let view = try view("mearm", "keyboard-hand") { mapping in
            let claw = mapping.control(named: "claw")!.index
            guard case .slider(let slider, _) = mapping.controls[claw].kind else { return }
            mapping.controls[claw] = ControlMapping("claw", .slider(slider, .index(0)))
        }
        let joints = view.controls.filter { ["base", "shoulder", "elbow"].contains($0.name) }
        #expect(joints.map(\.name) == ["base", "shoulder", "elbow", "base"])
        #expect(joints.map(\.isMovedByHand) == [false, true, true, false])
        #expect(joints.map(\.readiness) == [.off, .ready, .ready, .ready])
    }

    @LoopActor @Test func theKeysOfTheProfileInForceComeFirst() throws {
        let view = try view("so101", "keyboard-wrist"), rows = text(view).suffix(2).joined(separator: " ")
        #expect(rows.contains("N profile") && rows.contains("W/S height") && !rows.contains(" up "), "\(rows)")
        var help = view
        help.showsHelp = true
        #expect(text(help, columns: 120, rows: 40).joined().contains(" up +"))
    }
}
