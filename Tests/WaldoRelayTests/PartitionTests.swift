import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// The partitions of samples: few, however many days there are.
@Suite(.serialized) struct PartitionTests {
    private static let day: Int64 = 86_400_000_000

    /// Sends each station's samples as a relay does: from where the database stands, until it has all.
    /// - Returns: how many transactions that took.
    private func send(_ stations: [(station: CraftedStation, samples: [CraftedStation.Sample])], _ ingest: Ingest)
        throws -> Int
    {
        var upto = [Int](repeating: 0, count: stations.count), transactions = 0
        while zip(upto, stations).contains(where: { $0 < $1.samples.count }) {
            var group = IngestGroup()
            for (place, (station, samples)) in stations.enumerated() {
                for first in stride(from: upto[place], to: samples.count, by: 100) {
                    let part = Array(samples[first..<min(first + 100, samples.count)])
                    _ = group.add(try station.batch(part, from: Int64(first)), of: station.place)
                }
            }
            let outcome = try ingest.store(group)
            try #require(outcome.refused.isEmpty, "\(outcome.refused)")
            for stream in outcome.streams {
                guard let place = stations.firstIndex(where: { $0.station.place == stream.place }) else { continue }
                let stored = Int(stream.upto - stream.stream.start)
                #expect(stream.inserted == stored - upto[place] && stream.conflicts == 0)
                upto[place] = stored
            }
            transactions += 1
            try #require(transactions < 50)
        }
        return transactions
    }

    @Test func tenYearsOfTenStationsAreFewPartitions() async throws {
        let server = try await RealPostgres.common()
        try server.database("decade")
        let ingest = Ingest(try server.plan("decade", user: "collector").open())
        let end: Int64 = 1_763_000_000_000_000
        let stations = try (0..<10).map { number in
            (
                station: try CraftedStation(number),
                samples: (0..<522).map {
                    CraftedStation.Sample(utc: end - Int64(522 - $0) * 7 * Self.day - Int64(number))
                }
            )
        }
        let transactions = try send(stations, ingest)
        #expect(transactions <= 3)
        #expect(
            try server.rows("SELECT count(*), count(*) FILTER (WHERE t < '2001-01-01') FROM waldo.sample", in: "decade")
                == ["5220\t0"])
        #expect(try server.rows("SELECT count(*) BETWEEN 10 AND 24 FROM waldo.sample_span", in: "decade") == ["t"])
        #expect(
            try server.rows(
                "SELECT count(*) FROM waldo.sample s WHERE t <> waldo.time_of(utc)", in: "decade") == ["0"])
    }

    /// Partitions of a day each from 2020-03-01 on, as a database of version 1 has them.
    private func makeDays(_ count: Int, every step: Int, _ admin: DatabaseConnection) throws {
        try admin.query(
            SQL(
                test: """
                    DO $$
                    DECLARE
                        day date;
                        name text;
                    BEGIN
                        SET LOCAL timezone = 'UTC';
                        FOR number IN 0..\(count - 1) LOOP
                            day := date '2020-03-01' + \(step) * number;
                            name := 'sample_' || to_char(day, 'YYYYMMDD');
                            EXECUTE format('CREATE TABLE waldo.%I (LIKE waldo.sample INCLUDING GENERATED)', name);
                            EXECUTE format(
                                'ALTER TABLE waldo.sample ATTACH PARTITION waldo.%I FOR VALUES FROM (%L) TO (%L)',
                                name, day::timestamptz, (day + 1)::timestamptz);
                            EXECUTE format('ALTER TABLE waldo.%I OWNER TO waldo_owner', name);
                        END LOOP;
                    END $$
                    """))
        try admin.query("UPDATE waldo.schema_version SET contents = 'other'")
        #expect(try DatabaseSchema(admin).apply() == .renew)
    }

    @Test func rowsThatComeAgainOfManyPartitionsAreComparedBatchByBatch() async throws {
        let server = try await RealPostgres.common()
        try server.database("compared")
        let admin = try server.plan("compared").open()
        try makeDays(150, every: 1, admin)
        let ingest = Ingest(try server.plan("compared", user: "collector").open()), station = try CraftedStation(1)
        let samples = (0..<150).map { CraftedStation.Sample(utc: 1_583_020_800_000_000 + Int64($0) * Self.day) }
        _ = try send([(station, samples)], ingest)
        var group = IngestGroup()
        for first in [0, 100] {
            let part = Array(samples[first..<min(first + 100, 150)])
            _ = group.add(try station.batch(part, from: Int64(first)), of: station.place)
        }
        let outcome = try ingest.store(group)
        #expect(outcome.refused.isEmpty && outcome.streams.reduce(0) { $0 + $1.equal } == 150)
        #expect(try server.rows("SELECT count(*) FROM waldo.conflict", in: "compared") == ["0"])
        #expect(try server.rows("SELECT count(*) FROM waldo.rejected", in: "compared") == ["0"])
    }

    @Test func aTransactionMakesFewAndTheRestIsSentAgain() async throws {
        let server = try await RealPostgres.common()
        try server.database("days")
        let admin = try server.plan("days").open()
        // Every second day.
        try makeDays(40, every: 2, admin)
        #expect(try server.rows("SELECT count(*) FROM waldo.sample_span", in: "days") == ["40"])
        let ingest = Ingest(try server.plan("days", user: "collector").open())
        // 2020-03-01 and the 79 days behind it.
        let samples = (0..<80).map { CraftedStation.Sample(utc: 1_583_020_800_000_000 + Int64($0) * Self.day) }
        let transactions = try send([(try CraftedStation(1), samples)], ingest)
        // 40 are missing: 16 in each transaction, and the last one is the rest of the year.
        #expect(transactions == 3)
        #expect(try server.rows("SELECT count(*), max(past) FROM waldo.sample_span", in: "days") == ["80\t2021-01-01"])
        #expect(
            try server.rows("SELECT count(*) FROM waldo.sample WHERE t = waldo.time_of(utc)", in: "days") == ["80"])
    }

    @Test func aPartitionThatItsOwnerHasTakenAwayIsMadeAnew() async throws {
        let server = try await RealPostgres.common()
        try server.database("gone")
        let admin = try server.plan("gone").open(), station = try CraftedStation(1)
        let ingest = Ingest(try server.plan("gone", user: "collector").open())
        let days: [Int64] = [1_500_000_000_000_000, 1_400_000_000_000_000]
        var samples = days.map { CraftedStation.Sample(utc: $0) }
        #expect(try send([(station, samples)], ingest) == 1)
        try admin.query("DROP TABLE waldo.sample_20170101")
        try admin.query("ALTER TABLE waldo.sample DETACH PARTITION waldo.sample_20140101")
        samples += days.map { CraftedStation.Sample(utc: $0 + Self.day) }
        var group = IngestGroup()
        _ = group.add(try station.batch(Array(samples[2...]), from: 2), of: station.place)
        let outcome = try ingest.store(group)
        #expect(outcome.refused.isEmpty && outcome.streams.first?.inserted == 2)
        #expect(try server.rows("SELECT count(*) FROM waldo.sample WHERE t = waldo.time_of(utc)", in: "gone") == ["2"])
        #expect(try server.rows("SELECT count(*) FROM waldo.sample_span", in: "gone") == ["2"])
    }

    @Test func timesBeyondAllYearsAreNoFailure() async throws {
        let server = try await RealPostgres.common()
        try server.database("times")
        let ingest = Ingest(try server.plan("times", user: "collector").open())
        let samples = [Int64.min, -1, 0, 10_413_791_999_999_999, .max].map { CraftedStation.Sample(utc: $0) }
        _ = try send([(try CraftedStation(1), samples)], ingest)
        #expect(try server.rows("SELECT count(*) FROM waldo.sample_timeless", in: "times") == ["5"])
        #expect(try server.rows("SELECT count(*) FROM waldo.surveys", in: "times") == ["0"])
    }
}
