import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// What the panel of a drive asks for, and what it reports, with pages of the tests' own.
@Suite(.onLoop, .serialized) struct DrivePanelTests {
    /// Counts what the panel calls.
    @LoopActor private final class Calls: DriveScreenDelegate {
        private(set) var audiences: [String] = [], drawings = 0
        var isMoving = false

        func arm(at time: Instant) -> ArmShown? {
            drawings += 1
            let hand = ArmPoint(z: Double(isMoving ? drawings : 0) / 1_000)
            return ArmShown(commanded: [ArmPoint(), hand], reach: 1, isMoving: isMoving)
        }

        func audienceChanged(pages: Int, isDriven: Bool) { audiences.append("\(pages) \(isDriven)") }

        func progress(at time: Instant) -> ReplayProgress? { nil }
        func handle(_ order: ViewMessage.Raster) {}
        func choose(shield: String) {}
    }

    @LoopActor private func panel(_ calls: Calls) throws -> DrivePanel {
        let library = Library(directory: nil), (arm, source) = try library.arm("robot")
        let plan = DrivePlan(
            arm: arm, armSource: source, library: library, holder: .input(.panel), isBonded: false, stays: false,
            transport: .override, waits: false, isPlain: true)
        let wanted = try #require(try PanelPlan("127.0.0.1:0"))
        return try DrivePanel(plan, wanted, start: Monotonic.now(), delegate: calls)
    }

    @Test func theAudienceIsReportedWhenItChanges() async throws {
        let calls = Calls(), panel = try await panel(calls)
        let port = await panel.address.port
        func audiences(_ expected: [String]) async throws {
            try await waitUntil("\(expected)") { await calls.audiences == expected ? true : nil }
        }
        let first = try PanelPage(port: port)
        try await audiences(["1 true"])
        let second = try PanelPage(port: port)
        try await audiences(["1 true", "2 true"])
        // Another finger of the page that drives is no news of the audience.
        first.say(#"{"do":"beat"}"#)
        first.close()
        try await audiences(["1 true", "2 true", "1 false"])
        second.close()
        try await audiences(["1 true", "2 true", "1 false", "0 false"])
        await panel.report(.ended(status: 0), DriveStatus())
    }

    @Test func aDrawingThatMovesIsAskedForAtMostThirtyTimesASecondAndAStillOneWithTheHeartbeat() async throws {
        let calls = Calls(), panel = try await panel(calls)
        let page = try PanelPage(port: await panel.address.port)
        try await waitUntil("a drawing") { await calls.drawings > 0 ? true : nil }
        func drawings(in span: Duration) async throws -> Int {
            let before = await calls.drawings
            try await Task.sleep(for: span)
            page.say(#"{"do":"beat"}"#)
            return await calls.drawings - before
        }
        #expect(try await drawings(in: .seconds(2)) <= 4)
        await setMoving(true, calls, panel)
        let moving = try await drawings(in: .seconds(1))
        #expect((4...31).contains(moving), "\(moving)")
        await setMoving(false, calls, panel)
        try await Task.sleep(for: .milliseconds(100))
        #expect(try await drawings(in: .seconds(2)) <= 4)
        await panel.report(.ended(status: 0), DriveStatus())
        page.close()
    }

    @LoopActor private func setMoving(_ isMoving: Bool, _ calls: Calls, _ panel: DrivePanel) {
        calls.isMoving = isMoving
        panel.report(.positions(PerChannel([nil])), DriveStatus())
    }
}
