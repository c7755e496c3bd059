import Testing
import WaldoCore
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// How channels move, with the reference receiver.
@Suite struct MotionTests {
    private func arm(_ profiles: [ChannelProfile], _ behaviours: [ArmModel.Behaviour], _ pose: ArmPose? = nil) -> Arm {
        let uuid = BluetoothUUID("ffe0")!
        return Arm(
            name: "Simulated", link: .bluetooth(BluetoothProfile(service: uuid, write: uuid)),
            pacing: Pacing(interval: .milliseconds(20)), profiles: PerChannel(profiles), pose: pose,
            model: ArmModel(behaviours: behaviours))
    }

    private func text(_ letter: Character, _ of: Channel? = nil) -> FrameTemplate {
        FrameTemplate([.byte(letter.asciiValue!), .decimal(width: 0, of: of), .byte(10)])
    }

    private func velocity(_ name: String, _ letter: Character) -> ChannelProfile {
        ChannelProfile(
            name, mode: .velocity, range: ValueRange(low: -10, high: 10), heartbeat: .milliseconds(100),
            frames: .init(text(letter)))
    }

    private func position(_ name: String, _ letter: Character, decimals: Int = 0) -> ChannelProfile {
        ChannelProfile(
            name, mode: .position, range: ValueRange(low: -100, high: 100, decimals: decimals),
            frames: .init(text(letter)))
    }

    @Test func aVelocityHoldsUntilItsWatchdogStopsIt() {
        var arm = SimulatedArm(
            arm([velocity("v", "v")], [.init(.rate(2), watchdog: .milliseconds(300))]), at: 0)
        #expect(arm.deadline == nil)
        arm.receive("v5\n", at: .ms(100))
        #expect(arm.acts == [SimulatedAct(at: .ms(100), .set(Channel(0), 5))] && arm.deadline == .ms(400))
        // The same number again is the same motion.
        arm.receive("v5\n", at: .ms(200))
        #expect(arm.deadline == .ms(500) && arm.velocity(Channel(0), at: .ms(300)) == 1)
        #expect(arm.acts(until: .ms(499)).isEmpty)
        #expect(arm.acts(until: .ms(700)) == [SimulatedAct(at: .ms(500), .watchdog(Channel(0)))])
        #expect(abs(arm.number(Channel(0), at: .ms(700)) - 0.4) < 1e-12 && !arm.isMoving(at: .ms(700)))
        #expect(arm.deadline == nil && arm.account.watchdogStops == 1)
        arm.receive("v-10\n", at: .ms(800))
        arm.receive("v0\n", at: .ms(900))
        #expect(abs(arm.number(Channel(0), at: .ms(2_000)) - 0.2) < 1e-12 && arm.deadline == nil)
    }

    @Test func itsEndsStopIt() {
        var arm = SimulatedArm(
            arm([velocity("v", "v")], [.init(.rate(2), limits: -0.5...1, start: 0.25)]), at: 0)
        arm.receive("v10\n", at: 0)
        #expect(arm.number(Channel(0), at: .ms(374)) < 1 && arm.number(Channel(0), at: .ms(375)) == 1)
        #expect(arm.velocity(Channel(0), at: .ms(375)) == 0 && arm.deadline == nil)
        // Against its end it stays, and leaves it at once.
        arm.receive("v10\n", at: .ms(500))
        #expect(arm.number(Channel(0), at: .ms(900)) == 1)
        arm.receive("v-10\n", at: .ms(1_000))
        #expect(arm.number(Channel(0), at: .ms(1_250)) == 0.5 && arm.number(Channel(0), at: .ms(9_000)) == -0.5)
    }

    @Test func aPositionGoesToItsNumberAtItsPace() {
        // 10 ms for a tenth, after 50 ms.
        var arm = SimulatedArm(
            arm(
                [position("p", "p", decimals: 1)],
                [.init(.position(takes: 10_000, delay: .milliseconds(50)), limits: -60...80, start: 10)]), at: 0)
        arm.receive("p5.0\n", at: 0)
        #expect(arm.acts == [SimulatedAct(at: 0, .set(Channel(0), 50))])
        #expect(arm.number(Channel(0), at: .ms(50)) == 10 && arm.number(Channel(0), at: .ms(250)) == 30)
        // A newer number replaces it on its way; the ends hold.
        arm.receive("p-9.9\n", at: .ms(250))
        #expect(arm.number(Channel(0), at: .ms(300)) == 30 && arm.number(Channel(0), at: .ms(400)) == 20)
        #expect(arm.number(Channel(0), at: .ms(1_200)) == -60 && !arm.isMoving(at: .ms(1_200)))
        // The same number again, on the way, changes nothing.
        arm.receive("p0.0\n", at: .ms(2_000))
        arm.receive("p0.0\n", at: .ms(2_100))
        #expect(arm.number(Channel(0), at: .ms(2_350)) == -30)
    }

    @Test func asItIsSwitchedOnItGoesHome() {
        let behaviour = ArmModel.Behaviour(.position(takes: 1_000, delay: .zero), start: 20, home: 90)
        let arm = SimulatedArm(arm([position("p", "p")], [behaviour]), at: .ms(100))
        #expect(arm.number(Channel(0), at: .ms(100)) == 20 && arm.number(Channel(0), at: .ms(170)) == 90)
    }

    @Test func anActionMovesWhatItSets() {
        let home = ChannelProfile(
            action: "home", frame: FrameTemplate([.byte(72), .byte(10)]),
            release: FrameTemplate([.byte(88), .byte(10)]),
            busy: .seconds(2), sets: [.init(Channel(0), 40)])
        let arms = arm(
            [position("p", "p"), velocity("v", "v"), home],
            [.init(.position(takes: 1_000, delay: .zero)), .init(.rate(1)), .init(.action)],
            ArmPose(
                joints: [
                    .init(.move, .x, .rate(Channel(1), unit: 0.1, error: 0.1, holds: .seconds(1), home: Channel(2)))
                ],
                accuracy: 0.01))
        var arm = SimulatedArm(arms, at: 0)
        arm.receive("v10\nv0\n", at: 0)
        arm.receive("v10\n", at: 0)
        arm.receive("v0\n", at: .ms(500))
        arm.receive("H\n", at: .ms(1_000))
        #expect(arm.number(Channel(0), at: .ms(2_000)) == 20 && arm.number(Channel(1), at: .ms(2_000)) == 0.25)
        #expect(arm.number(Channel(0), at: .ms(3_000)) == 40 && arm.number(Channel(1), at: .ms(3_000)) == 0)
        arm.receive("p0\n", at: .ms(3_000))
        arm.receive("H\n", at: .ms(4_000))
        // Its release stops it where it is.
        arm.receive("X\n", at: .ms(5_000))
        #expect(arm.number(Channel(0), at: .ms(9_000)) == 20)
    }

    @Test func haltStopsVelocitiesAndLeavesPositions() {
        var arms = arm(
            [velocity("v", "v"), position("p", "p")],
            [.init(.rate(1)), .init(.position(takes: 10_000, delay: .zero))])
        for channel in arms.channels { arms.profiles[channel].frames = nil }
        arms.frame = FrameTemplate([
            .byte(60), .decimal(width: 0, of: Channel(0)), .byte(44), .decimal(width: 0, of: Channel(1)), .byte(62),
        ])
        arms.halt = FrameTemplate([.byte(33)])
        var arm = SimulatedArm(arms, at: 0)
        arm.receive("<10,100>", at: 0)
        #expect(arm.acts.map(\.kind) == [.set(Channel(0), 10), .set(Channel(1), 100)])
        arm.receive("!", at: .ms(100))
        #expect(arm.acts == [SimulatedAct(at: .ms(100), .halt)])
        #expect(abs(arm.number(Channel(0), at: .ms(900)) - 0.1) < 1e-12 && arm.number(Channel(1), at: .ms(900)) == 90)
    }

    @Test func whileItIsDeafBytesWait() {
        var model = arm(
            [position("p", "p"), velocity("v", "v")],
            [
                .init(.position(takes: 10_000, delay: .zero), deaf: .moving),
                .init(.rate(1), watchdog: .milliseconds(300)),
            ])
        model.model?.buffer = 8
        var arm = SimulatedArm(model, at: 0)
        arm.receive("v10\n", at: 0)
        arm.receive("p100\n", at: .ms(100))
        arm.receive("v0\nv5\nv4\n", at: .ms(200))
        #expect(arm.waitingBytes == 8 && arm.account.lostBytes == 1 && arm.acts.isEmpty)
        // Its watchdog runs when the move has ended, and only then does it read.
        #expect(
            arm.acts(until: .ms(1_100)).map(\.kind) == [
                .watchdog(Channel(1)), .set(Channel(1), 0), .set(Channel(1), 5),
            ])
        #expect(abs(arm.number(Channel(1), at: .ms(1_100)) - 1.1) < 1e-12)
        // The `v4` has lost its end.
        #expect(arm.acts(until: .ms(2_000)) == [SimulatedAct(at: .ms(1_400), .watchdog(Channel(1)))])
    }

    @Test func bytesComeAtThePaceOfTheUART() {
        var model = arm([velocity("v", "v")], [.init(.rate(1))])
        model.model?.byteTime = .microseconds(1_042)
        var arm = SimulatedArm(model, at: 0)
        arm.receive("v10\nv0\n", at: 0)
        #expect(arm.deadline == 1_042)
        #expect(
            arm.acts(until: .ms(20)) == [
                SimulatedAct(at: 4_168, .set(Channel(0), 10)), SimulatedAct(at: 7_294, .set(Channel(0), 0)),
            ])
    }
}
