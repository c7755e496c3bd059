import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

/// Which source gives the place, and when its answer is final. Each source has a longitude of its own.
@Suite struct LocatorSourcesTests {
    private func at(_ seconds: Double) -> Instant { Instant(microseconds: Int64((seconds * 1_000_000).rounded())) }

    private func locator(_ sources: [Fix.Source], _ fixes: [(Fix.Source, Double)]) -> Locator {
        var locator = Locator(LocationRules(sources: sources))
        for (source, time) in fixes {
            let x = Double(Fix.Source.allCases.firstIndex(of: source)!)
            locator.add(Fix(source: source, at: at(time), place: Place(x: x, y: 0)))
        }
        return locator
    }

    private func answer(_ locator: Locator, _ time: Double) -> (Fix.Source, isNearest: Bool)? {
        locator.place(at: at(time)).map { (Fix.Source.allCases[Int($0.place.x)], $0.flags == .nearestPlace) }
    }

    private let message = Fix.Source.message, gpsd = Fix.Source.gpsd, fixed = Fix.Source.fixed

    @Test func thePreferredSourceWins() throws {
        let fixes = [(message, 0.0), (gpsd, 0), (fixed, 0), (message, 2), (gpsd, 2)]
        for source in [message, gpsd, fixed] {
            let rest = [message, gpsd, fixed].filter { $0 != source }
            #expect(try #require(answer(locator([source] + rest, fixes), 1)) == (source, false))
        }
    }

    @Test func aSourceThatKnowsGoesBeforeAPreferredOneWithANearestFix() throws {
        let locator = locator([message, gpsd], [(message, 0.9), (gpsd, 0), (gpsd, 2)])
        #expect(try #require(answer(locator, 1)) == (gpsd, false))
        #expect(try #require(answer(locator, 0.9)) == (message, false))
        #expect(try #require(answer(locator, 2.1)) == (message, true))
    }

    @Test func anOldFixGivesWayToARecentOneOfALaterSource() throws {
        let locator = locator([message, gpsd], [(message, 0), (gpsd, 50)])
        #expect(try #require(answer(locator, 30)) == (message, true))
        #expect(try #require(answer(locator, 31)) == (gpsd, true))
        #expect(try #require(answer(locator, 81)) == (message, true))
    }

    @Test func theFixedPlaceGivesWayToAPreferredFixThatIsNearInTime() throws {
        let locator = locator([message, fixed, gpsd], [(message, 0), (gpsd, 40), (gpsd, 50), (fixed, 0)])
        #expect(try #require(answer(locator, 30)) == (message, true))
        // No source is asked after the fixed place, which always has an answer.
        #expect(try #require(answer(locator, 45)) == (fixed, false))
        #expect(try #require(answer(locator, 1e9)) == (fixed, false))
    }

    @Test func aPlaceIsSettledWithTheFirstFixThatIsNotBeforeIt() {
        let locator = locator([message, gpsd], [(message, 0), (message, 2)])
        #expect(locator.isFinal(at: at(1)) && locator.isFinal(at: at(2)))
        #expect(!locator.isFinal(at: at(2.000001)))
    }

    @Test func aPlaceBetweenFixesTooFarApartWaitsForALaterSource() {
        var locator = locator([message, gpsd], [(message, 0), (message, 40)])
        #expect(!locator.isFinal(at: at(20)))
        locator.add(Fix(source: gpsd, at: at(21), place: Place(x: 1, y: 0)))
        #expect(locator.isFinal(at: at(20)))
    }

    @Test func theFixedPlaceIsSettled() {
        #expect(locator([fixed], [(fixed, 5)]).isFinal(at: at(1)))
        #expect(!locator([message, fixed], [(fixed, 5)]).isFinal(at: at(1)))
        // Without a fixed place nothing is left to wait for.
        #expect(locator([fixed], []).isFinal(at: at(1)))
    }

    /// The promise by which samples become final: any sequence of fixes, then later ones, gives the same place.
    @Test func whatIsSettledDoesNotChangeWithLaterFixes() {
        var random = SeededGenerator(16)
        for round in 0..<2_000 {
            let sources = Fix.Source.allCases.shuffled(using: &random)
            var locator = Locator(LocationRules(sources: Array(sources.prefix(Int.random(in: 1...4, using: &random)))))
            var now = 0.0
            var settled: [(Double, Place?, SampleFlags?)] = []
            for _ in 0..<20 {
                now += [0.0, 0.5, 1, 20, 40].randomElement(using: &random)!
                let source = [message, gpsd].randomElement(using: &random)!
                let place = Place(
                    x: Double.random(in: -180...180, using: &random), y: Double.random(in: -90...90, using: &random))
                // Two fixes of one source with one time are the exception that the promise leaves out.
                now += 0.000001
                locator.add(Fix(source: source, at: at(now), place: place))
                let time = now - Double.random(in: 0...60, using: &random)
                guard locator.isFinal(at: at(time)) else { continue }
                let answer = locator.place(at: at(time))
                settled.append((time, answer?.place, answer?.flags))
            }
            for (time, place, flags) in settled {
                let answer = locator.place(at: at(time))
                #expect(answer?.place == place && answer?.flags == flags, "round \(round) at \(time)")
            }
        }
    }
}
