import Testing
import WaldoStore
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// The engine against a model of a broker that loses, doubles and reorders, and of a collector that starts again, over
/// many seeds: the database has every row once, in the end.
@Suite struct PushModelTests {
    private struct Message {
        var stream: RelayStream, after: Int64, last: Int64, arrival: Int64
    }

    private struct Collector {
        var upto: [RelayStream: Int64] = [:]
        var rows: [Int64] = []
        var doubled = 0
        var revision: Int64 = 0, epoch: Int64 = 0

        mutating func take(_ message: Message, of file: [RelayStream: [Int64]]) {
            let has = upto[message.stream] ?? message.stream.start
            guard message.after <= has else {
                epoch += 1
                return
            }
            for id in file[message.stream] ?? [] where id > message.after && id <= message.last && id > has {
                rows.append(id)
            }
            upto[message.stream] = max(has, message.last)
        }
    }

    private let id = SurveyID("3f2504e0-4f89-41d3-9a0c-0305e82c3301")!

    @Test(arguments: 0..<60)
    func everyRowArrivesOnce(seed: UInt64) {
        var random = SeededGenerator(seed)
        let streams = [
            RelayStream(.reading, of: 1)!, RelayStream(.fix, of: 1)!, RelayStream(.sample, of: 1, number: 0)!,
            RelayStream(.alarm, of: 1)!,
        ]
        var file: [RelayStream: [Int64]] = [:]
        for stream in streams {
            var at = stream.start
            file[stream] = (0..<Int.random(in: 0...3000, using: &random)).map { _ in
                at += Int64.random(in: 1...3, using: &random)
                return at
            }
        }
        var engine = PushEngine(), collector = Collector(), wire: [Message] = []
        var documents: [(ProgressDocument, arrival: Int64)] = []
        engine.add(id)
        for stream in streams {
            engine.add(stream, of: id, acknowledged: stream.start, isClosed: true, due: .clockStart)
        }
        engine.setMeta(1, of: id)
        engine.connect(at: 0)
        var now: Int64 = 0, isUp = true
        let loss = Double.random(in: 0...0.2, using: &random)
        while !engine.isDone, now < 4_000_000_000 {
            now += 20_000
            let at = Instant(microseconds: now)
            switch Int.random(in: 0..<2000, using: &random) {
            case 0:
                engine.disconnect()
                wire.removeAll()
                engine.connect(at: at)
            case 1: isUp.toggle()
            default: if !isUp, Int.random(in: 0..<50, using: &random) == 0 { isUp = true }
            }
            _ = engine.tick(at: at)
            while let request = engine.next(at: at) {
                let rows = (file[request.stream] ?? []).drop { $0 <= request.after }.prefix(100)
                guard let last = rows.last else {
                    engine.noteEnd(request)
                    continue
                }
                engine.sent(request, last: last, rows: rows.count, bytes: 100, isFull: rows.count == 100, at: at)
                engine.noteAnswered()
                let copies = Double.random(in: 0..<1, using: &random)
                for _ in 0..<(copies < loss ? 0 : copies > 0.95 ? 2 : 1) {
                    let delay = Int64.random(in: 0..<100, using: &random) < 3 ? 500_000 : 20_000 as Int64
                    wire.append(
                        Message(stream: request.stream, after: request.after, last: last, arrival: now + delay))
                }
            }
            let arrived = wire.filter { $0.arrival <= now }
            wire.removeAll { $0.arrival <= now }
            guard isUp else { continue }
            for message in arrived { collector.take(message, of: file) }
            if !arrived.isEmpty || Int.random(in: 0..<100, using: &random) == 0 {
                collector.revision += 1
                let document = ProgressDocument(
                    revision: collector.revision, epoch: collector.epoch, upto: collector.upto, meta: 1)
                if Double.random(in: 0..<1, using: &random) > loss {
                    documents.append((document, now + Int64.random(in: 0...60_000, using: &random)))
                }
            }
            for (document, arrival) in documents where arrival <= now { _ = engine.receive(document, of: id, at: at) }
            documents.removeAll { $0.arrival <= now }
        }
        #expect(engine.isDone, "seed \(seed)")
        #expect(collector.rows.sorted() == file.values.joined().sorted(), "seed \(seed)")
        #expect(engine.rowsInFlight == 0 && engine.bytesInFlight == 0)
    }
}
