import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoTerminal

/// Which of the sources' places is shown, on a clock that the test moves.
@Suite struct SurveyPlacesTests {
    private func fix(
        _ source: Fix.Source, at: Instant, accuracy: Double? = nil, isValid: Bool = true, satellites: Int? = nil
    ) -> Fix {
        Fix(
            source: source, at: at, place: WaldoSurvey.Place(x: 144.9631, y: -37.813604, accuracy: accuracy),
            isValid: isValid,
            satellites: satellites)
    }

    @Test func aPlaceHasAccuracySourceAndSatellites() {
        var places = SurveyPlaces(LocationRules())
        #expect(places.shown(at: 0) == .init("none yet", isDoubtful: true))
        places.add(fix(.gpsd, at: 0, accuracy: 3.4567, satellites: 7))
        #expect(places.shown(at: 0) == .init("-37.81360, 144.96310 +- 3.5 m, by gpsd, 7 satellites"))
        places.add(fix(.gpsd, at: 1, satellites: 1))
        #expect(places.shown(at: 1) == .init("-37.81360, 144.96310, by gpsd, 1 satellite"))
    }

    @Test func aSurveyWithoutPlacesShowsNone() {
        var places = SurveyPlaces(LocationRules(sources: []))
        places.add(fix(.gpsd, at: 0))
        #expect(places.shown(at: 0) == nil)
    }

    @Test func aSourceThatIsNotAskedIsNotShown() {
        var places = SurveyPlaces(LocationRules(sources: [.gpsd]))
        places.add(fix(.message, at: 0))
        #expect(places.shown(at: 0) == .init("none yet", isDoubtful: true))
    }

    /// Two sources that both report do not take turns.
    @Test func thePreferredSourceIsShownWhileItIsFresh() {
        var places = SurveyPlaces(LocationRules(sources: [.message, .gpsd]))
        places.add(fix(.message, at: 0))
        places.add(fix(.gpsd, at: 10_000_000))
        #expect(places.shown(at: 10_000_000)?.text.hasSuffix("by message") == true)
        #expect(places.shown(at: 10_000_001)?.text.hasSuffix("by gpsd") == true)
    }

    @Test func anOldPlaceIsDoubtfulButAFixedOneNever() {
        var places = SurveyPlaces(LocationRules(sources: [.message, .gpsd]))
        places.add(fix(.message, at: 0))
        places.add(fix(.gpsd, at: 2_000_000))
        let text = "-37.81360, 144.96310, by gpsd, 1 min 58 s ago"
        #expect(places.shown(at: 120_000_000) == .init(text, isDoubtful: true))
        var fixed = SurveyPlaces(LocationRules(sources: [.message, .fixed]))
        fixed.add(fix(.fixed, at: 0))
        #expect(fixed.shown(at: 120_000_000) == .init("-37.81360, 144.96310, by fixed"))
    }

    @Test func aReceiverWithoutAFixGivesNoPlaceAndKeepsTheLastOne() {
        var places = SurveyPlaces(LocationRules())
        places.add(fix(.gpsd, at: 0, isValid: false, satellites: 2))
        #expect(places.shown(at: 0) == .init("no fix, by gpsd, 2 satellites", isDoubtful: true))
        places.add(fix(.gpsd, at: 1_000_000, satellites: 5))
        places.add(fix(.gpsd, at: 2_000_000, isValid: false, satellites: 3))
        #expect(places.shown(at: 2_000_000)?.text == "-37.81360, 144.96310, by gpsd, 5 satellites")
    }

    @Test func theArmsPlaceIsInMetresFromItsBase() {
        var places = SurveyPlaces(LocationRules(sources: [.arm]))
        let place = WaldoSurvey.Place(system: .arm, x: 0.12, y: -0.0405, z: 0.2, accuracy: 0.0213)
        places.add(Fix(source: .arm, at: 0, place: place))
        #expect(places.shown(at: 0) == .init("0.120, -0.041, 0.200 +- 0.021 m, by arm"))
    }
}
