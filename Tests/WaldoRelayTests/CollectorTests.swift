import Testing
import WaldoStore
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// What a collector decides, without broker and database.
@Suite struct CollectorTests {
    private let survey = SurveyID("3f2504e0-4f89-41d3-9a0c-0305e82c3301")!
    private var place: SurveyPlace { SurveyPlace(.ofTests, survey) }
    private let stream = RelayStream(.event, of: 1)!
    private var topic: String { Topic(place, .rows(stream)).description }

    private func batch(_ from: Int64, _ to: Int64) -> Batch {
        let first = stream.start + 1
        let rows = (from...to).map { "\(first + $0)\t1\t\($0)\t\(10 + $0)\tlink_up\n" }.joined()
        return Batch(
            stream, after: first + from - 1, last: first + to, count: Int(to - from) + 1, rows: Array(rows.utf8))
    }

    private func receive(_ collector: inout Collector, _ topic: String, _ payload: [UInt8], at: Instant = 0) -> Bool {
        payload.withUnsafeBytes { collector.receive(topic, $0, at: at) }
    }

    private func outcome(_ upto: Int64, behindGap: Bool) -> IngestOutcome {
        var outcome = IngestOutcome()
        outcome.streams = [
            IngestOutcome.Stream(
                place: place, stream: stream, upto: upto, inserted: 1, equal: 0, conflicts: 0, followsGap: behindGap)
        ]
        outcome.stored = [place: IngestOutcome.Stored(upto: [stream: upto], meta: 4)]
        return outcome
    }

    private func document(_ publications: [Collector.Publication]) throws -> ProgressDocument {
        #expect(publications.map(\.topic) == [Topic(place, .progress).description])
        return try publications[0].payload.withUnsafeBytes { try ProgressDocument($0) }
    }

    @Test func batchesAreGatheredForATenthOfASecond() {
        var collector = Collector(.every, utc: 1)
        #expect(collector.due == nil)
        #expect(receive(&collector, topic, batch(0, 4).payload, at: 1_000_000))
        #expect(receive(&collector, topic, batch(5, 5).payload, at: 1_050_000))
        #expect(collector.due == 1_100_000 && collector.group.rows == 6 && !collector.group.isFull)
        #expect(!receive(&collector, topic, batch(3, 6).payload), "rows that came already wait for the commit")
        let group = collector.takeGroup()
        #expect(group.items.count == 2 && collector.due == nil && collector.group.isEmpty)
        #expect(receive(&collector, topic, batch(3, 6).payload))
    }

    @Test func aFullGroupTakesNoMore() {
        var collector = Collector(.every, utc: 1), taken = 0
        while receive(&collector, topic, batch(Int64(taken) * 100, Int64(taken) * 100 + 99).payload) { taken += 1 }
        #expect(taken == 200 && collector.group.isFull)
    }

    @Test func batchesOfNothingFillAGroup() {
        var collector = Collector(.every, utc: 1), taken: Int64 = 0
        let first = stream.start
        while taken < 30_000 {
            let empty = Batch(stream, after: first + taken, last: first + taken + 1, count: 0, rows: [])
            guard receive(&collector, topic, empty.payload) else { break }
            taken += 1
        }
        #expect(taken == 20_000)
    }

    @Test func manySurveysFillAGroup() {
        var collector = Collector(.every, utc: 1), taken = 0
        while taken < 3000 {
            let survey = SurveyID("3f2504e0-4f89-41d3-9a0c-" + String(taken + 100_000_000_000))!
            guard
                receive(
                    &collector, Topic(SurveyPlace(.ofTests, survey), .rows(stream)).description, batch(0, 0).payload)
            else { break }
            taken += 1
        }
        #expect(taken == 1000)
    }

    @Test func whatIsNotOfTheWireIsRejectedWithItsReason() {
        var collector = Collector(.every, utc: 1)
        let payload = batch(0, 0).payload
        let others = ["event-2", "sample-1-0", "progres"].map { "waldo/v2/roof/3/\(survey)/\($0)" }
        for topic in others + ["waldo/v2/roof/4/\(survey)/event-1", "x"] {
            #expect(receive(&collector, topic, payload))
        }
        for payload in [[], [0], payload.dropLast(), Array("waldo 1 meta 1\n".utf8)] as [[UInt8]] {
            #expect(receive(&collector, topic, payload))
            #expect(receive(&collector, Topic(place, .meta).description, payload))
        }
        #expect(collector.group.items.isEmpty && collector.group.metas.isEmpty && collector.group.rejectedCount == 13)
        #expect(collector.group.rejected.allSatisfy { !$0.reason.isEmpty && $0.beginning.count <= 200 })
        #expect(collector.due != nil)
    }

    @Test func theTopicsOfOthersAreNoneOfItsBusiness() {
        var collector = Collector(try! Shards("0-2"), utc: 1)
        #expect(receive(&collector, topic, batch(0, 0).payload))
        #expect(receive(&collector, Topic(place, .progress).description, [0]))
        #expect(collector.group.isEmpty && collector.due == nil)
    }

    @Test func progressIsWhatTheDatabaseHolds() throws {
        var collector = Collector(.every, utc: 1000)
        let first = try document(
            collector.committed(IngestGroup(), outcome(stream.start + 5, behindGap: false), at: 0, utc: 2000))
        #expect(first == ProgressDocument(revision: 2000, epoch: 1000, upto: [stream: stream.start + 5], meta: 4))
        // The clock of the day may be set back.
        let second = try document(
            collector.committed(IngestGroup(), outcome(stream.start + 6, behindGap: false), at: 0, utc: 5))
        #expect(second.revision == 2001 && second.epoch == 1000)
        collector.restart(utc: 3000)
        let third = try document(
            collector.committed(IngestGroup(), outcome(stream.start + 6, behindGap: false), at: 0, utc: 3001))
        #expect(third.epoch == 3000)
    }

    @Test func aSurveyThatIsNotItsStationsIsRefusedToItAlone() throws {
        var collector = Collector(.every, utc: 1000), outcome = IngestOutcome()
        outcome.unowned = [place]
        let refusal = try document(collector.committed(IngestGroup(), outcome, at: 0, utc: 2000))
        #expect(refusal == ProgressDocument(revision: 2000, epoch: 1000, refusal: .unowned))
    }

    @Test func aGapIsAskedForOnceAndAgainAfterAWhile() throws {
        var collector = Collector(.every, utc: 1000)
        func epoch(_ upto: Int64, _ behindGap: Bool, _ at: Instant) throws -> Int64 {
            try document(
                collector.committed(
                    IngestGroup(), outcome(stream.start + upto, behindGap: behindGap), at: at, utc: 2000)
            ).epoch
        }
        #expect(try epoch(1, false, 0) == 1000)
        let asked = try epoch(1, true, 1_000_000)
        #expect(asked > 1000)
        #expect(try epoch(1, true, 1_100_000) == asked, "batches that were on their way do not ask again")
        let again = try epoch(1, true, 7_000_000)
        #expect(again > asked)
        #expect(try epoch(9, false, 7_100_000) == again)
        #expect(try epoch(9, true, 7_200_000) > again)
    }

    @Test func aStationThatSendsNothingButJunkIsNotLookedAtForAMinute() {
        var collector = Collector(.every, utc: 1, maxRefused: 3)
        let other = Topic(SurveyPlace(StationName("other")!, survey), .rows(stream)).description
        for _ in 0..<3 { #expect(receive(&collector, topic, [0], at: 1_000_000)) }
        #expect(collector.group.rejectedCount == 3)
        for _ in 0..<5000 { #expect(receive(&collector, topic, batch(0, 0).payload, at: 60_999_999)) }
        // It closes no group, and is counted.
        #expect(
            collector.group.items.isEmpty && collector.group.rejectedCount == 3 && collector.account.rejected == 5000)
        #expect(receive(&collector, other, batch(0, 0).payload, at: 60_999_999))
        #expect(receive(&collector, topic, batch(0, 0).payload, at: 61_000_000))
        #expect(collector.group.items.count == 2)
        // Topics that are none have a count of their own.
        for _ in 0..<9 { #expect(receive(&collector, "x", [], at: 61_000_000)) }
        #expect(collector.group.rejectedCount == 6 && receive(&collector, topic, batch(1, 1).payload, at: 61_000_000))
        #expect(collector.group.items.count == 3)
    }

    @Test func noPayloadBreaksIt() throws {
        var random = SeededGenerator(11), collector = Collector(.every, utc: 1), rejected = 0
        let sample = try SampleSurvey(samples: 20)
        var sources = try sample.batches(rows: 7).map {
            (Topic(sample.place, .rows($0.stream)).description, $0.payload)
        }
        sources.append((Topic(sample.place, .meta).description, try sample.meta().payload))
        for _ in 0..<20_000 {
            var (topic, payload) = sources.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 0...3, using: &random) where payload.count > 16 {
                let place = Int.random(in: 0..<payload.count - 15, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: payload[place] = UInt8.random(in: 0...255, using: &random)
                case 1: payload.remove(at: place)
                case 2: payload.insert([9, 10, 92, 0, 48, 45, 0xc3].randomElement(using: &random)!, at: place)
                default: payload[place] ^= 1
                }
            }
            // A checksum that is right: nothing but the rules stands between these bytes and the database.
            payload.removeLast(15)
            Wire.seal(&payload)
            if !payload.withUnsafeBytes({ collector.receive(topic, $0, at: 0) }) || collector.group.rejectedCount > 900
            {
                rejected += collector.takeGroup().rejectedCount
            }
        }
        #expect(rejected > 5000)
    }
}
