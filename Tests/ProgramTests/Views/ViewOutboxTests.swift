import Testing
import WaldoCore
import WaldoMap
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoPanel

/// What pages are sent of a survey, and when.
@Suite struct ViewOutboxTests {
    private func series(_ count: Int) -> SampleSeries {
        var series = SampleSeries()
        for number in 0..<count {
            let sample = Sample(
                stream: 0, sequence: Int64(number), value: Double(number), low: 0, high: 1, from: 1_000_000,
                to: 2_000_000, place: Place(system: .arm, x: 0.1, y: -0.2, z: 0.3))
            series.append(sample, at: Double(number) * 1_000, on: .arm(.xy))
        }
        return series
    }

    /// The head of a frame of samples: its slot, stream, first index, count and how many there are.
    private func head(_ payload: PanelPayload) -> [Int] {
        guard case .samples(let bytes) = payload else { return [] }
        func number(_ at: Int, _ size: Int) -> Int { (0..<size).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        return [number(1, 1), number(2, 2), number(4, 4), number(8, 4), number(12, 4), bytes.count]
    }

    /// One burst for all pages, as `PanelViews` sends it.
    private func pump(
        _ outbox: inout ViewOutbox, _ samples: SampleSeries, _ send: (PanelPayload, Int) -> Bool
    ) {
        outbox.beginBurst()
        for viewer in outbox.viewers {
            while let item = outbox.next(for: viewer, { _, _ in samples }), send(item.payload, viewer) {
                outbox.sent(item, by: viewer)
            }
        }
    }

    @Test func aRecordIsWhatThePageReads() throws {
        let frame = try #require(series(3).frame(slot: 2, stream: 5, from: 1))
        #expect(head(frame.payload) == [2, 5, 1, 2, 3, 16 + 64] && frame.next == 3)
        guard case .samples(let bytes) = frame.payload else { return }
        func bits(_ at: Int, _ size: Int) -> UInt64 { (0..<size).reduce(0) { $0 | UInt64(bytes[at + $1]) << (8 * $1) } }
        #expect(Double(bitPattern: bits(16, 8)) == 1_000)
        let floats = (0..<5).map { Float(bitPattern: UInt32(bits(24 + 4 * $0, 4))) }
        #expect(floats == [1, 0.5, 0.1, -0.2, 0.3])
        #expect(series(3).frame(slot: 0, stream: 0, from: 3) == nil)
    }

    @Test func theOldestSamplesGoFirst() throws {
        let series = series(SampleSeries.maxSamples + 1)
        #expect(series.first == SampleSeries.maxSamples / 4 && series.end == SampleSeries.maxSamples + 1)
        #expect(head(try #require(series.frame(slot: 0, stream: 0, from: 0)).payload)[2] == series.first)
    }

    /// Texts come before samples, a newer text replaces an older one, and a burst leaves room for states.
    @Test func aPageGetsTextsFirstAndThenABurstOfSamples() {
        let samples = series(5_000)
        var outbox = ViewOutbox(), sent: [PanelPayload] = []
        outbox.join(7)
        outbox.add([1], "survey", to: 7)
        outbox.add([2], "said", to: 7)
        outbox.add([3], "survey", to: 7)
        outbox.subscribe(7, slot: 0, to: 0, from: 100)
        pump(&outbox, samples) { payload, viewer in
            sent.append(payload)
            return viewer == 7
        }
        #expect(sent.prefix(2) == [.text([3]), .text([2])])
        #expect(sent.dropFirst(2).map { head($0)[2] } == [100, 612])
        #expect(outbox.isWaiting { _, _ in samples.end })
        outbox.subscribe(7, slot: 0, to: nil, from: 0)
        #expect(!outbox.isWaiting { _, _ in samples.end })
    }

    /// What a slow page does not take is neither lost nor sent twice.
    @Test func aSlowPageGetsEverythingOnce() {
        let samples = series(2_000)
        var outbox = ViewOutbox(), indices: [Int] = [], turn = 0
        outbox.join(1)
        outbox.add([1], "graph", to: 1)
        outbox.subscribe(1, slot: 1, to: 0, from: 0)
        var texts = 0
        while outbox.isWaiting({ _, _ in samples.end }), turn < 1_000 {
            pump(&outbox, samples) { payload, _ in
                turn += 1
                guard turn % 3 == 0 else { return false }
                if case .text = payload { texts += 1 } else { indices.append(head(payload)[2]) }
                return true
            }
        }
        #expect(texts == 1 && indices == [0, 512, 1_024, 1_536])
    }

    @Test func aPageThatLeftGetsNothing() {
        var outbox = ViewOutbox()
        outbox.join(1)
        outbox.leave(1)
        outbox.add([1], "graph", to: 1)
        outbox.subscribe(1, slot: 0, to: 0, from: 0)
        #expect(outbox.viewers == [] && !outbox.isWaiting { _, _ in 10 })
    }
}
