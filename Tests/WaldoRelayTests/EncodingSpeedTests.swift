import Testing
import WaldoLoop
import WaldoStore
import WaldoTime

@testable import WaldoRelay

/// What a row costs on its way: 50,000 a second have to pass, beside the broker, the collector and the database.
@Suite(.serialized) struct EncodingSpeedTests {
    @Test func aRowIsReadWrittenAndSealedInAFewMicroseconds() throws {
        let sample = try SampleSurvey(samples: 50_000), reader = try RelayReader(path: sample.path)
        let stream = try #require(RelayStream(.sample, of: 1, number: 0))
        let rules = try #require(CopyRules("sample"))
        var best = (made: Double.infinity, checked: Double.infinity)
        for _ in 0..<3 {
            let start = Monotonic.now()
            var after = stream.start, rows = 0, payloads: [[UInt8]] = []
            while let page = try reader.page(of: stream, after: after, rows: 100, bytes: 256 << 10, greatest: 900 << 10)
            {
                let batch = Batch(stream, after: after, last: page.last, count: page.count, rows: page.rows)
                payloads.append(batch.payload)
                (after, rows) = (page.last, rows + page.count)
            }
            let made = Monotonic.now()
            for payload in payloads { _ = try payload.withUnsafeBytes { try Batch($0, of: stream, rules: rules) } }
            best.made = min(best.made, Double((made - start).microseconds) / Double(rows))
            best.checked = min(best.checked, Double((Monotonic.now() - made).microseconds) / Double(rows))
            #expect(rows == 50_000)
        }
        print("a row is made in \(best.made) us and checked in \(best.checked) us")
        // Ten times as much as it is on a machine of 2020, as for a busy one.
        #expect(best.made < 30 && best.checked < 30)
    }
}
