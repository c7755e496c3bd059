import CMallocCounter
import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport
import WaldoTime

/// A hand that is driven along and about its axes allocates nothing, from the event to the joints' frames.
@Suite(.serialized, .enabled(if: isOptimised)) struct HandAllocationTests {
    private static let mapping = Mapping(
        name: "hand", match: InputMatch(),
        controls: [
            ControlMapping(
                "hand",
                .joystick(
                    .init(.axes(x: AxisSource(Code.x), y: AxisSource(Code.y))), x: .hand(.turn, rate: 40),
                    y: .hand(.reach, rate: 60)))
        ], keys: OperatorKeys(stop: [Code.east], resume: [Code.start]))

    @Test func aDrivenHandAllocatesNothing() throws {
        try drive(try Library(directory: nil).loadArm("mearm"))
    }

    @Test func withSixJointsItAllocatesNothing() throws {
        try drive(try #require(try HandNumbers().arms["sliding"]))
    }

    private func drive(_ arm: Arm) throws {
        var machine = DriveStateMachine(arm: arm, mapping: Self.mapping)
        var now: Instant = 1_000_000, commands = 0, driven = 0
        func step(_ event: DriveEvent) {
            let step = machine.step(event, at: now)
            guard step.command != nil || step.sendsBytes else { return }
            commands += 1
            machine.conclude(.written)
        }
        step(.link(.up(takenOver: false)))
        step(
            .inputAdded(
                InputState(axes: [Code.x, Code.y].map { AxisState($0, minimum: -1_000, maximum: 1_000, value: 0) })))
        for turn in 0..<20_000 {
            if turn == 1_000 { malloc_counter_start() }
            now = now + .milliseconds(10)
            let isDown = turn > 100 && turn / 200 % 4 != 3
            step(.input(.axis(Code.x, isDown ? Int32(turn % 400 - 200) * 5 : 0)))
            step(.input(.axis(Code.y, isDown ? (turn / 400 % 2 == 0 ? -700 : 700) : 0)))
            step(.input(.report(more: false)))
            if machine.isPositionMoving { driven += 1 }
        }
        let allocations = malloc_counter_stop()
        #expect(allocations == 0)
        #expect(commands > 1_000 && driven > 10_000)
    }
}
