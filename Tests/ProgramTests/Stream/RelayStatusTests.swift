import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoApp

/// What is made of the relay's status lines, which may be anything.
@Suite struct RelayStatusTests {
    private static let line = #"""
        {"utc":1,"destination":"mqtts://b:8883","state":"connected","acknowledged":120,"pending":7,"rate":3.5,"error":null}
        """#

    @Test func aStatusIsTakenOver() {
        var shown = RelayStatus()
        #expect(shown.words == "stream starts" && !shown.isTroubled)
        let isTaken = shown.receive(Array(Self.line.utf8))
        #expect(isTaken)
        #expect(
            shown.state == .pushing(.connected) && shown.acknowledged == 120 && shown.pending == 7 && shown.error == nil
        )
        #expect(shown.words == "streamed, 7 rows under way" && !shown.isTroubled)
    }

    @Test func anErrorIsShownUntilItIsOver() {
        var shown = RelayStatus()
        _ = shown.receive(Array(#"{"state":"connecting","pending":3,"error":"refused\u001b[2J"}"#.utf8))
        #expect(shown.words == #"not streamed, 3 rows waiting: refused\u{1b}[2J"# && shown.isTroubled)
        _ = shown.receive(Array(#"{"state":"done","acknowledged":3,"pending":0}"#.utf8))
        #expect(shown.words == "streamed, all stored" && shown.error == nil)
    }

    @Test(arguments: [
        ("connecting", 0, "not streamed"), ("connecting", 1, "not streamed, 1 row waiting"),
        ("waiting", 0, "not stored: no collector answers"),
        ("waiting", 9, "not stored, 9 rows waiting: no collector answers"),
        ("connected", 1, "streamed, 1 row under way"), ("connected", 0, "streamed, all stored"),
    ])
    func eachStateHasItsWords(state: String, pending: Int, words: String) {
        var shown = RelayStatus()
        _ = shown.receive(Array(#"{"state":"\#(state)","pending":\#(pending)}"#.utf8))
        #expect(shown.words == words)
    }

    @Test func aStreamThatHasEndedStatesWhatWaits() {
        var shown = RelayStatus()
        _ = shown.receive(Array(#"{"state":"connected","pending":40}"#.utf8))
        shown.state = .ended
        #expect(shown.words == "stream ended, 40 rows waiting" && shown.isTroubled)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{}", #"{"state":"flying"}"#, #"{"state":"ended"}"#, #"{"state":1}"#,
        #"{"state":"done","pending":"x"}"#,
        #"{"state":"done","pending":99999999999999999999}"#, #"{"state":"done"} x"#, "waldo-relay: no",
    ])
    func whatIsNoStatusChangesNothing(line: String) {
        var shown = RelayStatus()
        let isTaken = shown.receive(Array(line.utf8))
        #expect(!isTaken && shown == RelayStatus())
    }

    @Test func randomBytesNeverStopIt() {
        var generator = SeededGenerator(7), shown = RelayStatus()
        let whole = Array(Self.line.utf8)
        for _ in 0..<20_000 {
            var line = whole
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                line[Int.random(in: 0..<line.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = shown.receive(line)
            #expect(shown.words.unicodeScalars.count < 1_000)
        }
    }
}
