import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

/// Fixes around a time in which none was measured, of a walker on the equator: places are metres east, times seconds.
struct FixJudgePauseTests {
    private typealias Track = [(seconds: Double, east: Double)]

    private static let metres = 1 / 111_195.08

    private func at(_ seconds: Double) -> Instant { Instant(microseconds: Int64((seconds * 1_000_000).rounded())) }

    private func locator(_ track: Track, isFile: Bool = true, edition: Int = 2) -> Locator {
        let rules = LocationRules(sources: [.message], fastest: TravelMethod.foot.fastest, edition: edition)
        var locator = Locator(rules, isFile: isFile)
        for (seconds, east) in track {
            let place = Place(x: east * Self.metres, y: 0, accuracy: 5)
            locator.add(Fix(source: .message, at: at(seconds), place: place))
        }
        locator.end()
        return locator
    }

    /// A fix each five seconds, with pauses before some of them, and others that are 5,000 km off.
    private func walk(_ count: Int, pauses: [Int: Double], wrong: Set<Int>) -> Track {
        var seconds = 0.0
        return (0..<count).map { number in
            seconds += 5 + (pauses[number] ?? 0)
            return (seconds, Double(number) + (wrong.contains(number) ? 5_000_000 : 0))
        }
    }

    /// The numbers of the fixes at which the carrier is taken to have been far away, and of those that are outliers.
    private func found(_ locator: Locator, _ track: Track) -> (far: [Int], outliers: [Int]) {
        let answers = track.map { locator.place(at: at($0.seconds)) }
        return (
            track.indices.filter { number in
                answers[number].map { abs($0.place.x / Self.metres) > 100_000 } ?? false
            }, track.indices.filter { answers[$0]?.flags.contains(.outlierPlace) != false }
        )
    }

    /// The same wrong place on both sides of a pause has not lasted for it.
    @Test(
        arguments: [
            ([29, 30], [30: 60]), ([29, 30], [30: 120]), ([30, 31], [30: 120]), ([28, 29], [30: 120]),
            ([29, 30, 31], [30: 60, 31: 60]), (Array(25...35), [30: 9_000]), ([29, 30], [30: 3 * 86_400]),
        ] as [([Int], [Int: Double])], [true, false])
    func aPauseProvesNoPlace(_ example: ([Int], [Int: Double]), _ isFile: Bool) {
        let track = walk(60, pauses: example.1, wrong: Set(example.0))
        let (far, outliers) = found(locator(track, isFile: isFile), track)
        #expect(far.isEmpty && outliers == example.0, "\(far), \(outliers)")
        var judge = TrackOutliers(fastest: TravelMethod.foot.fastest)
        for (seconds, east) in track { judge.add(Place(x: east * Self.metres, y: 0), at: at(seconds)) }
        judge.end()
        #expect(track.indices.filter { judge.isOutlier(at: at(track[$0].seconds)) == true } == example.0)
    }

    /// Runs of earlier versions keep their places.
    @Test func theFirstEditionCountsPauses() {
        let track = walk(60, pauses: [30: 60], wrong: [29, 30])
        #expect(found(locator(track, edition: 1), track).far == [29, 30])
    }

    /// A receiver that was off in a train, or comes up with a wrong place, after a pause: what lasts is true.
    @Test(arguments: [true, false]) func aPlaceAfterAPauseIsTrueAfterAMinute(_ isFile: Bool) {
        // 13 fixes are a minute.
        for (last, isTrue) in [(42, true), (41, false)] {
            let arrived = walk(last + 1, pauses: [30: 3_600], wrong: Set(30...last))
            let (far, outliers) = found(locator(arrived, isFile: isFile), arrived)
            #expect(far == (isTrue ? Array(30...last) : []) && outliers == (isTrue ? [] : Array(30...last)), "\(last)")
        }
    }

    /// Of fixes that are further apart 13 are needed as well.
    @Test(arguments: [10.0, 60, 300]) func fixesThatAreFarApartProveByTheirNumber(_ interval: Double) {
        for (count, isTrue) in [(13, true), (12, false)] {
            var track = walk(30, pauses: [:], wrong: [])
            let began = track[29].seconds + 5
            track += (0..<count).map { (began + Double($0) * interval, 5_000_000) }
            let (far, outliers) = found(locator(track), track), arrived = Array(30..<30 + count)
            #expect(far == (isTrue ? arrived : []) && outliers == (isTrue ? [] : arrived), "\(count)")
        }
    }

    /// Where a speed leads in a pause and back: the carrier was there, if it stayed.
    @Test func aSpeedLeadsThroughAPause() {
        var track = walk(30, pauses: [:], wrong: [])
        let began = track[29].seconds + 65
        // 780 m, and 50 m that receivers may be off.
        track += (0..<20).map { (began + Double($0) * 5, 800) }
        let (far, outliers) = found(locator(track), track)
        #expect(far.isEmpty && outliers.isEmpty)
    }

    /// Ten fixes, and after a pause some at a place to which a speed leads: they are not proven by those before it.
    @Test(arguments: [(600.0, 3_336.0, 8), (125, 1_000, 11), (9_000, 50_000, 5)])
    func aPlaceThatASpeedExplainsIsNotProvenByThatBeforeThePause(_ pause: Double, _ east: Double, _ count: Int) {
        var track = walk(60, pauses: [10: pause], wrong: [])
        for number in 10..<10 + count { track[number].east += east }
        let locator = locator(track)
        for number in track.indices {
            let answer = locator.place(at: at(track[number].seconds)), isWrong = (10..<10 + count).contains(number)
            #expect(answer?.flags.contains(.outlierPlace) == isWrong, "\(number)")
            #expect(answer.map { abs($0.place.x / Self.metres) < 100 } == true, "\(number)")
        }
    }

    /// Walks with pauses and up to eleven wrong fixes, anywhere: no true fix gets a false place.
    @Test(arguments: [UInt64](1...8)) func fuzz(_ seed: UInt64) {
        var random = SeededGenerator(seed)
        for round in 0..<60 {
            let count = Int.random(in: 40...160, using: &random), pauses = Int.random(in: 0...2, using: &random)
            var before: [Int: Double] = [:]
            for _ in 0..<pauses {
                before[.random(in: 1..<count, using: &random)] = [55, 60, 125, 595, 2_995, 8_995].randomElement(
                    using: &random)
            }
            let length = Int.random(in: 1...11, using: &random),
                first = Int.random(in: 0...count - length, using: &random)
            let track = walk(count, pauses: before, wrong: Set(first..<first + length))
            let (far, outliers) = found(locator(track), track)
            #expect(far.isEmpty, "round \(round): \(before) \(first) \(length) of \(count): \(far), \(outliers)")
            #expect(
                outliers == Array(first..<first + length), "round \(round): \(before) \(first) \(length) of \(count)")
        }
    }
}
