import Testing
import WaldoCore

/// How much may be in flight, on a clock that the test moves.
@Suite struct WriteWindowTests {
    /// A window, and a queue that takes what it is given while `takes` is set.
    struct Bench {
        var window = WriteWindow()
        var now: Microseconds = 1_000_000
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

        mutating func advance(_ span: Microseconds) {
            let end = now + span
            while let deadline = window.deadline, deadline <= end {
                now = max(now, deadline)
                look()
                window.passed(now)
                ask()
            }
            now = end
        }

        private mutating func look() { if takes { window.wasTaken(at: now) } }

        mutating func ask() {
            guard window.asks(at: now) else { return }
            reads += 1
            isReading = true
        }
    }

    @Test func halfOfItAsksForNothingAndSleeps() {
        var bench = Bench()
        bench.write(2)
        #expect(bench.reads == 0)
        #expect(bench.window.deadline == nil)
        bench.advance(.seconds(3_600))
        #expect(bench.window.flow == .flowing)
    }

    @Test func oneMoreAsksOnceAndAnAnswerIsFollowedBySilence() {
        var bench = Bench()
        bench.write(3)
        #expect(bench.reads == 1)
        bench.advance(.milliseconds(40))
        bench.answer()
        // It was not known whether the third had been taken when the read was sent.
        #expect(bench.window.unconfirmed == 1 && bench.reads == 1)
        #expect(bench.window.deadline == nil)
    }

    @Test func aLinkThatAnswersIsNeverHeldAndReadOnceForTwoFrames() {
        var bench = Bench()
        for _ in 0..<1_000 {
            bench.write()
            #expect(bench.window.flow == .flowing)
            bench.advance(.milliseconds(60))
            if bench.isReading { bench.answer() }
            bench.advance(.milliseconds(20))
        }
        #expect(bench.reads == 499)
    }

    @Test func aFastDriveOverASlowLinkIsHeldButNeverStalls() {
        var bench = Bench()
        var written = 0
        for turn in 0..<10_000 {
            if bench.window.flow == .flowing {
                bench.write()
                written += 1
            }
            #expect(bench.window.flow != .stalled && bench.window.unconfirmed <= WriteWindow.size)
            bench.advance(.milliseconds(5))
            if bench.isReading, turn % 20 == 0 { bench.answer() }
        }
        #expect(written >= 1_000)
    }

    @Test func fourFramesFillItAndNoAnswerInTimeIsAStall() {
        var bench = Bench()
        bench.write(4)
        #expect(bench.window.flow == .full)
        bench.advance(WriteWindow.patience - 1)
        #expect(bench.window.flow == .full)
        bench.advance(1)
        #expect(bench.window.flow == .stalled)
        #expect(bench.reads == 1)
        #expect(bench.window.deadline == nil)
        bench.advance(.seconds(3_600))
        #expect(bench.window.flow == .stalled && bench.reads == 1)
    }

    @Test func aStallIsToldOfBeforeTheWindowIsFull() {
        var bench = Bench()
        bench.write(3)
        bench.advance(WriteWindow.patience)
        #expect(bench.window.flow == .stalled)
        bench.answer()
        #expect(bench.window.flow == .flowing)
    }

    @Test func zerosWrittenMeanwhileCountAndTheStallEndsWhenAllHasLeft() {
        var bench = Bench()
        bench.write(4)
        bench.advance(.seconds(3))
        bench.write(3)
        #expect(bench.window.unconfirmed == 7 && bench.window.flow == .stalled && bench.reads == 1)
        bench.answer()
        #expect(bench.window.unconfirmed == 5)
        #expect(bench.window.flow == .stalled && bench.reads == 2)
        bench.answer()
        #expect(bench.window.unconfirmed == 0 && bench.window.flow == .flowing)
    }

    /// A read overtakes what the queue has not taken, so its answer proves nothing about that.
    @Test func anAnswerProvesOnlyWhatWasTakenBeforeTheRead() {
        var bench = Bench()
        bench.takes = false
        bench.write(4)
        bench.answer()
        #expect(bench.window.unconfirmed == 4 && bench.window.flow == .full)
        #expect(bench.reads == 1)
        bench.advance(.milliseconds(50))
        #expect(bench.reads == 2)
        bench.takes = true
        bench.answer()
        #expect(bench.window.unconfirmed == 4 && bench.reads == 3)
        bench.answer()
        #expect(bench.window.unconfirmed == 0 && bench.window.flow == .flowing)
    }

    @Test func answersWithoutProofAreAStallToo() {
        var bench = Bench()
        bench.takes = false
        bench.write(4)
        for _ in 0..<6 {
            bench.answer()
            bench.advance(.milliseconds(50))
        }
        #expect(bench.window.flow == .stalled)
        #expect(bench.reads <= 7)
    }

    @Test func aReadThatWasNotMadeIsMadeAgainAfterAPause() {
        var bench = Bench()
        bench.write(3)
        bench.isReading = false
        bench.window.wasNotAnswered(at: bench.now)
        bench.advance(.milliseconds(49))
        #expect(bench.reads == 1)
        bench.advance(.milliseconds(1))
        #expect(bench.reads == 2)
        bench.answer()
        #expect(bench.window.flow == .flowing)
    }

    /// The wait for an answer ends with the frame that asked for it.
    @Test func aRefusedFrameAfterAReadThatWasNotMadeIsNoStall() {
        var bench = Bench()
        bench.write(3)
        bench.window.wasNotAnswered(at: bench.now)
        bench.window.wasRefused(at: bench.now)
        bench.advance(.seconds(1))
        #expect(bench.window.unconfirmed == 2 && bench.window.flow == .flowing)
        #expect(bench.window.deadline == nil)
    }

    @Test func anAnswerOfNobodysReadProvesNothing() {
        var window = WriteWindow()
        window.wrote(at: 0)
        window.wasTaken(at: 0)
        window.wasAnswered(at: 0)
        #expect(window.unconfirmed == 1)
    }

    @Test func aFrameThatIsAnsweredItselfStallsAloneAndFlowsOnceAnswered() {
        var window = WriteWindow()
        window.wroteAsking(at: 0)
        #expect(window.flow == .flowing && window.deadline == WriteWindow.patience)
        window.passed(WriteWindow.patience)
        #expect(window.flow == .stalled)
        window.wasAnswered(at: .seconds(1))
        #expect(window.flow == .flowing && window.unconfirmed == 0 && window.deadline == nil)
    }

    @Test func whatIsNotTakenHoldsMotionAndIsAStallInTheEnd() {
        var window = WriteWindow()
        window.isBehind(at: 0)
        #expect(window.flow == .full && window.deadline == WriteWindow.patience)
        window.isBehind(at: WriteWindow.patience - 1)
        #expect(window.flow == .full && window.deadline == WriteWindow.patience)
        window.passed(WriteWindow.patience)
        #expect(window.flow == .stalled && window.deadline == nil)
        window.wasTaken(at: .seconds(1))
        #expect(window.flow == .flowing && window.deadline == nil)
    }

    /// Motion itself waits for the call's answer; the missing answer is what must be reported.
    @Test func aCallThatIsNotAnsweredHoldsNothingAndIsAStallInTheEnd() {
        var window = WriteWindow()
        window.called(at: 0)
        window.called(at: 100)
        #expect(window.flow == .flowing && window.deadline == WriteWindow.patience)
        window.passed(WriteWindow.patience)
        #expect(window.flow == .stalled && window.deadline == nil)
        window.wasTaken(at: .seconds(1))
        #expect(window.flow == .flowing && window.deadline == nil)
    }

    @Test func whatIsTakenAndNotConfirmedIsHeldStill() {
        var bench = Bench()
        bench.write(4)
        bench.window.isBehind(at: bench.now)
        bench.window.wasTaken(at: bench.now)
        #expect(bench.window.flow == .full)
    }

    @Test func aRefusedFrameIsNotOnItsWay() {
        var window = WriteWindow()
        window.wroteAsking(at: 0)
        window.wasRefused(at: 1)
        #expect(window.unconfirmed == 0 && window.deadline == nil)
        var bench = Bench()
        bench.write(4)
        bench.window.wasRefused(at: bench.now)
        #expect(bench.window.unconfirmed == 3 && bench.window.flow == .flowing)
        bench.answer()
        #expect(bench.window.unconfirmed == 1)
    }

    /// At the end every zero must be proven to have left, however few there are.
    @Test func whatIsTheLastIsConfirmedToTheLastFrame() {
        var bench = Bench()
        bench.write()
        #expect(bench.reads == 0)
        bench.window.wasTaken(at: bench.now)
        bench.window.confirmAll()
        bench.ask()
        #expect(bench.reads == 1 && bench.window.unconfirmed == 1)
        bench.answer()
        #expect(bench.window.unconfirmed == 0 && bench.window.deadline == nil)
        bench.write(2)
        #expect(bench.reads == 1)
    }
}
