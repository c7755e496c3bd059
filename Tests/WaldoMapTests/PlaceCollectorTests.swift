import Testing
import WaldoCore
import WaldoMap
import WaldoSurvey
import WaldoTime

/// What belongs to one place of a map.
@Suite struct PlaceCollectorTests {
    private func sample(
        _ value: Double?, at seconds: Int64, for length: Int64 = 5, _ place: Place?, flags: SampleFlags = []
    ) -> Sample {
        let to = Instant(microseconds: 1_000_000 * seconds)
        return Sample(
            stream: 0, sequence: seconds, value: value, low: value.map { $0 - 2 }, high: value.map { $0 + 2 },
            from: to - .seconds(length), to: to, flags: flags, place: place)
    }

    private func arm(_ x: Double, accuracy: Double = 0.01) -> Place {
        Place(system: .arm, x: x, y: 0, z: 0.1, accuracy: accuracy)
    }

    @Test func samplesOfOnePlaceAreOnePoint() throws {
        var collector = PlaceCollector(cell: nil)
        for (value, at) in [(4.0, Int64(5)), (6, 10), (8, 15)] { collector.add(sample(value, at: at, arm(0.2))) }
        collector.add(sample(1, at: 20, arm(0.25)))
        let places = collector.places
        #expect(places.map(\.samples) == [3, 1])
        #expect(places[0].value == 6 && places[0].sum == 18 && places[0].exposure == .seconds(15))
        // Three independent errors of 2.
        #expect(abs(places[0].sigma - 2 / 3.0.squareRoot()) < 1e-12)
        #expect(abs(places[0].place.x - 0.2) < 1e-12)
        #expect(collector.sharing == 1)
    }

    @Test func timeThatSamplesShareCountsOnce() throws {
        var collector = PlaceCollector(cell: nil)
        // Means of 20 s, one each 5 s: 35 s of measuring.
        for at in [20, 25, 30, 35] as [Int64] { collector.add(sample(4, at: at, for: 20, arm(0.2))) }
        let place = try #require(collector.places.first)
        #expect(place.exposure == .seconds(35))
        #expect(abs(place.sigma - 1 * (80.0 / 35).squareRoot()) < 1e-12)
        #expect(abs(collector.sharing - 80.0 / 35) < 1e-12)
    }

    /// Each session's clock begins where its boot did.
    @Test func sessionsShareNoTime() throws {
        var collector = PlaceCollector(cell: nil)
        for _ in 0..<2 {
            collector.beginSession()
            collector.add(sample(4, at: 5, arm(0.2)))
        }
        let place = try #require(collector.places.first)
        #expect(place.exposure == .seconds(10) && place.value == 4 && collector.sharing == 1)
        #expect(abs(place.sigma - 2 / 2.0.squareRoot()) < 1e-12)
    }

    @Test func layersThatAreSeenAsOneAreOnePoint() {
        let places = [0.1, 0.2].enumerated().map { index, height in
            MeasuredPlace(
                place: Place(system: .arm, x: 0.3, y: 0, z: height), value: Double(index), sigma: 2, sum: 0,
                exposure: .seconds(5), samples: 1)
        }
        let seen = MapPoint.points(of: places, on: .arm(.xy))
        #expect(seen == [MapPoint(PlanePoint(x: 0.3), value: 0.5, sigma: 2.0.squareRoot())])
        #expect(MapPoint.points(of: places, on: .arm(.xz)).count == 2)
    }

    @Test func whatAMovingArmSaysIsLeftOut() {
        var collector = PlaceCollector(cell: nil)
        // Before the first command nobody knows where it is.
        collector.add(sample(1, at: 5, arm(0.3, accuracy: 0.2)))
        collector.add(sample(2, at: 10, arm(0.2)))
        collector.add(sample(3, at: 15, arm(0.22, accuracy: 0.03)))
        collector.add(sample(4, at: 20, arm(0.25, accuracy: 0.011)))
        #expect(collector.places.map(\.value) == [2, 4])
        #expect(collector.leftOut.moving == 2)
    }

    @Test func aCellOfTheWorldIsOnePoint() {
        var collector = PlaceCollector(cell: 10)
        for (index, longitude) in [145.0, 145.00001, 145.0003].enumerated() {
            collector.add(sample(1, at: Int64(5 * index + 5), Place(x: longitude, y: -37)))
        }
        #expect(collector.places.map(\.samples) == [2, 1])
    }

    @Test func whatIsAtAnOutlierIsCountedApart() {
        var collector = PlaceCollector(cell: nil)
        collector.add(sample(1, at: 5, Place(x: 1, y: 2)))
        collector.add(sample(1, at: 10, Place(x: 0, y: 0)), isOutlier: true)
        collector.add(sample(1, at: 15, nil, flags: [.noPlace, .outlierPlace]))
        // Its place is that of other fixes.
        collector.add(sample(1, at: 20, Place(x: 1, y: 2), flags: .outlierPlace))
        #expect(collector.leftOut.outliers == 2 && collector.leftOut.withoutPlace == 0)
        #expect(collector.places.map(\.samples) == [2] && collector.places[0].place.accuracy == nil)
    }

    @Test func aPlaceThatIsNotTrustedIsNoPoint() {
        var collector = PlaceCollector(cell: nil)
        collector.add(sample(1, at: 5, Place(x: 1, y: 2)))
        collector.add(sample(1, at: 10, Place(x: 1, y: 2)), isTrusted: false)
        collector.add(sample(1, at: 15, nil, flags: .noPlace))
        #expect(collector.leftOut.untrusted == 1 && collector.leftOut.withoutPlace == 1)
        #expect(collector.places.map(\.samples) == [1])
    }

    @Test func whatIsNoPointOfTheMapIsCounted() {
        var collector = PlaceCollector(cell: nil)
        collector.add(sample(1, at: 5, arm(0)))
        collector.add(sample(1, at: 10, nil))
        collector.add(sample(nil, at: 15, arm(0)))
        collector.add(sample(1, at: 20, arm(0), flags: .invalid))
        collector.add(sample(1, at: 25, Place(x: 1, y: 2)))
        let left = collector.leftOut
        #expect(
            [left.withoutPlace, left.withoutNumber, left.worthless, left.elsewhere, left.moving] == [1, 1, 1, 1, 0])
        #expect(collector.places.count == 1)
    }
}
