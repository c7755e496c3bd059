import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoPanel

/// What a Foxglove client sends and is sent, by the protocol's public text: docs/spec.md of foxglove/ws-protocol.
@Suite struct FoxgloveTests {
    private func request(_ text: String) -> FoxgloveRequest { FoxgloveRequest(text: Array(text.utf8)) }

    // MARK: requests

    /// The examples of the text, and what else JSON may have.
    @Test func subscriptionsAreRead() {
        #expect(
            request(
                """
                {
                  "op": "subscribe",
                  "subscriptions": [
                    { "id": 0, "channelId": 3 },
                    { "id": 1, "channelId": 5 }
                  ]
                }
                """) == .subscribe([.init(id: 0, channel: 3), .init(id: 1, channel: 5)]))
        #expect(request(#"{"op":"unsubscribe","subscriptionIds":[0,1]}"#) == .unsubscribe([0, 1]))
        #expect(
            request(
                #"{"x":[null,true,{"y":"\"\\"}],"subscriptions":[{"channelId":1e0,"id":4294967295}],"op":"subscribe"}"#)
                == .subscribe([.init(id: .max, channel: 1)]))
        #expect(request(#"{"op":"subscribe","subscriptions":[]}"#) == .subscribe([]))
        #expect(
            request(#"{"op":"subscribe","subscriptions":[{"id":1,"channelId":1e300}]}"#) == .subscribe([.init(id: 1)]))
        #expect(request(#"{"op":"getParameters","parameterNames":[]}"#) == .other("getParameters"))
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "{\"op\":1}", #"{"op":"subscribe"}"#, #"{"op":"subscribe","subscriptions":{}}"#,
        #"{"op":"subscribe","subscriptions":[{"id":-1,"channelId":1}]}"#,
        #"{"op":"subscribe","subscriptions":[{"id":1.5,"channelId":1}]}"#,
        #"{"op":"subscribe","subscriptions":[{"id":4294967296,"channelId":1}]}"#,
        #"{"op":"subscribe","subscriptions":[{"id":1}]}"#, #"{"op":"unsubscribe","subscriptionIds":["1"]}"#,
        #"{"op":"subscribe","subscriptions":[]}x"#, #"{"op":"a","op":"b"}"#, #"{"op":"a",}"#, #"{"op":"a"#,
        #"{"op":"\"#, #"{"op":"subscribe","subscriptions":[[[[[[[[[]]]]]]]]]}"#, "{\"op\":\"\u{1}\"}", #"{"op":nan}"#,
    ]) func whatIsNoRequestIsSaidToBeNone(text: String) { #expect(request(text) == .malformed, "\(text)") }

    @Test func whatIsSentToAServerThatOnlyReportsIsNamed() {
        #expect(FoxgloveRequest(binary: [1, 0, 0, 0, 0, 65]) == .other("a message"))
        #expect(FoxgloveRequest(binary: [2]) == .other("a call of a service"))
        #expect(FoxgloveRequest(binary: [200]) == .other("the binary message 200"))
        #expect(FoxgloveRequest(binary: []) == .malformed)
    }

    // MARK: the inbox

    /// A masked frame, as clients send it.
    private func frame(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        let length = count < 126 ? [0x80 | UInt8(count)] : [0xfe, UInt8(count >> 8), UInt8(count & 0xff)]
        return [0x80 | kind] + length + [0, 0, 0, 0] + payload
    }

    private func items(
        _ inbox: inout FoxgloveInbox, _ bytes: [UInt8], at now: Instant = 0
    ) -> [WebItem<FoxgloveRequest>] {
        var items: [WebItem<FoxgloveRequest>] = []
        inbox.receive(bytes, at: now) { items.append($0) }
        return items
    }

    @Test func aPieceMayEndAnywhere() {
        let bytes = frame(1, Array(#"{"op":"unsubscribe","subscriptionIds":[7]}"#.utf8)) + frame(9, [5]) + frame(2, [1])
        for cut in bytes.indices {
            var inbox = FoxgloveInbox(spent: 0, at: 0)
            let all = items(&inbox, Array(bytes[..<cut])) + items(&inbox, Array(bytes[cut...]))
            #expect(all == [.message(.unsubscribe([7])), .ping([5]), .message(.other("a message"))], "\(cut)")
        }
    }

    @Test func aClientThatFloodsOrIsTooLongIsRefusedOnce() {
        var inbox = FoxgloveInbox(spent: 0, at: 0)
        let many = Array([[UInt8]](repeating: frame(1, []), count: 150).joined())
        let all = items(&inbox, many)
        #expect(all.count == FoxgloveInbox.messagesASecond + 1 && all.last == .refused(.forbidden))
        #expect(items(&inbox, many, at: 5_000_000).isEmpty)

        var patient = FoxgloveInbox(spent: 0, at: 0)
        for second in Int64(0)..<3 {
            let some = Array([[UInt8]](repeating: frame(1, []), count: 90).joined())
            #expect(items(&patient, some, at: .clockStart + .seconds(second)).count == 90)
        }
        var long = FoxgloveInbox(spent: 0, at: 0)
        #expect(items(&long, [0x81, 0xfe, 0x40, 0x01]) == [.refused(.tooLong)])
        var longest = FoxgloveInbox(spent: 0, at: 0)
        #expect(items(&longest, frame(1, [UInt8](repeating: 65, count: 16_384))) == [.message(.malformed)])
    }

    /// Whatever comes in, nothing traps, and what is kept is bounded.
    @Test(arguments: [UInt64](1...8)) func anythingMayCome(_ seed: UInt64) {
        var random = SeededGenerator(seed)
        let good = [
            #"{"op":"subscribe","subscriptions":[{"id":0,"channelId":3},{"id":1,"channelId":5}]}"#,
            #"{"op":"unsubscribe","subscriptionIds":[0,1,2]}"#,
            #"{"op":"advertise","channels":[{"id":1,"topic":"\u00e9"}]}"#,
        ].map { Array($0.utf8) }
        for _ in 0..<3_000 {
            var bytes = good.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = .random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: #"[{"\1,-e"#.utf8.shuffled(using: &random), at: index)
                case 2: bytes.removeSubrange(index..<min(bytes.count, index + 5))
                default: bytes += bytes[index...].prefix(40)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            var subscriptions = FoxgloveSubscriptions()
            for request in [FoxgloveRequest(text: bytes), FoxgloveRequest(binary: bytes)] {
                _ = subscriptions.handle(request, channels: 6)
            }
            var inbox = FoxgloveInbox(spent: 0, at: 0), refusals = 0
            var wire = frame(.random(in: 0...15, using: &random), bytes)
            wire[Int.random(in: 0..<2, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            for piece in [wire[..<(wire.count / 2)], wire[(wire.count / 2)...]] {
                inbox.receive(piece, at: 0) { if case .refused = $0 { refusals += 1 } }
            }
            #expect(refusals <= 1)
        }
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: FoxgloveInbox.longest)
        #expect(FoxgloveRequest(text: deep) == .malformed)
    }

    // MARK: subscriptions

    @Test func aChannelIsSubscribedToOnceUnderOneNumber() {
        var subscribed = FoxgloveSubscriptions()
        var (added, faults) = subscribed.handle(
            .subscribe([
                .init(id: 0, channel: 2), .init(id: 1, channel: 2), .init(id: 0, channel: 3), .init(id: 9, channel: 4),
            ]),
            channels: 3)
        #expect(added == [2] && faults.count == 3)
        #expect(subscribed[2] == 0 && subscribed[3] == nil && subscribed[4] == nil)
        (added, faults) = subscribed.handle(.unsubscribe([0, 77]), channels: 3)
        #expect(faults.isEmpty && subscribed[2] == nil)
        (added, faults) = subscribed.handle(.subscribe([.init(id: 0, channel: 3)]), channels: 3)
        #expect(added == [3] && faults.isEmpty)
        for channel in [0, -1, 4, nil, Int.max] {
            #expect(subscribed.handle(.subscribe([.init(id: 5, channel: channel)]), channels: 3).added.isEmpty)
        }
        #expect(subscribed.handle(.subscribe([.init(id: 5, channel: 1)]), channels: 0).added.isEmpty)
        #expect(
            subscribed.handle(.other("advertise"), channels: 3).faults == [
                "this server only reports, and takes no advertise"
            ])
    }

    @Test func whatIsMissedIsCounted() {
        var subscribed = FoxgloveSubscriptions()
        subscribed.miss()
        subscribed.miss()
        #expect(subscribed.missed == 2)
        subscribed.wasTold()
        subscribed.miss()
        #expect(subscribed.missed == 1 && subscribed.missedInAll == 3)
    }

    // MARK: what is sent

    @Test func aMessageIsBinaryAndLittleEndian() {
        let bytes = FoxgloveMessage.data(subscription: 0x0403_0201, time: 0x0c0b_0a09_0807_0605, Array("{}".utf8))
        #expect(bytes == [0x82, 15, 1] + (1...12).map(UInt8.init) + Array("{}".utf8))
    }
}
