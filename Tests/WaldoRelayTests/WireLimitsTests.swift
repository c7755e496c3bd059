import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// Every whole number of the wire at its limits: it is taken or refused with a reason, and nothing traps.
@Suite struct WireLimitsTests {
    private static let limits: [Int64] = [
        .min, .min + 1, -(1 << 53), -1, 0, 1, 1 << 31, 1 << 32, 1 << 53, 253_402_300_799_999_999,
        253_402_300_800_000_000, .max - 1, .max,
    ]
    private let station = try! CraftedStation(1)

    private func receive(_ collector: inout Collector, _ level: Topic.Level, _ text: String) {
        var payload = Array(text.utf8)
        Wire.seal(&payload)
        let topic = Topic(station.place, level).description
        if !payload.withUnsafeBytes({ collector.receive(topic, $0, at: 0) }) {
            _ = collector.takeGroup()
            _ = payload.withUnsafeBytes { collector.receive(topic, $0, at: 0) }
        }
    }

    /// What is done with what was taken, up to the database.
    private func use(_ collector: inout Collector) {
        let group = collector.takeGroup()
        _ = StagedRows(group.items, of: [station.place: station.survey])
        for meta in group.metas.values { _ = meta.json }
        #expect(group.rejected.allSatisfy { !$0.reason.isEmpty })
    }

    @Test func everyNumberOfABatchMayBeAnything() throws {
        var collector = Collector(.every, utc: 1)
        for table in RelayStream.Table.allCases {
            let stream = try #require(RelayStream(table, of: 1)),
                described = try #require(StoreTable.of(table.rawValue))
            let head = "waldo 1 \(table.rawValue)\t" + described.columns.map(\.name).joined(separator: "\t") + "\n"
            let row = CraftedStation.line(described, ["id": "\(stream.start + 1)"])
            for limit in Self.limits {
                for extent in [
                    "\(limit)\t\(stream.start + 1)\t1", "\(stream.start)\t\(limit)\t1",
                    "\(stream.start)\t\(stream.start + 1)\t\(limit)", "\(limit)\t\(limit)\t\(limit)",
                ] {
                    receive(&collector, .rows(stream), head + extent + "\n" + String(decoding: row, as: UTF8.self))
                }
                for column in described.columns {
                    var values = ["id": "\(stream.start + 1)"]
                    values[column.name] = "\(limit)"
                    let changed = CraftedStation.line(described, values)
                    receive(
                        &collector, .rows(stream),
                        head + "\(stream.start)\t\(stream.start + 1)\t1\n" + String(decoding: changed, as: UTF8.self))
                }
                use(&collector)
            }
        }
    }

    @Test func everyNumberOfAMetaDocumentMayBeAnything() throws {
        var collector = Collector(.every, utc: 1)
        let whole = String(decoding: station.meta().payload.dropLast(15), as: UTF8.self)
        for limit in Self.limits {
            receive(&collector, .meta, whole.replacing("waldo 1 meta 1\n", with: "waldo 1 meta \(limit)\n"))
            #expect(collector.group.metas.isEmpty == !Wire.revisions.contains(limit), "\(limit)")
            use(&collector)
            let lines = whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for (place, line) in lines.enumerated() where place > 0 {
                let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                for field in fields.indices.dropFirst() where Int64(fields[field]) != nil {
                    var changed = fields
                    changed[field] = "\(limit)"
                    var document = lines
                    document[place] = changed.joined(separator: "\t")
                    receive(&collector, .meta, document.joined(separator: "\n"))
                    use(&collector)
                }
            }
        }
    }

    @Test func everyNumberOfAProgressDocumentMayBeAnything() throws {
        let stream = station.stream
        for limit in Self.limits {
            for text in [
                "waldo 1 progress \(limit) 1\n", "waldo 1 progress 1 \(limit)\n",
                "waldo 1 progress \(limit) \(limit)\n\(stream.name)\t\(limit)\nmeta\t\(limit)\n",
                "waldo 1 progress 1 1\n\(stream.name)\t\(limit)\n", "waldo 1 progress 1 1\nmeta\t\(limit)\n",
            ] {
                guard let document = try? Array(text.utf8).withUnsafeBytes({ try ProgressDocument($0) }) else {
                    continue
                }
                #expect(Wire.revisions.contains(document.meta ?? 0) && Wire.revisions.contains(document.epoch))
                var engine = PushEngine()
                engine.add(station.survey)
                engine.add(stream, of: station.survey, acknowledged: stream.start, isClosed: false, due: 0)
                engine.connect(at: 0)
                for repeated in [document, document, ProgressDocument(revision: document.revision, epoch: 0)] {
                    _ = engine.receive(repeated, of: station.survey, at: 1_000_000)
                    while let request = engine.next(at: 3_000_000), engine.messagesInFlight < 4 {
                        engine.sent(request, last: request.after + 1, rows: 1, bytes: 1, isFull: true, at: 3_000_000)
                    }
                    _ = engine.tick(at: 60_000_000)
                }
                let other = engine.metaAcknowledged(of: station.survey) ?? 0
                #expect(Wire.revisions.contains(Wire.metaRevision(after: other, at: 1)))
            }
        }
    }

    @Test func everyNumberOfAStateMayBeAnything() {
        for limit in Self.limits {
            for now in [0, 1_795_366_800_000_000, Int64.max] {
                let payload = """
                    {"v":1,"utc":\(limit),"station":"a","online":true,"gaps":\(limit),"rows":\(limit),"acknowledged":\(0 &- limit),\
                    "value":{"stream":"s","unit":"","value":1e308,"utc":\(limit)}}
                    """
                var fleet = Fleet()
                fleet.receive(Topic(station.place, .state).description, Array(payload.utf8), isRetained: true, now: now)
                _ = fleet.view(broker: "b", trouble: "", now: now)
                _ = fleet.newlySilent(now: now)
                _ = fleet.json(station.place, now: now)
            }
        }
    }

    @Test func whatFollowsARevisionIsGreaterAndAlwaysOne() {
        #expect(Wire.revision(after: 7, from: 3) == 8 && Wire.revision(after: 7, from: 30) == 30)
        for number in Self.limits {
            for least in Self.limits {
                let next = Wire.revision(after: number, from: least)
                #expect(Wire.revisions.contains(next) && (next > number || next == Wire.revisions.upperBound))
            }
        }
        // That of small tables has one after it, too, that is another.
        for last in Self.limits {
            let next = Wire.metaRevision(after: last, at: 1_795_366_800_000_000)
            #expect(Wire.revisions.contains(next) && next != last && next > 0)
        }
        #expect(Wire.metaRevision(after: 70, at: 50) == 71 && Wire.metaRevision(after: 7, at: 50) == 50)
        #expect(Wire.metaRevision(after: Wire.revisions.upperBound, at: 50) == 50)
        // An account, too, is never more than it can be.
        var collector = Collector(.every, utc: .max)
        var outcome = IngestOutcome()
        outcome.streams = Array(
            repeating: IngestOutcome.Stream(
                place: station.place, stream: station.stream, upto: .max, inserted: .max, equal: .max,
                conflicts: .max,
                followsGap: true), count: 2)
        for _ in 0..<2 {
            _ = collector.committed(IngestGroup(), outcome, at: 0, utc: .max)
            collector.restart(utc: .max)
        }
        #expect(collector.account.inserted == .max)
    }
}
