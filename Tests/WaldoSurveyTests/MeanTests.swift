import Testing
import WaldoSurvey

/// Means of numbers of any size.
struct MeanTests {
    private func mean(_ numbers: [Double]) -> Double? {
        var mean = Mean()
        for number in numbers { mean.add(number) }
        return mean.value
    }

    @Test func noNumbersHaveNone() { #expect(mean([]) == nil) }

    @Test func itIsTheSumByTheCount() {
        #expect(mean([0.1, 0.2, 0.4]) == (0.1 + 0.2 + 0.4) / 3)
        #expect(mean([Double.leastNonzeroMagnitude, Double.leastNonzeroMagnitude]) == Double.leastNonzeroMagnitude)
    }

    @Test func aSumThatIsTooGreatHasAMeanStill() {
        let most = Double.greatestFiniteMagnitude
        #expect(mean([most, most, most]) == most && mean([-most, -most, -most]) == -most)
        #expect(mean([0x1p1023, 0x1p1023, 0]) == 0x1p1023 / 3 * 2)
        #expect(mean([most, most, -most, -most]) == 0)
    }
}
