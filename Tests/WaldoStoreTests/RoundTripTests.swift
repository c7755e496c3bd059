import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What is written is what is read.
struct RoundTripTests {
    private func written(_ folder: TemporaryFolder) throws -> StoreReader {
        let store = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events { #expect(store.writer.record(event, at: at)) }
        Fixtures.give(to: &store.writer)
        store.writer.accepted(1, channel: 0)
        try store.finish()
        return try StoreReader(path: store.path)
    }

    @Test func eventsComeBackInTheirOrder() throws {
        let folder = try TemporaryFolder()
        let reader = try written(folder)
        var events: [SurveyEvent] = []
        var times: [Instant] = []
        try reader.events(of: 1) {
            events.append($0)
            times.append($1)
            return true
        }
        #expect(events == Fixtures.events.map(\.0))
        #expect(times == Fixtures.events.map(\.1))
    }

    @Test func aReaderOfEventsCanStop() throws {
        let folder = try TemporaryFolder()
        var count = 0
        try written(folder).events(of: 1) { _, _ in
            count += 1
            return count < 3
        }
        #expect(count == 3)
    }

    /// A sensor's peripheral is known only once it was heard, after the survey has begun.
    @Test func thePeripheralIsStoredOnceItIsKnown() throws {
        let folder = try TemporaryFolder()
        var description = Fixtures.description
        description.device = SurveyDescription.Device()
        let store = try HandDrivenStore(in: folder, description)
        store.writer.device(address: "00:11:22:33:44:55", name: "Geiger")
        store.writer.device(address: "00:11:22:33:44:55", name: "Geiger")
        try store.finish()
        let reader = try StoreReader(path: store.path)
        #expect(
            try reader.surveys().first?.description.device
                == SurveyDescription.Device(address: "00:11:22:33:44:55", name: "Geiger"))
        #expect(try reader.check() == [])
        #expect(try reader.connection.number("SELECT count(*) FROM device") == 2)
        #expect(
            try reader.connection.number(
                "SELECT count(*) FROM channel c JOIN device d ON d.id = c.device WHERE name = 'Geiger'")
                == Int64(description.characteristics.count))
    }

    @Test func theSurveyIsDescribedInFull() throws {
        let folder = try TemporaryFolder()
        let surveys = try written(folder).surveys()
        #expect(surveys.map(\.description) == [Fixtures.description])
        // The last clock row was one second before the last event.
        #expect(surveys.first?.ended == Fixtures.started + 2_000_000)
        let session = try #require(surveys.first?.sessions.first)
        #expect(session.ending == .clean && session.start == 1_000_000 && session.end == 3_000_000)
        #expect(
            [session.readings, session.commands, session.fixes, session.clocks, session.events] == [3, 1, 2, 2, 4])
        #expect(session.boot == "boot" && session.lost.isEmpty)
    }

    @Test func samplesComeBackByTheirTimes() throws {
        let folder = try TemporaryFolder()
        var samples: [Sample] = []
        var names: [String] = []
        try written(folder).samples(of: 1) {
            samples.append($0)
            names.append($1.name)
            return true
        }
        let first = Fixtures.sample(0, place: Fixtures.fix.place)
        let second = Fixtures.sample(1, place: Fixtures.bareFix.place)
        #expect(samples == [first, Fixtures.bareSample, second, Fixtures.sample(2)])
        #expect(names == ["dose", "place", "dose", "dose"])
    }

    @Test func alarmsGapsAndRejectsComeBack() throws {
        let folder = try TemporaryFolder()
        let reader = try written(folder)
        #expect(try reader.alarms(ofRun: 1) == Fixtures.alarms)
        #expect(try reader.gaps(ofRun: 1) == Fixtures.gaps)
        #expect(try reader.rejects(ofRun: 1).map(\.reject) == Fixtures.rejects)
    }

    @Test func streamsHaveTheRangeOfTheirValues() throws {
        let folder = try TemporaryFolder()
        let run = try #require(try written(folder).surveys().first?.sessions.first?.runs.first)
        #expect(run.isLive && run.description == Fixtures.description.run && run.hash == Fixtures.description.run.hash)
        #expect(run.alarms == 2 && run.gaps == 2 && run.rejects == 2 && run.samples == 4)
        let dose = try #require(run.streams.first)
        #expect(dose.description == Fixtures.streams[0])
        // (0.5 + 0.625 + 0.75) / 3
        #expect(dose.minimum == 0.5 && dose.mean == 0.625 && dose.maximum == 0.75)
        #expect(dose.samples == 3 && dose.placed == 2)
        #expect(dose.first == Fixtures.started + 500_000 && dose.last == Fixtures.started + 2_500_000)
        #expect(run.streams.last?.mean == nil)
    }

    @Test func aMeanIsFiniteWhereItsNumbersAre() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder())
        store.writer.stream(0, Fixtures.streams[0])
        for number: Int64 in 0..<3 {
            var sample = Fixtures.sample(number)
            sample.value = 0x1p1023
            store.writer.sample(sample)
        }
        try store.finish()
        let run = try #require(try StoreReader(path: store.path).surveys().first?.sessions.first?.runs.first)
        #expect(run.streams.first?.mean == 0x1p1023)
    }

    @Test func theAccountOfBytesIsEven() throws {
        let folder = try TemporaryFolder()
        let reader = try written(folder)
        let accounts = try #require(try reader.surveys().first?.sessions.first?.accounts)
        #expect(accounts.map(\.channel) == [0, 1] && accounts.map(\.received) == [4, 0])
        #expect(accounts[0].stored == 4 && accounts[0].accepted == 1 && accounts[0].rejectedBytes == 3)
        #expect(accounts[0].rejected.map(\.reason) == [.check, .tooLong] && accounts.allSatisfy(\.isEven))
        #expect(try reader.check() == [])
    }

    @Test func anAccountThatIsNotEvenIsFound() throws {
        let folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        store.writer.record(.bytes(channel: 0, [1, 2, 3]), at: 1)
        store.writer.accepted(2, channel: 0)
        try store.finish()
        let findings = try StoreReader(path: store.path).check()
        #expect(findings.count == 1 && findings[0].contains("channel 0") && findings[0].contains("accepted 2"))
    }

    @Test func rawRowsCannotBeChanged() throws {
        let folder = try TemporaryFolder()
        _ = try written(folder)
        let connection = try Connection(folder.path + "/s.gpkg", for: .writing, patience: 1)
        for table in ["reading", "command", "fix", "clock", "event"] {
            for sql in ["DELETE FROM \(table)", "UPDATE \(table) SET mono = 0"] {
                #expect(throws: StoreError.self) { try connection.execute(sql) }
            }
        }
    }
}
