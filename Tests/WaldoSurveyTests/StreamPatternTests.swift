import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoSurvey

struct StreamPatternTests {
    @Test(
        arguments: [
            ("PM2.5", "PM2.5", true), ("PM2.5", "AirBeam3-PM2.5", false), ("PM2.5", "PM2x5", false), ("", "", true),
            ("*-PM2.5", "AirBeam3-PM2.5", true), ("*-PM2.5", "-PM2.5", true), ("*-PM2.5", "PM2.5", false),
            ("*-PM2.5", "AirBeam3-PM2.5 ", false), ("AirBeam*", "AirBeam", true), ("AirBeam*", "airbeam3", false),
            ("*", "", true), ("*", "anything", true), ("**", "x", true), ("a*b*c", "abc", true),
            ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false), ("*a*", "bab", true), ("*aab", "aaaab", true),
            ("*é", "caf\u{e9}", true), ("caf\u{e9}", "cafe\u{301}", true), ("a*b", "a*b", true), ("a", "", false),
        ] as [(String, String, Bool)])
    func aStarStandsForAnyCharacters(_ pattern: String, _ name: String, _ matches: Bool) {
        #expect(StreamPattern(pattern).matches(name) == matches, "\(pattern) \(name)")
    }

    @Test func oneOfTheNamesIsEnough() {
        let pattern = StreamPattern(["PM2.5", "*-PM2.5"])
        #expect(["PM2.5", "AirBeamMini-PM2.5"].allSatisfy(pattern.matches))
        #expect(!["PM10", "AirBeam3-PM10", ""].contains(where: pattern.matches))
        #expect(pattern.text == "`PM2.5` or `*-PM2.5`" && StreamPattern("a\u{1b}").text == "`a\\u{1b}`")
    }

    /// What the definition says, by trying each length of each star.
    private func matches(_ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        guard first == "*" else { return name.first == first && matches(pattern.dropFirst(), name.dropFirst()) }
        return (0...name.count).contains { matches(pattern.dropFirst(), name.dropFirst($0)) }
    }

    @Test func anyPatternMatchesWhatItsDefinitionSays() {
        var generator = SeededGenerator(7)
        var found = 0
        for _ in 0..<20_000 {
            let pattern = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                "ab**".randomElement(using: &generator)!
            }
            let name = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                "ab".randomElement(using: &generator)!
            }
            let expected = matches(pattern[...], name[...])
            #expect(StreamPattern(String(pattern)).matches(String(name)) == expected, "\(pattern) \(name)")
            found += expected ? 1 : 0
        }
        #expect(found > 1_000)
    }

    /// Sixty stars before what never comes: trying each length of each would take 10^40 steps.
    @Test(.timeLimit(.minutes(1))) func noPatternTakesLong() {
        let pattern = StreamPattern(String(repeating: "*a", count: 60) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 10_000)))
    }
}
