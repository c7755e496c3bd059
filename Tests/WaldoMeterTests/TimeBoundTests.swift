import Testing
import WaldoMeter
import WaldoTime

/// What is judged of something that took a time.
@Suite struct TimeBoundTests {
    private func judge(_ took: Int64, _ withheld: Int64) -> TimeBound.Verdict {
        TimeBound.judge(took: .milliseconds(took), bound: .milliseconds(100), withheld: .milliseconds(withheld))
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

    @Test func moreThanHalfOfTheBoundLeavesNoVerdict() {
        #expect(judge(101, 51) == .none(withheld: .milliseconds(51)))
        #expect(judge(1_000, 51) == .none(withheld: .milliseconds(51)))
    }
}
