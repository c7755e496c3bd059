import Testing
import WaldoCore
import WaldoSurvey
import WaldoTime

/// Which places are trusted.
@Suite struct PlaceTrustTests {
    private func sample(_ accuracy: Double?, _ flags: SampleFlags = []) -> Sample {
        Sample(
            stream: 0, sequence: 0, value: 1, from: .clockStart, to: .clockStart + .seconds(5), flags: flags,
            place: Place(x: 4.5, y: 50, accuracy: accuracy))
    }

    @Test(
        arguments: [
            (3.5, [], true), (1_000, .nearestPlace, true), (1_000.1, [], false), (63_372, .nearestPlace, false),
            (nil, [], true), (nil, .nearestPlace, nil), (0, .nearestPlace, nil), (.infinity, [], false),
            (.nan, [], true),
        ] as [(Double?, SampleFlags, Bool?)])
    func accuracyDecidesAndElseTheFix(_ accuracy: Double?, _ flags: SampleFlags, _ trusts: Bool?) {
        #expect(sample(accuracy, flags).trustsPlace == trusts)
    }

    @Test func whereThereIsNoneNothingCanBeWrong() {
        var sample = sample(nil, .noPlace)
        sample.place = nil
        #expect(sample.trustsPlace == true)
    }
}
