import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// The frames that stop the arm when nothing else can send, and how the state machine counts them once they are sent.
@Suite struct FailsafeTests {
    private func texts(_ word: FailsafeFrames) -> [String] {
        (0..<word.count).map { String(decoding: word[$0].bytes, as: UTF8.self) }
    }

    private func bytes(_ word: FailsafeFrames) -> [[UInt8]] { (0..<word.count).map { word[$0].bytes } }

    private func driving(_ arm: Arm) -> DriveHarness {
        var harness = DriveHarness(arm, .pad())
        harness.start(.padAtRest)
        harness.input(.axis(Code.rz, 255), .axis(Code.rx, 20_000))
        harness.advance(.milliseconds(400))
        return harness
    }

    @Test func everyVelocityHasItsZeroAndNoPositionIsAmongThem() {
        #expect(texts(DriveHarness(.robot, .pad()).stateMachine.failsafe) == ["S>"])
        #expect(!DriveHarness(.robot, .pad()).stateMachine.failsafeChanges)
        #expect(DriveHarness(.servo, .pad()).stateMachine.failsafe.count == 0)
    }

    /// A channel's frames, heartbeats, zeros and failsafe frame have its destination; the others have theirs.
    @Test func eachFrameKeepsTheDestinationOfItsChannel() {
        var arm = Arm.rover
        for (channel, letter) in zip(arm.channels, ["s", "x", "y"]) {
            var template = FrameTemplate.text("\(letter)#;")
            template.destination = UInt8(channel.index)
            arm.profiles[channel].frames = .init(template)
        }
        var harness = driving(arm)
        harness.input(.axis(Code.ry, 20_000))
        harness.advance(.milliseconds(400))
        harness.step(.operator(.stop))
        harness.advance(.milliseconds(400))
        let destinations = harness.sent.map { "\($0.command.frame.bytes[0]) \($0.command.frame.destination)" }
        #expect(Set(destinations) == ["115 0", "120 1", "121 2"])
        let zeros = harness.sent.filter { $0.command.value == 0 }.map(\.command.frame.destination)
        for destination in [UInt8(0), 1, 2] { #expect(zeros.count { $0 == destination } >= 3) }
        let failsafe = harness.stateMachine.failsafe
        #expect((0..<failsafe.count).map { failsafe[$0].destination } == [0, 1, 2])
    }

    /// a5, slider, zx, zy, number, sum: the number is the next one, and the position is the one last written.
    @Test func aCombinedFrameKeepsThePositionThatWasWritten() throws {
        let harness = driving(.combined)
        let last = try #require(harness.sent.last?.command.frame.bytes)
        let word = try #require(bytes(harness.stateMachine.failsafe).first)
        #expect(harness.stateMachine.failsafeChanges)
        #expect(word[1] == 0 && word[4...5] == [0, 0])
        #expect(word[2...3] == last[2...3] && last[2...3] != [0, 0])
        #expect(word[6] == last[6] &+ 1)
    }

    /// Before a first frame the arm's position is unknown, and a frame that states one would move the arm.
    @Test func aPositionThatWasNeitherWrittenNorGivenIsNotSent() {
        #expect(Arm.combined.stopsByPosition && !Arm.robot.stopsByPosition)
        #expect(DriveStateMachine(arm: .combined, mapping: .pad()).failsafe.count == 0)
        #expect(DriveStateMachine(arm: .combined, mapping: .pad(), startIsConfirmed: true).failsafe.count == 1)
        var harness = DriveHarness(.combined, .pad())
        harness.step(.link(.opened(takenOver: true)))
        harness.step(.operator(.stop))
        harness.advance(.seconds(1))
        #expect(harness.sent.isEmpty && harness.stateMachine.hasSentZeros)
    }

    @Test func anArmWithAHaltFrameIsStoppedByThatUntilItsPositionsAreKnown() {
        var arm = Arm.combined
        arm.halt = FrameTemplate([.byte(0x5a), .sequence])
        #expect(!arm.stopsByPosition)
        var harness = DriveHarness(arm, .pad())
        #expect(bytes(harness.stateMachine.failsafe) == [[0x5a, 0]])
        harness.step(.link(.opened(takenOver: true)))
        harness.advance(.seconds(1))
        #expect(harness.sent.map(\.command.frame.bytes) == [[0x5a, 0], [0x5a, 1], [0x5a, 2]])
        #expect(harness.stateMachine.isAssumed(.zx))
        harness.step(.link(.flowing))
        harness.step(.inputAdded(.padAtRest))
        harness.advance(.milliseconds(300))
        harness.input(.axis(Code.rz, 255))
        harness.step(.operator(.stop))
        #expect(harness.sent.last?.command.frame.bytes.first == 0xa5)
    }

    // MARK: after it was sent

    @Test(arguments: [1, 2, 3, 9]) func whatWasSentCounts(times: Int) {
        var harness = driving(.robot)
        _ = harness.takeTexts()
        harness.step(.link(.failsafe(sent: ZeroCounts([UInt8(times)]))))
        harness.step(.halt(.late))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == Array(repeating: "slider S>", count: max(0, 3 - times)))
        #expect(harness.stateMachine.hasSentZeros && harness.stateMachine.pendingZeros.isEmpty)
        #expect(harness.stateMachine.gateState(.slider) == .held)
    }

    /// The arm has received the numbers of the frames that were sent.
    @Test func theNumbersGoOnBehindIt() throws {
        var harness = driving(.combined)
        let word = try #require(bytes(harness.stateMachine.failsafe).first)
        harness.step(.link(.failsafe(sent: ZeroCounts([2]))))
        _ = harness.takeTexts()
        harness.step(.operator(.stop))
        harness.advance(.milliseconds(200))
        #expect(harness.sent.map(\.command.frame.bytes[6]) == [word[6] &+ 1])
    }

    /// The failsafe frames were claimed but could not be sent: the state machine stops the arm.
    @Test func aFailsafeWithoutAFrameStopsNothing() {
        var harness = driving(.robot)
        _ = harness.takeTexts()
        harness.step(.link(.failsafe(sent: ZeroCounts())))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"])
    }

    @Test func itBarsWhatIsInFlightFromBeingForgotten() {
        var harness = DriveHarness(.robot, .pad())
        harness.start(.padAtRest)
        harness.linkIsSlow = true
        harness.input(.axis(Code.rz, 255))
        harness.step(.link(.failsafe(sent: ZeroCounts([1]))))
        #expect(harness.takeTexts() == ["slider F>"])
        // The motion may have arrived after the zero.
        harness.linkIsSlow = false
        harness.step(.link(.ready))
        harness.advance(.seconds(1))
        #expect(harness.takeTexts() == ["slider S>", "slider S>", "slider S>"])
    }

    /// Its frame is known only once its positions are, which is after the link has asked whether it changes.
    @Test func theFailsafeOfOneFrameWithoutASequenceNumberChangesToo() {
        var arm = Arm.combined
        arm.frame = FrameTemplate([.number(.i8, of: .slider), .number(.i16le, of: .zx), .number(.i16le, of: .zy)])
        #expect(DriveStateMachine(arm: arm, mapping: .pad()).failsafeChanges)
    }
}
