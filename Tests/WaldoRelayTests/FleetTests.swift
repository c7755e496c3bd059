import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoRelay

/// What is made of the states of stations, which may come from anybody.
@Suite struct FleetTests {
    private static let now: Int64 = 1_800_000_000_000_000

    private static func survey(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits + "-0000-4000-8000-000000000001"
    }

    private static func topic(_ number: Int, of station: String = "roof") -> String {
        "waldo/v2/\(station)/\(survey(number).prefix(1))/\(survey(number))/state"
    }

    /// The station that a payload names; that of its topic is the same here.
    private static func station(in payload: [UInt8]) -> String {
        let state = payload.withUnsafeBytes { try? StationState($0) }
        return state.map(\.station).flatMap { $0.isEmpty ? nil : $0 } ?? "roof"
    }

    private static func state(
        _ station: String, isOnline: Bool = true, stop: StationFacts.Stop = .running, ago seconds: Int64 = 0
    ) -> [UInt8] {
        var state = StationState()
        (state.station, state.isOnline, state.drive.stop) = (station, isOnline, stop)
        (state.title, state.arm, state.drive.mode, state.drive.link) = ("north walk", "meArm", .live, .up)
        state.utc = now - seconds * 1_000_000
        state.value = .init(stream: "dose", value: 0.1146, unit: "uSv/h", utc: state.utc)
        (state.rows, state.acknowledged, state.gaps) = (200, 60, 2)
        return state.payload
    }

    private static func taken(_ messages: [(number: Int, payload: [UInt8])], isRetained: Bool = false) -> Fleet {
        var fleet = Fleet()
        for message in messages {
            fleet.receive(
                topic(message.number, of: station(in: message.payload)), message.payload, isRetained: isRetained,
                now: now)
        }
        return fleet
    }

    private static func rows(_ fleet: Fleet, later seconds: Int64 = 0) -> [FleetView.Station] {
        fleet.view(broker: "b", trouble: "", now: now + seconds * 1_000_000).stations
    }

    @Test func aStationIsShownInWords() throws {
        let row = try #require(Self.rows(Self.taken([(1, Self.state("roof"))]), later: 5).first)
        #expect(row.name == "roof" && row.title == "north walk")
        #expect(row.arm == "meArm" && row.link == "up" && row.mode == "live")
        #expect(row.stop == "running" && row.tone == .live && row.value.hasSuffix(" µSv/h dose"))
        #expect(row.gaps == "2" && row.waiting == "140" && row.age == "5 s")
    }

    @Test func aStreamThatIsNamedAfterItsUnitIsNotNamedTwice() throws {
        var state = StationState()
        state.value = .init(stream: "cpm", value: 34, unit: "cpm", utc: nil)
        let row = try #require(Self.rows(Self.taken([(1, state.payload)])).first)
        #expect(row.value == "34 cpm" && row.title.isEmpty)
    }

    @Test func aWillMakesItOfflineAndKeepsWhatWasKnown() throws {
        var fleet = Self.taken([(1, Self.state("roof"))])
        var will = StationState()
        (will.station, will.utc) = ("roof", Self.now - 3_600_000_000)
        fleet.receive(Self.topic(1), will.payload, isRetained: false, now: Self.now + 2_000_000)
        let row = try #require(Self.rows(fleet, later: 4).first)
        #expect(row.stop == "offline" && row.tone == .offline && row.arm == "meArm" && row.age == "2 s")
    }

    @Test func whatTheBrokerHadKeptIsAsOldAsItSays() throws {
        let fleet = Self.taken([(1, Self.state("roof", ago: 300))], isRetained: true)
        #expect(Self.rows(fleet).first?.age == "5 min")
    }

    @Test func aStationThatIsOnlineAndSaysNothingForThirtySecondsIsSilent() throws {
        var fleet = Self.taken([(1, Self.state("roof"))])
        let id = try #require(fleet.surveys(now: Self.now).first)
        func json(_ seconds: Int64) -> String {
            String(decoding: fleet.json(id, now: Self.now + seconds * 1_000_000), as: UTF8.self)
        }
        #expect(Self.rows(fleet, later: 29).first?.stop == "running" && json(29).contains("\"silent\":false"))
        let row = try #require(Self.rows(fleet, later: 30).first)
        #expect(row.stop == "silent" && row.tone == .silent && json(30).contains("\"silent\":true"))
        #expect(fleet.newlySilent(now: Self.now + 29_999_999).isEmpty)
        #expect(fleet.newlySilent(now: Self.now + 30_000_000) == [id])
        #expect(fleet.newlySilent(now: Self.now + 31_000_000).isEmpty)
        fleet.receive(Self.topic(1), Self.state("roof"), isRetained: false, now: Self.now + 40_000_000)
        #expect(Self.rows(fleet, later: 41).first?.stop == "running")
        #expect(fleet.newlySilent(now: Self.now + 70_000_000) == [id])
    }

    @Test func whatTheBrokerHasKeptOfASilentStationIsReportedOnce() {
        var fleet = Self.taken([(1, Self.state("roof", ago: 300))], isRetained: true)
        #expect(Self.rows(fleet).first?.stop == "silent" && fleet.newlySilent(now: Self.now).isEmpty)
    }

    @Test func aSilentSurveyGivesWayToOneThatGoesOn() {
        let messages = [(1, Self.state("roof", ago: 900)), (2, Self.state("roof"))]
        #expect(Self.taken(messages, isRetained: true).surveys(now: Self.now).map(\.survey.text) == [Self.survey(2)])
    }

    @Test func withoutAConnectionNobodyIsCalledSilent() {
        let view = Self.taken([(1, Self.state("roof"))]).view(broker: "b", trouble: "gone", now: Self.now + 60_000_000)
        #expect(view.stations.first?.stop == "running")
    }

    @Test func aStationWhoseConnectionHasEndedIsOfflineHoweverLongAgo() {
        let fleet = Self.taken([(1, Self.state("roof", isOnline: false, ago: 900))], isRetained: true)
        #expect(Self.rows(fleet, later: 60).first?.stop == "offline")
    }

    @Test func aStoppedArmIsMarked() {
        let fleet = Self.taken([(1, Self.state("a", stop: .stopped)), (2, Self.state("b", stop: .halted))])
        #expect(Self.rows(fleet).map(\.tone) == [.bad, .warning])
    }

    @Test func aSurveyThatHasEndedGivesWayToOneThatGoesOn() {
        let fleet = Self.taken([
            (1, Self.state("roof", isOnline: false, ago: 900)), (2, Self.state("roof")),
            (3, Self.state("lab", isOnline: false, ago: 900)), (4, Self.state("lab", isOnline: false, ago: 90)),
        ])
        #expect(fleet.surveys(now: Self.now).map(\.survey.text) == [Self.survey(4), Self.survey(2)])
    }

    @Test func surveysOfOneStationKeepTheirPlaces() {
        func state(_ title: String, ago seconds: Int64) -> [UInt8] {
            var state = StationState()
            (state.station, state.title, state.isOnline) = ("lab", title, true)
            state.utc = Self.now - seconds * 1_000_000
            return state.payload
        }
        let fleet = Self.taken([(1, state("b", ago: 0)), (2, state("c", ago: 1)), (3, state("a", ago: 2))])
        #expect(Self.rows(fleet).map(\.title) == ["a", "b", "c"])
    }

    @Test func anEmptyMessageRemovesAStation() {
        #expect(Self.rows(Self.taken([(1, Self.state("roof")), (1, [])])).isEmpty)
    }

    @Test func whatIsNoStateIsCounted() {
        var fleet = Self.taken([(1, Array("{\"v\":2}".utf8)), (1, [0xFF, 0]), (1, Array("{".utf8))])
        fleet.receive("waldo/v2/a/f/\(Self.survey(1))/state", Self.state("a"), isRetained: false, now: Self.now)
        fleet.receive("waldo/v2/a/0/\(Self.survey(1))/meta", Self.state("a"), isRetained: false, now: Self.now)
        #expect(fleet.refused == 5 && Self.rows(fleet).isEmpty)
        #expect(fleet.view(broker: "", trouble: "", now: 0).note.hasPrefix("5 messages refused: "))
    }

    @Test func moreSurveysThanThereIsSpaceForAreLeftOut() {
        var fleet = Fleet()
        for number in 0..<Fleet.maxSurveys + 3 {
            fleet.receive(
                Self.topic(number, of: "s\(number)"), Self.state("s\(number)"), isRetained: false, now: Self.now)
        }
        #expect(fleet.leftOut == 3 && fleet.surveys(now: Self.now).count == Fleet.maxSurveys)
    }

    @Test func aStationIsNamedByItsTopicAndTakesNoOthersPlace() throws {
        var fleet = Self.taken([(1, Self.state("roof"))])
        // Another station, under the same UUID and with the first one's name in its payload.
        fleet.receive(
            Self.topic(1, of: "mallory"), Self.state("roof", stop: .stopped), isRetained: false, now: Self.now)
        #expect(Self.rows(fleet).map(\.name) == ["mallory", "roof"])
        #expect(Self.rows(fleet).map(\.stop) == ["stopped", "running"])
        fleet.receive(Self.topic(1, of: "mallory"), [], isRetained: false, now: Self.now)
        #expect(Self.rows(fleet).map(\.stop) == ["running"])
        for number in 0..<Fleet.maxPerStation + 3 {
            fleet.receive(Self.topic(number, of: "mallory"), Self.state("x"), isRetained: false, now: Self.now)
        }
        #expect(fleet.leftOut == 3)
        fleet.receive(Self.topic(1, of: "yard"), Self.state("yard"), isRetained: false, now: Self.now)
        #expect(Self.rows(fleet).contains { $0.name == "yard" })
    }

    @Test func numbersOfAnySizeAreTaken() {
        var state = StationState()
        (state.station, state.isOnline, state.utc) = ("a", true, -(1 << 52))
        (state.rows, state.acknowledged) = (1 << 52, -2)
        let fleet = Self.taken([(1, state.payload)], isRetained: true)
        #expect(Self.rows(fleet).first?.waiting == "4503599627370498")
        _ = fleet.surveys(now: Self.now).map { fleet.json($0, now: Self.now) }
    }

    @Test func randomBytesNeverStopIt() {
        var generator = SeededGenerator(21), fleet = Fleet()
        let whole = Self.state("roof\u{1B}[2J")
        for _ in 0..<20_000 {
            var payload = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                payload[Int.random(in: 0..<payload.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            payload.removeLast(Int.random(in: 0...3, using: &generator))
            fleet.receive(Self.topic(1), payload, isRetained: Bool.random(using: &generator), now: Self.now)
            _ = Self.rows(fleet)
        }
        #expect(fleet.refused > 0)
    }
}
