import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoPanel

/// What a page sends: its rate limit, and stops, to which no limit applies.
@Suite struct PanelInboxTests {
    /// Masked frames of these messages, as a browser sends them.
    private func frames(_ messages: [String], kind: UInt8 = 1) -> [UInt8] {
        messages.flatMap { [0x80 | kind, 0x80 | UInt8($0.utf8.count), 0, 0, 0, 0] + Array($0.utf8) }
    }

    private func word(_ word: String) -> String { #"{"do":"\#(word)"}"# }

    private func items(_ inbox: inout PanelInbox, _ bytes: [UInt8], at now: Instant = 0) -> [PanelInbox.Item] {
        var items: [PanelInbox.Item] = []
        inbox.receive(bytes, at: now) { items.append($0) }
        return items
    }

    private func stops(_ items: [PanelInbox.Item]) -> Int { items.count { $0 == .message(.stop) } }

    @Test func stopsOfOnePieceAreOneButOnBothSidesOfAResume() {
        var inbox = PanelInbox(spent: 0, at: 0)
        #expect(stops(items(&inbox, frames([String](repeating: word("stop"), count: 50)))) == 1)
        #expect(stops(items(&inbox, frames([word("stop")]))) == 1, "another piece")
        let both = items(&inbox, frames([word("stop"), word("beat"), word("stop"), word("resume"), word("stop")]))
        #expect(both.filter { $0 != .life } == [.message(.stop), .message(.beat), .message(.resume), .message(.stop)])
    }

    /// A finger that is down again holds STOP, whatever the piece began with.
    @Test func aStopAfterAReleaseOfOnePieceCounts() {
        var inbox = PanelInbox(spent: 0, at: 0)
        let all = items(
            &inbox, frames([word("stop"), word("let go of stop"), word("stop"), word("stop"), word("let go of stop")]))
        #expect(
            all.filter { $0 != .life } == [
                .message(.stop), .message(.stopReleased), .message(.stop), .message(.stopReleased),
            ])
    }

    @Test func aPieceMayEndAnywhere() {
        let bytes = frames([word("stop"), #"{"do":"slider","control":2,"at":7}"#])
        for cut in bytes.indices {
            var inbox = PanelInbox(spent: 0, at: 0)
            let all = items(&inbox, Array(bytes[..<cut])) + items(&inbox, Array(bytes[cut...]))
            #expect(all == [.message(.stop), .message(.slider(Control(2), 7))], "\(cut)")
        }
    }

    @Test func theLimitDropsNoStop() {
        var inbox = PanelInbox(spent: 0, at: 0)
        let many = [String](repeating: word("beat"), count: 6_000)
        let all = items(&inbox, frames(many + [word("stop")]))
        #expect(all.count { $0 == .message(.beat) } == PanelSources.messagesASecond)
        #expect(all.suffix(2) == [.refused(.forbidden), .message(.stop)])
        // The page is refused for good, which is reported once; its stops still count.
        #expect(items(&inbox, frames(many + [word("stop"), word("resume")]), at: 5_000_000) == [.message(.stop)])
    }

    @Test func aNewSecondIsANewLimitAndWhatWasSpentBeforeCounts() {
        var inbox = PanelInbox(spent: 4_990, at: 0)
        let twenty = frames([String](repeating: word("beat"), count: 20))
        #expect(items(&inbox, twenty, at: 999_999).last == .refused(.forbidden))
        inbox = PanelInbox(spent: 4_990, at: 0)
        #expect(items(&inbox, twenty, at: 1_000_000).count == 20)
        #expect(inbox.secondBegan == 1_000_000 && inbox.messagesInSecond == 20)
    }

    @Test func whatIsNoMessageIsRefusedAndAStopBehindItHeard() {
        var inbox = PanelInbox(spent: 0, at: 0)
        #expect(items(&inbox, frames(["hello", word("stop"), word("drive")])) == [.refused(.broken), .message(.stop)])
    }

    /// After such a frame the frames that follow cannot be delimited.
    @Test func whatIsNoFrameEndsIt() {
        for bytes: [UInt8] in [[0x81, 0x05], [0x81, 0xfe], frames([""], kind: 8)] {
            var inbox = PanelInbox(spent: 0, at: 0)
            let all = items(&inbox, bytes + frames([word("stop")]))
            #expect(all.count == 1 && stops(all) == 0, "\(all)")
            #expect(items(&inbox, frames([word("stop")])) == [])
        }
    }
}
