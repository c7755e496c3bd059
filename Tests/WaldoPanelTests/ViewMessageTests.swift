import Testing

@testable import WaldoPanel

/// What pages ask of a survey's views.
@Suite struct ViewMessageTests {
    private func message(_ text: String) -> ViewMessage? {
        guard case .view(let message)? = PanelMessage(Array(text.utf8)) else { return nil }
        return message
    }

    @Test func eachMessageIsRead() {
        let item = ViewMessage.Item(list: 7, index: 1)
        let cases: [(String, ViewMessage)] = [
            (#"{"do":"samples","slot":0,"stream":2,"from":99999}"#, .samples(slot: 0, stream: 2, from: 99_999)),
            (#"{"do":"samples","slot":2,"stream":-1,"from":0}"#, .samples(slot: 2, stream: nil, from: 0)),
            (#"{"do":"surveys"}"#, .surveys), (#"{"do":"open","list":7,"item":1,"slot":2}"#, .open(item, slot: 2)),
            (#"{"do":"close","slot":1}"#, .close(slot: 1)),
            (#"{"do":"note","list":7,"item":1,"text":"Fluß"}"#, .note(item, "Fluß")),
            (#"{"do":"keep","list":7,"item":1,"to":"off"}"#, .publish(item, false)),
            (#"{"do":"keep","list":7,"item":1,"to":"on"}"#, .publish(item, true)),
            (#"{"do":"delete","list":7,"item":1}"#, .delete(item)),
            (#"{"do":"export","list":7,"item":1,"as":"csv"}"#, .export(item, "csv")),
            (#"{"do":"acknowledge","alarm":"high"}"#, .acknowledge("high")),
            (#"{"do":"raster","to":"abort"}"#, .raster(.abort)), (#"{"do":"session","to":"end"}"#, .session(.end)),
            (
                #"{"do":"route","slot":1,"stream":0,"fx":-5,"fy":6,"tx":7,"ty":-1000000,"dose":1000,"time":0}"#,
                .route(
                    .init(slot: 1, stream: 0, fromX: -5, fromY: 6, toX: 7, toY: -1_000_000, dose: 1_000, time: 0))
            ),
        ]
        for (text, expected) in cases { #expect(message(text) == expected, "\(text)") }
    }

    @Test(arguments: [
        #"{"do":"samples","slot":3,"stream":2,"from":0}"#, #"{"do":"samples","slot":0,"stream":-2,"from":0}"#,
        #"{"do":"samples","slot":0,"stream":2,"from":-1}"#, #"{"do":"samples","slot":0,"stream":2}"#,
        #"{"do":"open","list":7,"item":1,"slot":0}"#, #"{"do":"open","list":-1,"item":1,"slot":1}"#,
        #"{"do":"note","list":7,"item":1,"text":""}"#, #"{"do":"keep","list":7,"item":1,"to":"maybe"}"#,
        #"{"do":"session","to":"stop"}"#, #"{"do":"raster","to":"faster"}"#, #"{"do":"surveys","more":1}"#,
        #"{"do":"route","slot":1,"stream":0,"fx":0,"fy":0,"tx":0,"ty":0,"dose":0,"time":0}"#,
        #"{"do":"route","slot":1,"stream":0,"fx":0,"fy":0,"tx":0,"dose":1,"time":0}"#,
    ])
    func allElseIsRefused(text: String) { #expect(PanelMessage(Array(text.utf8)) == nil, "\(text)") }

    /// Only a note may be longer than all other messages, and it is text.
    @Test func aNoteHasRoomForASentence() {
        func text(_ note: String) -> String { #"{"do":"note","list":7,"item":1,"text":"\#(note)"}"# }
        func note(_ note: String) -> ViewMessage? { message(text(note)) }
        let most = String(repeating: "x", count: 500 - text("").utf8.count)
        #expect(note(most) != nil && note(most + "x") == nil)
        #expect(message(#"{"do":"acknowledge","alarm":"\#(String(repeating: "x", count: 120))"}"#) == nil)
        let broken = Array(#"{"do":"note","list":7,"item":1,"text":""#.utf8) + [0xff] + Array("\"}".utf8)
        #expect(PanelMessage(broken) == nil, "not UTF-8")
    }

    /// Whatever is cut off, doubled or changed is a message or nothing.
    @Test func noTextIsTooMuch() {
        let text = Array(#"{"do":"route","slot":1,"stream":0,"fx":-5,"fy":6,"tx":7,"ty":8,"dose":1000,"time":1}"#.utf8)
        var random = SystemRandomNumberGenerator(), read = 0
        for _ in 0..<20_000 {
            var changed = text
            changed[Int.random(in: text.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if Bool.random() { changed = Array(changed.prefix(Int.random(in: 0...changed.count, using: &random))) }
            if PanelMessage(changed) != nil { read += 1 }
        }
        #expect(read < 5_000)
    }
}
