import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// Proved drives: what an arm does when something goes wrong.
@Suite struct ProofTests {
    private static let library = Library(directory: nil)
    #if DEBUG
        private static let drives: UInt64 = 40
    #else
        private static let drives: UInt64 = 400
    #endif

    private func report(_ arm: Arm, by mapping: String = "demo") throws -> ProofReport {
        let mapping = try Self.library.mapping(mapping).value
        var report = ProofReport(arm)
        for seed in 1...Self.drives { report.add(ProofOutcome(arm, by: mapping, seed: seed)) }
        return report
    }

    @Test(arguments: [("robot", "gamepad"), ("nordic-uart", "gamepad"), ("combined", "gamepad"), ("rover", "demo")])
    func everyVelocityStops(name: String, mapping: String) throws {
        let report = try report(Self.library.loadArm(name), by: mapping)
        #expect(report.holds, "\(report.rows.compactMap(\.worst))")
        #expect(report.rows.allSatisfy { $0.drives > 0 } && report.rows.count { $0.moving > 0 } > 8)
        #expect(report.rows.contains { $0.slowest?.untilZero ?? .zero > .milliseconds(100) })
    }

    /// What the proof is worth: an arm whose firmware has no watchdog is found.
    @Test func anArmWithoutItsWatchdogIsFound() throws {
        var arm = try Self.library.loadArm("nordic-uart"), model = try #require(arm.model)
        for index in model.behaviours.indices { model.behaviours[index].watchdog = nil }
        arm.model = model
        let report = try report(arm, by: "gamepad")
        #expect(!report.holds)
        let killed = try #require(report.rows.first { $0.fault == .killed })
        #expect(killed.beyond > 0 && killed.worst?.faults.first == .killed)
    }

    /// While the hands hold on, only the answer that is missing stops the arm.
    @Test func aBoardThatStopsAnsweringHaltsTheDrive() throws {
        var arm = try Self.library.loadArm("nordic-uart")
        arm.reports.answers = .init(each: .line(LinePattern([.literal(Array("OK".utf8))])))
        let mapping = try Self.library.mapping("gamepad").value
        let outcomes = (1...400).map { ProofOutcome(arm, by: mapping, seed: $0) }
        #expect(outcomes.allSatisfy { $0.beyond == nil }, "\(outcomes.filter { $0.beyond != nil })")
        let alone = outcomes.filter { $0.faults == [.unanswered] }.compactMap(\.untilZero)
        #expect(alone.contains { $0 > .milliseconds(250) })
    }

    /// A board that answers nothing cannot stop answering.
    @Test func onlyABoardThatAnswersCanStopAnswering() throws {
        let silent = try Self.library.loadArm("nordic-uart"), answering = try Self.library.loadArm("jimu")
        #expect(!ProofReport(silent).rows.contains { $0.fault == .unanswered })
        #expect(ProofReport(answering).rows.contains { $0.fault == .unanswered })
    }

    /// A board that goes home by itself does so when Waldo is killed, and not when a pad is lost.
    @Test func aBoardThatGoesHomeIsShown() throws {
        let report = try report(Self.library.loadArm("v7rc"))
        let killed = try #require(report.rows.first { $0.fault == .killed }?.longestMove)
        #expect(killed.longestMove > .milliseconds(1_000) && !killed.movers.isEmpty)
    }

    @Test func anArmThatReportsItsPositionIsDriven() throws {
        let report = try report(Self.library.loadArm("so101"))
        #expect(report.holds && report.rows.contains { ($0.farthest?.distance ?? 0) > 0.01 })
    }

    /// The operator holds the controls of the hand too, in each profile.
    @Test func theHandIsDrivenInEachProfile() throws {
        let arm = try Self.library.loadArm("so101")
        var mapping = try Self.library.mapping("keyboard-wrist").value
        let hand = mapping.allControls.filter { $0 != mapping.control(named: "gripper") }
        mapping.profiles = [
            .init("gripper", [try #require(mapping.control(named: "gripper"))]), .init("hand", hand),
        ]
        let outcomes = (1...Self.drives).map { ProofOutcome(arm, by: mapping, seed: $0) }
        let moved = Set(outcomes.flatMap(\.movers).map { arm.profiles[$0.channel].name })
        #expect(moved == Set(arm.profiles.list.map(\.name)), "\(moved)")
        #expect(outcomes.contains { $0.distance ?? 0 > 0.01 })
    }

    @Test func aSeedRepeatsItsDrive() throws {
        let arm = try Self.library.loadArm("hm10"), mapping = try Self.library.mapping("gamepad").value
        #expect(ProofOutcome(arm, by: mapping, seed: 7) == ProofOutcome(arm, by: mapping, seed: 7))
        #expect(ProofOutcome(arm, by: mapping, seed: 7) != ProofOutcome(arm, by: mapping, seed: 8))
    }
}
