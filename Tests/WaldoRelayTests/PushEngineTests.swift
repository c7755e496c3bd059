import Testing
import WaldoStore
import WaldoTestSupport
import WaldoTime

@testable import WaldoRelay

/// Which rows are sent, and which again, on a clock that the test moves.
@Suite struct PushEngineTests {
    private let id = SurveyID("3f2504e0-4f89-41d3-9a0c-0305e82c3301")!
    private let one = RelayStream(.reading, of: 1)!, two = RelayStream(.sample, of: 1, number: 0)!

    private func engine(_ streams: [RelayStream]) -> PushEngine {
        var engine = PushEngine()
        engine.add(id)
        for stream in streams {
            engine.add(stream, of: id, acknowledged: stream.start, isClosed: false, due: .clockStart)
        }
        return engine
    }

    private func progress(_ revision: Int64, _ upto: [RelayStream: Int64], epoch: Int64 = 1) -> ProgressDocument {
        ProgressDocument(revision: revision, epoch: epoch, upto: upto)
    }

    /// Sends full batches of 100 rows until the engine wants no more.
    private func sendAll(_ engine: inout PushEngine, at now: Instant, atMost limit: Int = .max) -> [PushEngine.Request]
    {
        var requests: [PushEngine.Request] = []
        while requests.count < limit, let request = engine.next(at: now) {
            engine.sent(request, last: request.after + 100, rows: 100, bytes: 15_000, isFull: true, at: now)
            engine.noteAnswered()
            requests.append(request)
        }
        return requests
    }

    @Test func nothingLeavesWithoutAConnectionOrBeforeTheGreeting() {
        var engine = engine([one])
        #expect(engine.next(at: 0) == nil)
        engine.connect(at: 0)
        #expect(engine.next(at: 1_999_999) == nil)
        #expect(engine.next(at: 2_000_000)?.after == one.start)
    }

    @Test func aSurveyThatIsRefusedIsDoneAndAskedForAgain() {
        var engine = engine([one])
        engine.setMeta(7, of: id)
        engine.connect(at: 0)
        engine.noteMetaSent(id, at: 0)
        _ = sendAll(&engine, at: 2_000_000, atMost: 3)
        let refusal = ProgressDocument(revision: 1, epoch: 1, refusal: .unowned)
        #expect(engine.receive(refusal, of: id, at: 2_100_000).isEmpty)
        #expect(engine.isDone && engine.rowsInFlight == 0 && engine.next(at: 2_100_000) == nil)
        #expect(engine.tick(at: 50_000_000).isEmpty)
        #expect(engine.metaDue(at: 59_999_999) == nil && engine.metaDue(at: 60_000_000) == id)
        // Its owner has handed it over.
        _ = engine.receive(progress(2, [one: one.start + 100]), of: id, at: 60_000_000)
        #expect(!engine.isDone && engine.next(at: 60_000_000)?.after == one.start + 100)
    }

    @Test func whatTheDatabaseHasIsNotSentAgain() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(1, [one: one.start + 500]), of: id, at: 10)
        #expect(engine.next(at: 10)?.after == one.start + 500)
    }

    @Test func streamsTakeTurnsHoweverLongABacklogIs() {
        var engine = engine([one, two])
        engine.connect(at: 0)
        let requests = sendAll(&engine, at: 2_000_000, atMost: 10)
        #expect(Set(requests.prefix(2).map(\.stream)) == [one, two])
        #expect(requests.filter { $0.stream == two }.count == 5)
    }

    @Test func theWindowHoldsRowsBackUntilProgress() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(1, [:]), of: id, at: 0)
        let window = engine.window
        #expect(sendAll(&engine, at: 0).count == window / 100)
        #expect(engine.rowsInFlight == window)
        let changes = engine.receive(progress(2, [one: one.start + 1000]), of: id, at: 10)
        #expect(changes == [.init(stream: one, upto: one.start + 1000)])
        #expect(engine.rowsInFlight == window - 1000 && engine.window > window)
        #expect(!sendAll(&engine, at: 10).isEmpty)
    }

    @Test func theBrokerOnlyPaces() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(1, [:]), of: id, at: 0)
        for _ in 0..<64 {
            let request = engine.next(at: 0)!
            engine.sent(request, last: request.after + 1, rows: 1, bytes: 1, isFull: true, at: 0)
        }
        #expect(engine.next(at: 0) == nil)
        engine.noteAnswered()
        #expect(engine.next(at: 0) != nil)
        #expect(!engine.isDone && engine.rowsInFlight == 64)
    }

    @Test func aLargerEpochGoesBackOnce() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(1, [:], epoch: 5), of: id, at: 0)
        _ = sendAll(&engine, at: 0, atMost: 50)
        _ = engine.receive(progress(2, [one: one.start + 300], epoch: 6), of: id, at: 100)
        #expect(engine.next(at: 100)?.after == one.start + 300)
        _ = sendAll(&engine, at: 100, atMost: 10)
        // The rest of what was lost comes out of order as well.
        _ = engine.receive(progress(3, [one: one.start + 300], epoch: 9), of: id, at: 200)
        #expect(engine.next(at: 200)?.after == one.start + 1300)
        _ = engine.receive(progress(4, [one: one.start + 700], epoch: 9), of: id, at: 300)
        _ = engine.receive(progress(5, [one: one.start + 700], epoch: 10), of: id, at: 400)
        #expect(engine.next(at: 400)?.after == one.start + 700)
    }

    @Test func aReconnectionGoesBack() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(7, [:]), of: id, at: 0)
        _ = sendAll(&engine, at: 0, atMost: 20)
        engine.disconnect()
        #expect(engine.next(at: 1) == nil)
        engine.connect(at: 1_000_000)
        #expect(engine.rowsInFlight == 0 && engine.messagesInFlight == 0)
        // A collector that counts from the beginning is heard.
        _ = engine.receive(progress(1, [one: one.start + 300]), of: id, at: 1_000_000)
        #expect(engine.next(at: 1_000_000)?.after == one.start + 300)
    }

    @Test func tenSecondsWithoutProgressGoBackAndThenLonger() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(1, [:]), of: id, at: 0)
        _ = sendAll(&engine, at: 0)
        let window = engine.window
        #expect(engine.tick(at: 9_999_999).isEmpty)
        #expect(engine.tick(at: 10_000_000) == [id])
        #expect(engine.window == window / 2 && engine.rowsInFlight == 0)
        _ = sendAll(&engine, at: 10_000_000)
        #expect(engine.tick(at: 29_999_999).isEmpty)
        #expect(engine.tick(at: 30_000_000) == [id])
        _ = sendAll(&engine, at: 30_000_000)
        _ = engine.receive(progress(2, [one: one.start + 100]), of: id, at: 31_000_000)
        #expect(engine.tick(at: 40_999_999).isEmpty)
        #expect(engine.tick(at: 41_000_000) == [id])
    }

    @Test func rowsThatAreLostAgainWhileTheyAreRepeatedAreSentAfterThreeSeconds() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(1, [:], epoch: 5), of: id, at: 0)
        _ = sendAll(&engine, at: 0, atMost: 50)
        _ = engine.receive(progress(2, [:], epoch: 6), of: id, at: 100)
        _ = sendAll(&engine, at: 100, atMost: 50)
        // The repetition has a gap, too; the collector has asked for these rows already.
        _ = engine.receive(progress(3, [:], epoch: 6), of: id, at: 200)
        #expect(engine.tick(at: 3_000_099).isEmpty && engine.rowsInFlight == 5000)
        #expect(engine.tick(at: 3_000_100).isEmpty && engine.rowsInFlight == 0)
        #expect(engine.next(at: 3_000_100)?.after == one.start)
    }

    @Test func aNewConnectionIsAsPatientAsTheFirst() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(1, [:]), of: id, at: 0)
        _ = sendAll(&engine, at: 0)
        #expect(engine.tick(at: 10_000_000) == [id])
        _ = sendAll(&engine, at: 10_000_000)
        engine.disconnect()
        engine.connect(at: 11_000_000)
        _ = sendAll(&engine, at: 13_000_000)
        #expect(engine.tick(at: 22_999_999).isEmpty)
        #expect(engine.tick(at: 23_000_000) == [id])
    }

    @Test func aCollectorThatBeginsWhileRowsAreOnTheirWayIsSentThemAtOnce() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = sendAll(&engine, at: 2_000_000, atMost: 3)
        _ = engine.receive(progress(1, [:]), of: id, at: 5_000_000)
        #expect(engine.next(at: 5_000_000)?.after == one.start)
    }

    @Test func aDatabaseThatWasSetBackGetsTheRowsAgain() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(1, [:]), of: id, at: 0)
        _ = sendAll(&engine, at: 0, atMost: 5)
        _ = engine.receive(progress(2, [one: one.start + 500]), of: id, at: 10)
        let request = engine.next(at: 10)!
        engine.noteEnd(request)
        let changes = engine.receive(progress(3, [one: one.start + 200]), of: id, at: 3_000_000)
        #expect(changes == [.init(stream: one, upto: one.start + 200)])
        #expect(engine.next(at: 3_000_000)?.after == one.start + 200)
    }

    @Test func staleProgressIsIgnored() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(5, [one: one.start + 500]), of: id, at: 0)
        #expect(engine.receive(progress(4, [one: one.start + 100]), of: id, at: 10).isEmpty)
        #expect(engine.next(at: 10)?.after == one.start + 500)
    }

    @Test func rowsThatComeSlowlyGatherForASecond() {
        var engine = engine([one])
        engine.connect(at: 0)
        _ = engine.receive(progress(1, [:]), of: id, at: 0)
        let request = engine.next(at: 0)!
        engine.sent(request, last: request.after + 1, rows: 1, bytes: 100, isFull: false, at: 0)
        #expect(engine.next(at: 999_999) == nil)
        #expect(engine.next(at: 1_000_000)?.after == one.start + 1)
        engine.noteEnd(engine.next(at: 1_000_000)!)
        #expect(engine.next(at: 2_000_000) == nil)
        engine.noteCommit()
        #expect(engine.next(at: 2_000_000) != nil)
    }

    @Test func itIsDoneWhenTheDatabaseHasRowsAndSmallTables() {
        var engine = engine([one])
        engine.connect(at: 0)
        engine.setMeta(9, of: id)
        #expect(engine.metaDue(at: 0) == id)
        engine.noteMetaSent(id, at: 0)
        #expect(engine.metaDue(at: 9_999_999) == nil && engine.metaDue(at: 10_000_000) == id)
        _ = engine.receive(progress(1, [:]), of: id, at: 0)
        _ = sendAll(&engine, at: 0, atMost: 1)
        engine.noteEnd(engine.next(at: 0)!)
        #expect(!engine.isDone)
        _ = engine.receive(progress(2, [one: one.start + 100]), of: id, at: 1)
        #expect(!engine.isDone)
        var document = progress(3, [one: one.start + 100])
        document.meta = 9
        _ = engine.receive(document, of: id, at: 2)
        #expect(engine.isDone && engine.acknowledgedRows == 100)
    }
}
