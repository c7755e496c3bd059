import Testing
import WaldoTestSupport

@testable import WaldoCore

/// The frames that stop the arm when nothing else can send, and how the state machine counts them once they are sent.
@Suite struct LastWordTests {
    private func texts(_ word: LastWord) -> [String] {
        (0..<word.count).map { String(decoding: word[$0].bytes, as: UTF8.self) }
    }

    private func bytes(_ word: LastWord) -> [[UInt8]] { (0..<word.count).map { word[$0].bytes } }

    private func driving(_ arm: Arm) -> StateMachineBench {
        var bench = StateMachineBench(arm, .pad())
        bench.start(.padAtRest)
        bench.input(.axis(Code.rz, 255), .axis(Code.rx, 20_000))
        bench.advance(.milliseconds(400))
        return bench
    }

    @Test func everyVelocityHasItsZeroAndNoPositionIsAmongThem() {
        #expect(texts(StateMachineBench(.robot, .pad()).stateMachine.lastWord) == ["S>"])
        #expect(!StateMachineBench(.robot, .pad()).stateMachine.lastWordChanges)
        #expect(StateMachineBench(.servo, .pad()).stateMachine.lastWord.count == 0)
    }

    /// a5, slider, zx, zy, number, sum: the number is the next one, and the position is the one last written.
    @Test func aCombinedFrameKeepsThePositionThatWasWritten() throws {
        let bench = driving(.combined)
        let last = try #require(bench.sent.last?.command.frame.bytes)
        let word = try #require(bytes(bench.stateMachine.lastWord).first)
        #expect(bench.stateMachine.lastWordChanges)
        #expect(word[1] == 0 && word[4...5] == [0, 0])
        #expect(word[2...3] == last[2...3] && last[2...3] != [0, 0])
        #expect(word[6] == last[6] &+ 1)
    }

    /// Before a first frame the arm's position is unknown, and a frame that states one would move the arm.
    @Test func aPositionThatWasNeitherWrittenNorGivenIsNotSaid() {
        #expect(Arm.combined.stopsByPosition && !Arm.robot.stopsByPosition)
        #expect(DriveStateMachine(arm: .combined, mapping: .pad()).lastWord.count == 0)
        #expect(DriveStateMachine(arm: .combined, mapping: .pad(), isPlaced: true).lastWord.count == 1)
        var bench = StateMachineBench(.combined, .pad())
        bench.step(.link(.opened(takenOver: true)))
        bench.step(.operator(.stop))
        bench.advance(.seconds(1))
        #expect(bench.sent.isEmpty && bench.stateMachine.hasSentZeros)
    }

    @Test func anArmWithAHaltFrameIsStoppedByThatUntilItsPositionsAreKnown() {
        var arm = Arm.combined
        arm.halt = FrameTemplate([.byte(0x5a), .sequence])
        #expect(!arm.stopsByPosition)
        var bench = StateMachineBench(arm, .pad())
        #expect(bytes(bench.stateMachine.lastWord) == [[0x5a, 0]])
        bench.step(.link(.opened(takenOver: true)))
        bench.advance(.seconds(1))
        #expect(bench.sent.map(\.command.frame.bytes) == [[0x5a, 0], [0x5a, 1], [0x5a, 2]])
        #expect(bench.stateMachine.isAssumed(.zx))
        bench.step(.link(.flowing))
        bench.step(.inputAdded(.padAtRest))
        bench.advance(.milliseconds(300))
        bench.input(.axis(Code.rz, 255))
        bench.step(.operator(.stop))
        #expect(bench.sent.last?.command.frame.bytes.first == 0xa5)
    }

    // MARK: after it was sent

    @Test(arguments: [1, 2, 3, 9]) func whatWasSaidCounts(times: Int) {
        var bench = driving(.robot)
        _ = bench.takeTexts()
        bench.step(.link(.lastWord(sent: ZeroCounts([UInt8(times)]))))
        bench.step(.operator(.halt(.late)))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == Array(repeating: "slider S>", count: max(0, 3 - times)))
        #expect(bench.stateMachine.hasSentZeros && bench.stateMachine.pendingZeros.isEmpty)
        #expect(bench.stateMachine.gateState(.slider) == .held)
    }

    /// The arm has received the numbers of the frames that were sent.
    @Test func theNumbersGoOnBehindIt() throws {
        var bench = driving(.combined)
        let word = try #require(bytes(bench.stateMachine.lastWord).first)
        bench.step(.link(.lastWord(sent: ZeroCounts([2]))))
        _ = bench.takeTexts()
        bench.step(.operator(.stop))
        bench.advance(.milliseconds(200))
        #expect(bench.sent.map(\.command.frame.bytes[6]) == [word[6] &+ 1])
    }

    /// The last word was claimed but could not be sent: the state machine stops the arm.
    @Test func aLastWordWithoutAFrameStopsNothing() {
        var bench = driving(.robot)
        _ = bench.takeTexts()
        bench.step(.link(.lastWord(sent: ZeroCounts())))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>"])
    }

    @Test func itBarsWhatIsInFlightFromBeingForgotten() {
        var bench = StateMachineBench(.robot, .pad())
        bench.start(.padAtRest)
        bench.linkIsSlow = true
        bench.input(.axis(Code.rz, 255))
        bench.step(.link(.lastWord(sent: ZeroCounts([1]))))
        #expect(bench.takeTexts() == ["slider F>"])
        // The motion may have arrived after the zero.
        bench.linkIsSlow = false
        bench.step(.link(.ready))
        bench.advance(.seconds(1))
        #expect(bench.takeTexts() == ["slider S>", "slider S>", "slider S>"])
    }
}
