import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoSurvey

@Suite struct LocatorTests {
    private func at(_ seconds: Double) -> Instant { Instant(microseconds: Int64((seconds * 1_000_000).rounded())) }

    private func fix(
        _ source: Fix.Source, _ seconds: Double, _ x: Double, _ y: Double, _ z: Double? = nil, accuracy: Double? = nil,
        vertical: Double? = nil, isValid: Bool = true, system: Place.System = .world
    ) -> Fix {
        let place = Place(system: system, x: x, y: y, z: z, accuracy: accuracy, verticalAccuracy: vertical)
        return Fix(source: source, at: at(seconds), place: place, isValid: isValid)
    }

    private func locator(_ fixes: [Fix], by sources: [Fix.Source] = [.message]) -> Locator {
        var locator = Locator(LocationRules(sources: sources))
        for fix in fixes { locator.add(fix) }
        return locator
    }

    private func near(_ one: Double?, _ other: Double?, _ error: Double = 1e-11) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return abs(one - other) <= error * max(1, abs(other))
    }

    /// The line between both fixes; accuracy along it, its square with that of 1.5 m/s times the time to the nearer
    /// one. By Python's math.hypot.
    @Test(arguments: [
        (10.0, 14.5, 50.1, 200.0, 4.0, 8.0),
        (10.000001, 14.500000001, 50.100000002, 200.000005, 4.000001000000282, 7.999999500000141),
        (10.5, 14.5005, 50.101, 202.5, 4.562071897723665, 7.786205751198718),
        (11.0, 14.501, 50.102, 205, 5.220153254455275, 7.648529270389178),
        (11.75, 14.50175, 50.1035, 208.75, 5.762215285808055, 7.134861596415168), (12.0, 14.502, 50.104, 210, 6, 7),
    ])
    func betweenTwoFixesItIsTheLine(
        _ time: Double, _ x: Double, _ y: Double, _ z: Double, _ accuracy: Double, _ vertical: Double
    ) throws {
        let locator = locator([
            fix(.message, 10, 14.5, 50.1, 200, accuracy: 4, vertical: 8),
            fix(.message, 12, 14.502, 50.104, 210, accuracy: 6, vertical: 7),
        ])
        let (place, flags) = try #require(locator.place(at: at(time)))
        #expect(near(place.x, x) && near(place.y, y) && near(place.z, z), "\(place)")
        #expect(near(place.accuracy, accuracy) && near(place.verticalAccuracy, vertical), "\(place)")
        #expect(flags == [])
    }

    @Test func aFixAtTheTimeIsTheAnswerToTheBit() {
        let fixes = [fix(.message, 1, 0.1, 0.2, accuracy: 3), fix(.message, 2, 0.3, 0.7, 11, accuracy: 5)]
        let locator = locator(fixes)
        for fix in fixes { #expect(locator.place(at: fix.at)?.place == fix.place) }
    }

    @Test func whatOneFixDoesNotHaveIsUnknownBetween() throws {
        let locator = locator([fix(.message, 0, 1, 2, 30, accuracy: 5), fix(.message, 1, 2, 3, vertical: 4)])
        let place = try #require(locator.place(at: at(0.5))).place
        #expect(place.z == nil && place.accuracy == nil && place.verticalAccuracy == nil)
    }

    @Test(arguments: [(1.0, 180.0, -179.8), (2, -179.9, -179.9), (3, -179.8, 180)])
    func theAntimeridianIsCrossedTheShorterWay(_ time: Double, _ eastward: Double, _ westward: Double) throws {
        let east = locator([fix(.message, 0, 179.9, 0), fix(.message, 4, -179.7, 0)])
        let west = locator([fix(.message, 0, -179.7, 0), fix(.message, 4, 179.9, 0)])
        // At 180 degrees itself both signs are right, and rounding decides.
        #expect(near(abs(try #require(east.place(at: at(time))).place.x), abs(eastward)))
        #expect(near(abs(try #require(west.place(at: at(time))).place.x), abs(westward)))
        for locator in [east, west] { #expect(abs(try #require(locator.place(at: at(time))).place.x) <= 180) }
    }

    /// Straight over the pole, and past it. By Python: the line between both on a plane around the pole.
    @Test func nearAPoleTheLineGoesOverIt() throws {
        func between(_ one: (Double, Double), _ two: (Double, Double), edition: Int = 2) throws -> Place {
            var locator = Locator(LocationRules(sources: [.message], edition: edition))
            locator.add(fix(.message, 0, one.0, one.1))
            locator.add(fix(.message, 4, two.0, two.1))
            return try #require(locator.place(at: at(1))).place
        }
        for (one, two, x, y) in [
            ((30.0, 90.0), (-150.0, 89.985), -150.0, 89.99625), ((30, 89.99), (-150, 89.97), 30, 90),
            ((0, -89.99), (90, -89.99), 18.434948822922, -89.992094305849), ((10, 89.5), (10, 89.9), 10, 89.6),
        ] as [((Double, Double), (Double, Double), Double, Double)] {
            let place = try between(one, two)
            #expect(near(place.y, y) && (abs(y) > 89.9999 || near(place.x, x)), "\(place)")
        }
        #expect(try between((30, 90), (-150, 89.985), edition: 1).x == -15)
        // Elsewhere it is the line that it was.
        #expect(try between((14, 84), (16, 85)) == between((14, 84), (16, 85), edition: 1))
    }

    /// Of lines of a log with one time the counts of the first count.
    @Test func ofTwoFixesOfALogWithOneTimeTheFirstHolds() throws {
        for (isFile, edition, x) in [(true, 2, 1.0), (true, 1, 3), (false, 2, 3)] {
            var locator = Locator(LocationRules(sources: [.message], edition: edition), isFile: isFile)
            for (second, x) in [(0.0, 0.0), (5, 1), (5, 2), (5, 3), (10, 4)] {
                locator.add(fix(.message, second, x, 50))
            }
            #expect(locator.place(at: at(5))?.place.x == x)
        }
    }

    @Test func metresOfAnArmHaveNoAntimeridian() throws {
        let locator = locator([fix(.message, 0, -200, 0, system: .arm), fix(.message, 2, 200, 0, system: .arm)])
        #expect(try #require(locator.place(at: at(1))).place == Place(system: .arm, x: 0, y: 0))
    }

    /// 30 s apart is interpolated, a microsecond more is not: then the nearer one, the earlier of two equally near.
    @Test func fixesTooFarApartAreNotInterpolated() throws {
        let just = locator([fix(.message, 0, 0, 10), fix(.message, 30, 0, 11)])
        #expect(try #require(just.place(at: at(15))) == (Place(x: 0, y: 10.5), []))
        let over = locator([fix(.message, 0, 0, 10), fix(.message, 30.000002, 0, 11)])
        for (time, latitude) in [(15.0, 10.0), (15.000001, 10), (15.000002, 11), (29, 11), (31, 11)] {
            let (place, flags) = try #require(over.place(at: at(time)))
            #expect(place.y == latitude && flags == .nearestPlace, "\(time)")
        }
    }

    /// From the north and from the west at 60 degrees, 100 m and 111 m in 10 s: the carrier may have gone on so. Worked
    /// by hand with 111,195.08 m a degree.
    @Test func besideTheFixesTheAccuracyGrowsWithTheCarriersSpeed() throws {
        let north = locator([fix(.message, 0, 14, 50, accuracy: 5), fix(.message, 10, 14, 50.0009, accuracy: 5)])
        #expect(near(try #require(north.place(at: at(30))).place.accuracy, 200.213587, 1e-8))
        // Before the first one nothing is known of its speed: a walker's.
        #expect(near(try #require(north.place(at: at(-4))).place.accuracy, 7.810249675906654))
        let east = locator([fix(.message, 0, 14, 60, accuracy: 5), fix(.message, 10, 14.002, 60, accuracy: 5)])
        #expect(near(try #require(east.place(at: at(17))).place.accuracy, 77.996984, 1e-8))
        let still = locator([fix(.message, 0, 14, 60, accuracy: 5), fix(.message, 10, 14, 60, accuracy: 5)])
        #expect(near(try #require(still.place(at: at(12))).place.accuracy, 5.830951894845301))
    }

    @Test func aDayOldFixIsTheLastOneThatCounts() {
        let day = 86_400.0
        let locator = locator([fix(.message, 100, 1, 2)])
        for time in [100 + day, 100 - day] { #expect(locator.place(at: at(time))?.flags == .nearestPlace) }
        for time in [100.000001 + day, 99.999999 - day] { #expect(locator.place(at: at(time)) == nil) }
        // Times that no session has, but a file may state.
        for time in [Instant.distantPast, Instant(microseconds: .max)] { #expect(locator.place(at: time) == nil) }
    }

    @Test func withoutFixesOrSourcesThereIsNoPlace() {
        #expect(locator([]).place(at: 0) == nil && !locator([]).isFinal(at: 0))
        let none = locator([fix(.message, 0, 1, 2), fix(.fixed, 0, 1, 2)], by: [])
        #expect(none.place(at: 0) == nil && none.isFinal(at: 0))
    }

    @Test func invalidFixesAndThoseWithoutNumbersAreNotUsed() {
        let locator = locator([
            fix(.message, 0, 1, 1), fix(.message, 1, 9, 9, isValid: false), fix(.message, 1.5, .nan, 9),
            fix(.message, 1.6, 9, .infinity), fix(.message, 1.7, 9, 9, .nan), fix(.message, 2, 3, 1),
        ])
        #expect(locator.place(at: at(1))?.place == Place(x: 2, y: 1))
    }

    @Test func aFixThatIsEarlierThanTheLatestIsIgnoredAndTheLaterOfTwoHolds() {
        let locator = locator([
            fix(.message, 2, 2, 0), fix(.message, 1, 50, 50), fix(.message, 4, 50, 50), fix(.message, 4, 4, 0),
        ])
        #expect(locator.place(at: at(3))?.place == Place(x: 3, y: 0))
        #expect(locator.place(at: at(1.5))?.place.x == 2)
    }

    /// Fifty fixes a second for a minute: a place of half a minute ago is still interpolated between fixes near to it.
    @Test func aFastReceiverIsRememberedAsLongAsASlowOne() {
        let locator = locator((0..<3_000).map { fix(.message, Double($0) / 50, Double($0) / 500, 0) })
        for time in stride(from: 1.0, through: 59.9, by: 0.37) {
            let answer = locator.place(at: at(time))
            #expect(near(answer?.place.x, time / 10) && answer?.flags.isEmpty == true, "\(time)")
        }
    }

    /// 1,100 fixes, one a second, each at its own second of longitude: the first 76 are overwritten.
    @Test func theOldestOf1024IsOverwritten() {
        let locator = locator((0..<1_100).map { fix(.message, Double($0), Double($0) / 10, 0) })
        #expect(near(locator.place(at: at(75))?.place.x, 7.6) && locator.place(at: at(75))?.flags == .nearestPlace)
        for time in stride(from: 76.0, through: 1_099, by: 0.5) {
            let answer = locator.place(at: at(time))
            #expect(near(answer?.place.x, time / 10) && answer?.flags.isEmpty == true, "\(time)")
        }
    }

    /// How long it was from one line without a date to the next is not known: the place is somewhere on the way.
    @Test(arguments: [false, true]) func betweenLinesWithoutADateItIsSomewhereOnTheWay(_ isUndated: Bool) throws {
        var locator = Locator(LocationRules(sources: [.message], fastest: 40, edition: 2), isFile: true)
        for second in 0...20 { locator.add(fix(.message, Double(second) * 5, 14.5, 50, accuracy: 6)) }
        if isUndated {
            locator.endDates(wasUndated: false)
            locator.beginDates(isUndated: true)
        }
        // 111 m to the north.
        locator.add(fix(.message, 105, 14.5, 50, accuracy: 6))
        locator.add(fix(.message, 110, 14.5, 50.001, accuracy: 6))
        let accuracy = try #require(locator.place(at: at(107.5))?.place.accuracy)
        #expect((55...65 ~= accuracy) == isUndated && (accuracy > 10) == isUndated, "\(accuracy)")
    }
}
