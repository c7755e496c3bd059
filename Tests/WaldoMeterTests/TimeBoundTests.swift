import Testing
import WaldoMeter
import WaldoTime

/// What is judged of something that took a time.
@Suite struct TimeBoundTests {
    private func judge(_ took: Int64, _ withheld: Int64, waited: Int64? = nil) -> TimeBound.Verdict {
        TimeBound.judge(
            took: .milliseconds(took), bound: .milliseconds(100), withheld: .milliseconds(withheld),
            waited: waited.map { .milliseconds($0) })
    }

    @Test func whatCameInTimeHoldsWhateverWasWithheld() {
        #expect(judge(100, 0) == .holds)
        #expect(judge(100, 90) == .holds)
    }

    @Test func aLittleThatWasWithheldIsTakenOff() {
        #expect(judge(149, 50) == .holds)
        #expect(judge(150, 50) == .holds)
        #expect(judge(151, 50) == .isExceeded)
        #expect(judge(300, 0) == .isExceeded)
        #expect(judge(300, 50) == .isExceeded)
    }

    /// A wait after a process has computed may be its own fault: it is excused by no wait, and blamed for none.
    @Test func aWaitThatItsOwnComputingMayHaveCausedProvesNothing() {
        #expect(judge(107, 0, waited: 7) == .none(withheld: .milliseconds(7)))
        #expect(judge(107, 0, waited: 6) == .isExceeded)
        #expect(judge(700, 0, waited: 400) == .isExceeded)
        #expect(judge(107, 10, waited: 20) == .holds)
    }

    @Test func moreThanHalfOfTheBoundLeavesNoVerdict() {
        #expect(judge(101, 51) == .none(withheld: .milliseconds(51)))
        #expect(judge(1_000, 51) == .none(withheld: .milliseconds(51)))
    }
}
