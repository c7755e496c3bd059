import Testing
import WaldoTime

/// Instants and spans: only the sums that mean something, and the same numbers as plain microseconds.
@Suite struct TimeTests {
    let noon = Instant(microseconds: 43_200_000_000)

    @Test func aSpanCountsMicroseconds() {
        #expect(TimeSpan.microseconds(7).microseconds == 7)
        #expect(TimeSpan.milliseconds(7).microseconds == 7_000)
        #expect(TimeSpan.seconds(7).microseconds == 7_000_000)
        #expect(TimeSpan.zero.microseconds == 0)
    }

    @Test func theDifferenceOfTwoInstantsIsASpan() {
        let later = Instant(microseconds: 43_200_000_150)
        #expect(later - noon == .microseconds(150))
        #expect(noon - later == .microseconds(-150))
        #expect(noon - .clockStart == .seconds(43_200))
    }

    @Test func aSpanMovesAnInstant() {
        var moved = noon
        moved += .seconds(2)
        #expect(moved == noon + .seconds(2))
        #expect(moved - .milliseconds(2_000) == noon)
    }

    @Test func spansAddUpAndAreMultiplied() {
        var sum = TimeSpan.milliseconds(3) + .microseconds(5)
        sum += .microseconds(-5)
        #expect(sum == .milliseconds(3))
        #expect(sum * 4 == .milliseconds(12))
    }

    @Test(arguments: [(7, 2), (-7, -2), (6, 2), (2, 0)])
    func aSpanIsDividedTowardsZero(_ length: Int64, _ parts: Int) {
        #expect(TimeSpan.milliseconds(length) / .milliseconds(3) == parts)
    }

    @Test func bothAreOrdered() {
        #expect(Instant.distantPast < .clockStart && Instant.clockStart < noon)
        #expect(TimeSpan.microseconds(-1) < .zero && .zero < TimeSpan.microseconds(1))
        #expect([noon, .clockStart].min() == .clockStart)
        #expect(Set([noon, noon + .zero]).count == 1)
    }

    @Test func theEarlierInstantIsFoundWhereNilIsNever() {
        let later = noon + .microseconds(1)
        #expect(Instant.earlier(noon, later) == noon && Instant.earlier(later, noon) == noon)
        #expect(Instant.earlier(nil, noon) == noon && Instant.earlier(noon, nil) == noon)
        #expect(Instant.earlier(nil, nil) == nil)
    }
}
