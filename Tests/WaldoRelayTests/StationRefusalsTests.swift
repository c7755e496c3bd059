import Testing
import WaldoStore
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// What one station can have the others pay for what is refused of it.
@Suite struct StationRefusalsTests {
    private static func refusal(_ station: String, _ number: Int = 0) -> IngestGroup.Rejected {
        IngestGroup.Rejected(
            topic: "waldo/v2/\(station)/3/3f2504e0-4f89-41d3-9a0c-0305e82c3301/event-\(number)", reason: "r",
            beginning: [])
    }

    @Test func aStationIsApartForAMinute() {
        var refusals = StationRefusals()
        let mallory = StationName("mallory")
        #expect(!refusals.has(mallory))
        for number in 0..<16 {
            #expect(!refusals.areMany(of: mallory), "\(number)")
            refusals.add(mallory, at: 0)
        }
        #expect(refusals.has(mallory) && refusals.areMany(of: mallory) && !refusals.has(StationName("roof")))
        refusals.forget(at: 59_000_000)
        #expect(refusals.areMany(of: mallory))
        refusals.forget(at: 60_000_000)
        #expect(!refusals.has(mallory))
    }

    @Test func whatIsNotedOfAStationHasALimit() {
        var refusals = StationRefusals()
        let noted = (0..<100).filter { refusals.notes(Self.refusal("mallory", $0), at: 0) }
        #expect(noted == Array(0..<16) && refusals.notes(Self.refusal("roof"), at: 0))
        // What has no station is one.
        #expect((0..<100).filter { _ in refusals.notes(Self.refusal("x y"), at: 0) }.count == 16)
        #expect(Self.refusal("roof").station == StationName("roof") && Self.refusal("x y").station == nil)
    }

    @Test func surveysThatAreNotTheirStationsAreNotedOnceAnHour() throws {
        var refusals = StationRefusals()
        let roof = try #require(StationName("roof"))
        let places = Set(try (0..<200).map { SurveyPlace(roof, try CraftedStation($0).survey) })
        let first = refusals.noted(unowned: places, at: 0)
        #expect(first.count == 1 && first[0].count == 200 && first[0].place == places.min())
        #expect(refusals.noted(unowned: places, at: 3_599_000_000).isEmpty)
        #expect(refusals.noted(unowned: places, at: 3_600_000_000).count == 1)
    }

    @Test func aGroupKeepsRefusalsOfAllStations() {
        var group = IngestGroup()
        for number in 0..<500 { group.reject(Self.refusal("mallory", number)) }
        group.reject(Self.refusal("roof"))
        #expect(group.rejectedCount == 501 && group.rejected.count == 17 && group.rejected.last == Self.refusal("roof"))
    }

    @Test func aGroupIsSplitByStationsAndInHalves() throws {
        var group = IngestGroup()
        let stations = try (1...3).map { try CraftedStation($0) }
        for station in stations {
            group.add(station.meta(), of: station.place)
            for number in 0..<3 as Range<Int64> {
                #expect(group.add(try station.batch([CraftedStation.Sample()], from: number), of: station.place))
            }
        }
        group.hear(SurveyPlace(stations[1].place.station, try CraftedStation(9).survey))
        #expect(group.split { _ in false }.map(\.partCount) == [12])
        let apart = group.split { $0 == stations[1].place.station }
        #expect(apart.map(\.partCount) == [8, 4] && apart[1].station == stations[1].place.station)
        #expect(apart[1].surveys.count == 2 && apart[0].surveys.count == 2)
        #expect(group.split { _ in true }.map(\.partCount) == [4, 4, 4])
        var parts = [apart[1]], topics: [String] = []
        while let part = parts.popLast() {
            parts += part.halves.reversed()
            if part.partCount == 1 { topics.append(part.topic) }
        }
        // The document first, then the batches as they came.
        #expect(topics.first == Topic(stations[1].place, .meta).description && topics.count == 4)
        #expect(IngestGroup().split { _ in true }.isEmpty)
    }
}
