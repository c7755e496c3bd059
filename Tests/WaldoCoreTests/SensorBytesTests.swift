import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// Bytes that start and stop a sensor on the arm's shield, on their way through the encoder.
@Suite struct SensorBytesTests {
    private static let start = Frame([0xB0, 1])!, stop = Frame([0xB0, 0])!

    private func ready() -> DriveHarness {
        var harness = DriveHarness(.robot, .pad())
        harness.start(.padAtRest)
        return harness
    }

    @Test func theyAreSentAtOnceAndOnce() {
        var harness = ready()
        harness.step(.sensor(Self.start))
        harness.advance(.seconds(5))
        #expect(harness.sentToSensor.map(\.bytes) == [[0xB0, 1]] && harness.sent.isEmpty)
        #expect(harness.deadline == nil && !harness.stateMachine.owesSensorBytes)
    }

    @Test func theyKeepTheArmsIntervalAndComeBeforeItsNextMotion() {
        var harness = ready()
        harness.input(.axis(Code.rz, 255))
        let motion = harness.now, interval = Arm.robot.pacing.interval
        harness.advance(.milliseconds(1))
        harness.step(.sensor(Self.start))
        harness.input(.axis(Code.rz, 0), .axis(Code.rx, 32_767))
        #expect(harness.sentToSensor.isEmpty && harness.takeTexts() == ["slider F>", "slider S>"])
        harness.advance(.seconds(2))
        #expect(harness.sentToSensor.count == 1 && harness.sentToSensor[0].at >= motion + interval)
        #expect(
            harness.sent.allSatisfy { abs(($0.at - harness.sentToSensor[0].at).microseconds) >= interval.microseconds })
    }

    /// The zeros of a halt go first, and an emergency stop holds the bytes until it is resumed.
    @Test func anEmergencyStopHoldsThemBack() {
        var harness = ready()
        harness.input(.axis(Code.rz, 255))
        harness.step(.operator(.stop))
        harness.step(.sensor(Self.start))
        harness.advance(.seconds(5))
        #expect(
            harness.sentToSensor.isEmpty && harness.takeTexts() == ["slider F>", "slider S>", "slider S>", "slider S>"])
        #expect(harness.deadline == nil && !harness.stateMachine.owesSensorBytes)
        harness.input(.axis(Code.rz, 0))
        harness.step(.operator(.resume))
        #expect(harness.sentToSensor.map(\.bytes) == [[0xB0, 1]])
    }

    @Test func aLostLinkAndANewOneDropThem() {
        for events in [[DriveEvent.link(.down), .link(.up(takenOver: false))], [.link(.opened(takenOver: false))]] {
            var harness = ready()
            harness.step(.link(.windowFull))
            harness.step(.sensor(Self.start))
            for event in events { harness.step(event) }
            harness.step(.link(.flowing))
            harness.advance(.seconds(2))
            #expect(harness.sentToSensor.isEmpty)
        }
        var harness = ready()
        harness.step(.link(.down))
        harness.step(.sensor(Self.start))
        harness.step(.link(.up(takenOver: false)))
        harness.advance(.seconds(1))
        #expect(harness.sentToSensor.isEmpty)
    }

    @Test func theNewestReplaceThoseThatWait() {
        var harness = ready()
        harness.step(.link(.windowFull))
        harness.step(.sensor(Self.start))
        harness.step(.sensor(Self.stop))
        harness.advance(.seconds(1))
        #expect(harness.sentToSensor.isEmpty)
        harness.step(.link(.flowing))
        #expect(harness.sentToSensor.map(\.bytes) == [[0xB0, 0]])
    }

    /// A link that refuses them gets them again, and one that has them in flight keeps newer ones.
    @Test func theirOutcomeCounts() {
        var stateMachine = DriveStateMachine(arm: .robot, mapping: .pad())
        _ = stateMachine.step(.link(.up(takenOver: false)), at: 0)
        #expect(stateMachine.step(.sensor(Self.start), at: 1).sendsBytes)
        stateMachine.conclude(.refused)
        #expect(stateMachine.step(.link(.refused), at: 1).sendsBytes == false)
        #expect(stateMachine.step(.link(.ready), at: 2).sendsBytes && stateMachine.proposedBytes == Self.start)
        stateMachine.conclude(.inFlight)
        _ = stateMachine.step(.link(.busy), at: 2)
        _ = stateMachine.step(.sensor(Self.stop), at: 3)
        let due = stateMachine.step(.link(.ready), at: 4).deadline
        #expect(due == 2 + Arm.robot.pacing.interval)
        #expect(stateMachine.step(.deadline, at: due ?? 4).sendsBytes && stateMachine.proposedBytes == Self.stop)
    }

    /// While they are in flight, the failsafe frames are those of the arm as it was.
    @Test(arguments: Arm.samples) func theFailsafeFramesAreNotTouchedByThem(arm: Arm) {
        var harness = DriveHarness(arm, .pad())
        harness.start(.padAtRest)
        harness.input(.axis(Code.rz, 255))
        harness.advance(.seconds(1))
        let before = (harness.stateMachine.failsafe, harness.stateMachine.pendingZeros)
        harness.linkIsSlow = true
        var stateMachine = harness.stateMachine
        _ = stateMachine.step(.sensor(Self.start), at: harness.now)
        _ = stateMachine.step(.deadline, at: harness.now + .milliseconds(1))
        #expect(stateMachine.failsafe == before.0 && stateMachine.pendingZeros == before.1)
    }

    @Test func aRecordedDriveSendsThemAgain() {
        var stateMachine = DriveStateMachine(arm: .robot, mapping: .pad())
        _ = stateMachine.step(.link(.up(takenOver: false)), at: 0)
        func lines(_ bytes: Frame?) -> [RecordedLine] {
            let sent = bytes.map { [RecordedLine.bytes(RecordedBytes(at: 5, bytes: $0))] } ?? []
            return [
                .step(RecordedStep(at: 0, event: .link(.up(takenOver: false)))),
                .step(RecordedStep(at: 5, event: .sensor(Self.start))),
            ] + sent + [.event(RecordedEvent(at: 9, event: "end", status: 0))]
        }
        func differences(_ lines: [RecordedLine]) -> [Verification.Difference] {
            var verification = Verification(arm: .robot, mapping: .pad())
            return lines.compactMap { verification.compare($0) } + [verification.finish()].compactMap(\.self)
        }
        #expect(differences(lines(Self.start)) == [])
        #expect(differences(lines(Self.stop)) == [.bytes(at: 5, recorded: Self.stop, today: Self.start)])
        #expect(differences(lines(nil)) == [.bytes(at: 5, recorded: nil, today: Self.start)])
    }
}

/// Which bytes an arm could take for a command.
@Suite struct LikenessTests {
    private func like(_ bytes: [UInt8], _ arm: Arm = .robot) -> String? { arm.channelLike(bytes) }

    @Test func aFrameItsBeginningAndWhatBeginsWithItAreLikeIt() {
        let arm = Arm.robot
        for text in ["F>", "F", "F>..", "S>", "B"] { #expect(like(Array(text.utf8), arm) != nil, "\(text)") }
    }

    /// A tail that begins a frame is completed by the next write.
    @Test func aFrameInsideOrAtTheEndIsLikeIt() {
        #expect(like(Array("**F>".utf8)) == "slider")
        #expect(like(Array("**F".utf8)) == "slider" && like([0xB0, 1]) == nil)
    }

    /// Numbers may be any: a frame of nothing but a number is like everything.
    @Test func numbersMayBeAny() {
        var arm = Arm.robot
        arm.frame = FrameTemplate([.byte(0xA5), .number(.i16le, of: Channel(0)), .checksum(.init(.sum8))])
        arm.halt = nil
        for bytes in [[0xA5], [0xA5, 1], [0xA5, 1, 2, 3, 4], [7, 0xA5, 1, 2, 3], [7, 0xA5]] as [[UInt8]] {
            #expect(like(bytes, arm) != nil, "\(bytes)")
        }
        for bytes in [[7], [1, 2, 3, 4]] as [[UInt8]] { #expect(like(bytes, arm) == nil, "\(bytes)") }
        arm.frame = FrameTemplate([.number(.u8, of: Channel(0))])
        #expect(like([0], arm) != nil)
    }

    @Test func aNumberInTextHasAnyLength() {
        var arm = Arm.robot
        arm.frame = FrameTemplate([.byte(0x47), .decimal(width: 1, of: Channel(0)), .byte(0x0A)])
        for text in ["G", "G1", "G-12.5", "G1\n", "..G1234\n"] {
            #expect(like(Array(text.utf8), arm) != nil, "\(text)")
        }
        for text in ["H", "G\n", "Gx", "..Gx"] { #expect(like(Array(text.utf8), arm) == nil, "\(text)") }
    }
}
