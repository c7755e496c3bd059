import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// How much may be in flight, on a clock that the test moves.
@Suite struct WriteWindowTests {
    /// A window, and a queue that takes what it is given while `takes` is set.
    struct WindowHarness {
        var window = WriteWindow()
        var now: Instant = 1_000_000
        var takes = true
        var reads = 0
        var isReading = false

        /// As a link does it: look at the queue, write, ask for proof.
        mutating func write(_ times: Int = 1) {
            for _ in 0..<times {
                look()
                window.wrote(at: now)
                ask()
            }
        }

        mutating func answer() {
            isReading = false
            look()
            window.wasAnswered(at: now)
            ask()
        }

        mutating func advance(_ span: TimeSpan) {
            let end = now + span
            while let deadline = window.deadline, deadline <= end {
                now = max(now, deadline)
                look()
                window.deadlinePassed(at: now)
                ask()
            }
            now = end
        }

        private mutating func look() { if takes { window.wasAccepted(at: now) } }

        mutating func ask() {
            guard window.beginReadIfDue(at: now) else { return }
            reads += 1
            isReading = true
        }
    }

    @Test func theLinksTimeIsThatOfTheAnswer() {
        var window = WriteWindow()
        window.wroteWithReply(at: 1_000_000)
        let first = window.wasAnswered(at: 1_035_000), second = window.wasAnswered(at: 1_040_000)
        #expect(first == .milliseconds(35) && second == nil, "nothing was asked again")
    }

    /// The first read covers nothing, because bluetoothd had not taken a frame: the time goes on.
    @Test func theLinksTimeIsThatOfTheReadThatProves() {
        var window = WriteWindow()
        for _ in 0..<3 { window.wrote(at: 1_000_000) }
        let isRead = window.beginReadIfDue(at: 1_010_000), early = window.wasAnswered(at: 1_040_000)
        window.wasAccepted(at: 1_050_000)
        let isReadAgain = window.beginReadIfDue(at: 1_100_000), proof = window.wasAnswered(at: 1_130_000)
        #expect(isRead && isReadAgain)
        #expect(early == nil && proof == .milliseconds(120))
    }

    /// A loop that hung handles its timers before what has come meanwhile.
    @Test(arguments: [true, false])
    func anAnswerThatCameWhileTheCallerWasHeldUpIsHeardFirst(_ isAnswered: Bool) throws {
        var harness = WindowHarness()
        harness.write(3)
        let deadline = try #require(harness.window.deadline)
        harness.now = deadline + .milliseconds(400)
        harness.window.deadlinePassed(at: harness.now)
        #expect(harness.window.flow == .flowing && harness.window.deadline == deadline, "it is called again at once")
        if isAnswered { harness.answer() }
        if harness.window.deadline == deadline { harness.window.deadlinePassed(at: harness.now) }
        #expect(harness.window.flow == (isAnswered ? .flowing : .stalled))
    }

    /// No read is asked for: the deadline is that of one, and always was.
    @Test func aReadThatIsDueAndNotAskedForEndsNothing() {
        var window = WriteWindow()
        for _ in 0..<3 { window.wrote(at: 1_000_000) }
        #expect(window.deadline == .distantPast)
        window.deadlinePassed(at: 1_000_001)
        #expect(window.flow == .flowing)
    }

    @Test func halfOfItAsksForNothingAndSleeps() {
        var harness = WindowHarness()
        harness.write(2)
        #expect(harness.reads == 0)
        #expect(harness.window.deadline == nil)
        harness.advance(.seconds(3_600))
        #expect(harness.window.flow == .flowing)
    }

    @Test func oneMoreAsksOnceAndAnAnswerIsFollowedBySilence() {
        var harness = WindowHarness()
        harness.write(3)
        #expect(harness.reads == 1)
        harness.advance(.milliseconds(40))
        harness.answer()
        // It was not known whether the third had been taken when the read was sent.
        #expect(harness.window.unconfirmed == 1 && harness.reads == 1)
        #expect(harness.window.deadline == nil)
    }

    @Test func aLinkThatAnswersIsNeverHeldAndReadOnceForTwoFrames() {
        var harness = WindowHarness()
        for _ in 0..<1_000 {
            harness.write()
            #expect(harness.window.flow == .flowing)
            harness.advance(.milliseconds(60))
            if harness.isReading { harness.answer() }
            harness.advance(.milliseconds(20))
        }
        #expect(harness.reads == 499)
    }

    @Test func aFastDriveOverASlowLinkIsHeldButNeverStalls() {
        var harness = WindowHarness()
        var written = 0
        for turn in 0..<10_000 {
            if harness.window.flow == .flowing {
                harness.write()
                written += 1
            }
            #expect(harness.window.flow != .stalled && harness.window.unconfirmed <= WriteWindow.size)
            harness.advance(.milliseconds(5))
            if harness.isReading, turn % 20 == 0 { harness.answer() }
        }
        #expect(written >= 1_000)
    }

    @Test func fourFramesFillItAndNoAnswerInTimeIsAStall() {
        var harness = WindowHarness()
        harness.write(4)
        #expect(harness.window.flow == .full)
        harness.advance(WriteWindow.patience - .microseconds(1))
        #expect(harness.window.flow == .full)
        harness.advance(.microseconds(1))
        #expect(harness.window.flow == .stalled)
        #expect(harness.reads == 1)
        #expect(harness.window.deadline == nil)
        harness.advance(.seconds(3_600))
        #expect(harness.window.flow == .stalled && harness.reads == 1)
    }

    @Test func aStallIsReportedOfBeforeTheWindowIsFull() {
        var harness = WindowHarness()
        harness.write(3)
        harness.advance(WriteWindow.patience)
        #expect(harness.window.flow == .stalled)
        harness.answer()
        #expect(harness.window.flow == .flowing)
    }

    @Test func zerosWrittenMeanwhileCountAndTheStallEndsWhenAllHasLeft() {
        var harness = WindowHarness()
        harness.write(4)
        harness.advance(.seconds(3))
        harness.write(3)
        #expect(harness.window.unconfirmed == 7 && harness.window.flow == .stalled && harness.reads == 1)
        harness.answer()
        #expect(harness.window.unconfirmed == 5)
        #expect(harness.window.flow == .stalled && harness.reads == 2)
        harness.answer()
        #expect(harness.window.unconfirmed == 0 && harness.window.flow == .flowing)
    }

    /// A read overtakes what the queue has not taken, so its answer proves nothing about that.
    @Test func anAnswerProvesOnlyWhatWasTakenBeforeTheRead() {
        var harness = WindowHarness()
        harness.takes = false
        harness.write(4)
        harness.answer()
        #expect(harness.window.unconfirmed == 4 && harness.window.flow == .full)
        #expect(harness.reads == 1)
        harness.advance(.milliseconds(50))
        #expect(harness.reads == 2)
        harness.takes = true
        harness.answer()
        #expect(harness.window.unconfirmed == 4 && harness.reads == 3)
        harness.answer()
        #expect(harness.window.unconfirmed == 0 && harness.window.flow == .flowing)
    }

    @Test func answersWithoutProofAreAStallToo() {
        var harness = WindowHarness()
        harness.takes = false
        harness.write(4)
        for _ in 0..<6 {
            harness.answer()
            harness.advance(.milliseconds(50))
        }
        #expect(harness.window.flow == .stalled)
        #expect(harness.reads <= 7)
    }

    @Test func aReadThatWasNotMadeIsMadeAgainAfterAPause() {
        var harness = WindowHarness()
        harness.write(3)
        harness.isReading = false
        harness.window.wasNotAnswered(at: harness.now)
        harness.advance(.milliseconds(49))
        #expect(harness.reads == 1)
        harness.advance(.milliseconds(1))
        #expect(harness.reads == 2)
        harness.answer()
        #expect(harness.window.flow == .flowing)
    }

    /// The wait for an answer ends with the frame that asked for it.
    @Test func aRefusedFrameAfterAReadThatWasNotMadeIsNoStall() {
        var harness = WindowHarness()
        harness.write(3)
        harness.window.wasNotAnswered(at: harness.now)
        harness.window.wasRefused(at: harness.now)
        harness.advance(.seconds(1))
        #expect(harness.window.unconfirmed == 2 && harness.window.flow == .flowing)
        #expect(harness.window.deadline == nil)
    }

    @Test func anAnswerOfNobodysReadProvesNothing() {
        var window = WriteWindow()
        window.wrote(at: 0)
        window.wasAccepted(at: 0)
        window.wasAnswered(at: 0)
        #expect(window.unconfirmed == 1)
    }

    @Test func aFrameThatIsAnsweredItselfStallsAloneAndFlowsOnceAnswered() {
        var window = WriteWindow()
        window.wroteWithReply(at: 0)
        #expect(window.flow == .flowing && window.deadline == 300_000)
        window.deadlinePassed(at: 300_000)
        #expect(window.flow == .stalled)
        window.wasAnswered(at: 1_000_000)
        #expect(window.flow == .flowing && window.unconfirmed == 0 && window.deadline == nil)
    }

    @Test func whatIsNotTakenHoldsMotionAndIsAStallInTheEnd() {
        var window = WriteWindow()
        window.frameWaits(at: 0)
        #expect(window.flow == .full && window.deadline == 300_000)
        window.frameWaits(at: 299_999)
        #expect(window.flow == .full && window.deadline == 300_000)
        window.deadlinePassed(at: 300_000)
        #expect(window.flow == .stalled && window.deadline == nil)
        window.wasAccepted(at: 1_000_000)
        #expect(window.flow == .flowing && window.deadline == nil)
    }

    /// Motion itself waits for the call's answer; the missing answer is what must be reported.
    @Test func aCallThatIsNotAnsweredHoldsNothingAndIsAStallInTheEnd() {
        var window = WriteWindow()
        window.called(at: 0)
        window.called(at: 100)
        #expect(window.flow == .flowing && window.deadline == 300_000)
        window.deadlinePassed(at: 300_000)
        #expect(window.flow == .stalled && window.deadline == nil)
        window.wasAccepted(at: 1_000_000)
        #expect(window.flow == .flowing && window.deadline == nil)
    }

    @Test func whatIsTakenAndNotConfirmedIsHeldStill() {
        var harness = WindowHarness()
        harness.write(4)
        harness.window.frameWaits(at: harness.now)
        harness.window.wasAccepted(at: harness.now)
        #expect(harness.window.flow == .full)
    }

    @Test func aRefusedFrameIsNotOnItsWay() {
        var window = WriteWindow()
        window.wroteWithReply(at: 0)
        window.wasRefused(at: 1)
        #expect(window.unconfirmed == 0 && window.deadline == nil)
        var harness = WindowHarness()
        harness.write(4)
        harness.window.wasRefused(at: harness.now)
        #expect(harness.window.unconfirmed == 3 && harness.window.flow == .flowing)
        harness.answer()
        #expect(harness.window.unconfirmed == 1)
    }

    /// At the end every zero must be proven to have left, however few there are.
    @Test func whatIsTheLastIsConfirmedToTheLastFrame() {
        var harness = WindowHarness()
        harness.write()
        #expect(harness.reads == 0)
        harness.window.wasAccepted(at: harness.now)
        harness.window.confirmAll()
        harness.ask()
        #expect(harness.reads == 1 && harness.window.unconfirmed == 1)
        harness.answer()
        #expect(harness.window.unconfirmed == 0 && harness.window.deadline == nil)
        harness.write(2)
        #expect(harness.reads == 1)
    }
}
