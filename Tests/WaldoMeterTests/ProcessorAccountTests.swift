import Testing
import WaldoMeter
import WaldoTime

/// The account of what was withheld, on counters that the test makes.
@Suite struct ProcessorAccountTests {
    private var account = ProcessorAccount()

    /// Two processors, both busy all the time.
    init() {
        account.noteMachine(0, at: at(0))
        account.noteMachine(20_000_000_000, at: at(10_000))
    }

    /// A thread has used and waited so many milliseconds until a time in milliseconds.
    private mutating func note(
        _ process: Int32, _ thread: Int32, at time: Int64, used: Double, waited: Double, turns: Int64 = 0
    ) {
        let counters = ProcessAccount.Counters(
            used: Int64(used * 1e6), waited: Int64(waited * 1e6), turns: turns)
        account.note(process, thread, counters, at: at(time), since: at(0))
    }

    private func at(_ milliseconds: Int64) -> Instant { .clockStart + .milliseconds(milliseconds) }

    /// Process 1 is the harness.
    private func withheld(
        _ from: Int64, _ to: Int64, _ counted: ProcessorAccount.Counted = .everyWait, of others: [Int32] = [2]
    ) -> Int {
        account.withheld(from: at(from), to: at(to), counted, from: 1, and: others) / .milliseconds(1)
    }

    private static let response = ProcessorAccount.Counted.response(acted: .clockStart)

    @Test mutating func aWaitIsWithheldWhenItHasEnded() {
        note(1, 1, at: 100, used: 10, waited: 0)
        note(1, 1, at: 200, used: 20, waited: 60)
        #expect(withheld(100, 200) == 60)
        #expect(withheld(100, 150) == 10)
        #expect(withheld(200, 300) == 0)
        #expect(account.withheld(from: at(100), to: at(200), .everyWait, from: 2, and: [3]) == .zero)
    }

    @Test mutating func waitsThatOverlapCountOnce() {
        for (process, thread) in [(Int32(1), Int32(1)), (1, 2), (2, 3)] {
            note(process, thread, at: 100, used: 0, waited: 0)
            note(process, thread, at: 200, used: 0, waited: 60)
        }
        #expect(withheld(100, 200) == 60)
    }

    @Test mutating func waitsOneAfterTheOtherAddUp() {
        note(1, 1, at: 100, used: 0, waited: 0)
        note(2, 2, at: 100, used: 0, waited: 0)
        note(1, 1, at: 140, used: 0, waited: 30)
        note(2, 2, at: 200, used: 0, waited: 40)
        #expect(withheld(100, 200) == 70)
    }

    @Test mutating func theProcessesOwnComputingWithholdsNothing() {
        // Two threads spin on both processors; a third waits for one all the time.
        for time in stride(from: Int64(100), through: 400, by: 100) {
            for thread in [Int32(1), 2] { note(1, thread, at: time, used: Double(time), waited: 0) }
            note(1, 3, at: time, used: 0, waited: Double(time))
        }
        #expect(withheld(100, 400) <= 10)
    }

    @Test mutating func aProcessorThatIsIdleWithholdsNothing() {
        var account = ProcessorAccount()
        for time in stride(from: Int64(0), through: 400, by: 100) {
            account.noteMachine(time * 1_000_000, at: at(time))
            let spins = ProcessAccount.Counters(used: time * 1_000_000, waited: 0, turns: time)
            account.note(2, 1, spins, at: at(time), since: at(0))
            let waits = ProcessAccount.Counters(used: 0, waited: time * 1_000_000, turns: time)
            account.note(2, 2, waits, at: at(time), since: at(0))
        }
        let withheld = account.withheld(from: at(100), to: at(400), .everyWait, from: 1, and: [2])
        #expect(withheld <= .milliseconds(10))
    }

    @Test mutating func noMoreIsWithheldThanOthersCouldUse() {
        // One thread spins and another waits: the second processor was free for others.
        for time in stride(from: Int64(100), through: 400, by: 100) {
            note(1, 1, at: time, used: Double(time) * 1.5, waited: 0)
            note(1, 2, at: time, used: 0, waited: Double(time))
        }
        #expect(withheld(100, 400) == 160)
    }

    @Test mutating func aThreadKnownBeforeTheMeterCountsFromThenOn() {
        account.note(1, 1, .init(used: 5_000_000_000, waited: 7_000_000_000, turns: 9), at: at(100), since: nil)
        note(1, 1, at: 200, used: 5_000, waited: 7_020)
        #expect(withheld(0, 200) == 20)
    }

    @Test mutating func aThreadThatIsOlderThanTheLastLookCountsFromThenOn() {
        account.note(2, 1, .init(used: 0, waited: 90_000_000, turns: 9), at: at(1_000), since: at(950))
        account.note(2, 2, .init(used: 0, waited: 30_000_000, turns: 9), at: at(1_000), since: at(950))
        #expect(withheld(0, 1_000) == 30)
    }

    @Test mutating func theLastWaitOfAThreadThatEndsCounts() {
        note(2, 2, at: 100, used: 0, waited: 0, turns: 0)
        note(2, 2, at: 150, used: 0.1, waited: 40, turns: 1)
        account.keep([], of: 2)
        #expect(withheld(100, 200, Self.response) == 40)
    }

    @Test mutating func aMachineThatStoodStillIsWithheldFromAll() {
        note(1, 1, at: 100, used: 0, waited: 0)
        note(1, 1, at: 200, used: 0, waited: 50)
        account.stoodStill(at(120), at(170))
        #expect(withheld(100, 200) == 80)
        #expect(account.withheld(from: at(100), to: at(200), Self.response, from: 2, and: [3]) == .milliseconds(50))
    }

    // MARK: a response

    @Test mutating func aThreadThatWasWokenIsOwedAProcessor() {
        for step in Int64(0)...10 {
            note(2, 2, at: 100 + step * 10, used: Double(step) * 0.2, waited: Double(step) * 4, turns: step)
        }
        #expect(withheld(100, 190, Self.response) == 36)
    }

    @Test(arguments: [0.0, 0.1, 2.9]) mutating func aThreadThatSpinsIsOwedNothing(read: Double) {
        // It runs for 3 ms and waits for 7, again and again; when it is read varies.
        for step in Int64(0)...30 {
            note(2, 2, at: 100 + step * 10, used: Double(step) * 3 + read, waited: Double(step) * 7, turns: step)
        }
        #expect(withheld(100, 400) == 210)
        #expect(withheld(100, 390, Self.response) == 0)
    }

    @Test mutating func aThreadThatSpinsAfterItWasWokenIsOwedTheFirstWaitAtMost() {
        for step in Int64(0)...10 { note(2, 2, at: 100 + step * 10, used: 0, waited: 0, turns: step) }
        for step in Int64(1)...30 {
            note(2, 2, at: 200 + step * 10, used: Double(step) * 3, waited: Double(step) * 7, turns: 10 + step)
        }
        #expect(withheld(200, 490, Self.response) <= 7)
    }

    @Test mutating func theHarnessCountsUntilItHasActed() {
        note(1, 1, at: 100, used: 0, waited: 0, turns: 0)
        note(1, 1, at: 140, used: 1, waited: 40, turns: 1)
        note(1, 1, at: 250, used: 2, waited: 140, turns: 2)
        #expect(withheld(100, 300, .response(acted: at(145))) == 40)
        #expect(withheld(100, 300, .response(acted: at(120))) == 20)
        #expect(withheld(100, 300) == 140)
    }

    @Test mutating func whatIsForgottenNoLongerCounts() {
        note(1, 1, at: 100, used: 0, waited: 0)
        note(1, 1, at: 200, used: 0, waited: 50)
        note(1, 1, at: 900, used: 0, waited: 80)
        #expect(account.forget(before: at(500)).isEmpty)
        #expect(withheld(0, 1_000) == 30)
        account.keep([], of: 1)
        #expect(account.forget(before: at(2_000)) == [1])
    }
}
