import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoPanel

/// What a page may send, byte for byte.
@Suite struct PanelMessageTests {
    static let good: [(String, PanelMessage)] = [
        (#"{"do":"slider","control":0,"at":-1000}"#, .slider(Control(0), -1000)),
        (#"{"at":0,"do":"slider","control":7}"#, .slider(Control(7), 0)),
        (#"{"do":"joystick","control":1,"x":2000,"y":-7}"#, .joystick(Control(1), x: 2000, y: -7)),
        (#"{"do":"let go","control":3}"#, .released(Control(3))),
        (#"{"do":"recentre","control":1}"#, .recentre(Control(1))),
        (#"{"do":"precise","to":"on"}"#, .precise(true)), (#"{"do":"precise","to":"off"}"#, .precise(false)),
        (#"{"do":"profile"}"#, .nextProfile), (#"{"do":"park"}"#, .park),
        (#"{"do":"lost"}"#, .lost), (#"{"do":"stop"}"#, .stop), (#"{"do":"resume"}"#, .resume),
        (#"{"do":"let go of stop"}"#, .stopReleased),
        (#"{"do":"beat"}"#, .beat), (#"{"do":"drive"}"#, .drive),
        (#"{"do":"connect","to":"C0:FF:EE:00:00:01"}"#, .connect("C0:FF:EE:00:00:01")),
        (#"{"do":"wizard","to":"skip"}"#, .wizard(.skip)), (#"{"do":"wizard","to":"back"}"#, .wizard(.back)),
        (#"{"do":"wizard","to":"write"}"#, .wizard(.write)), (#"{"do":"wizard","to":"other"}"#, .wizard(.other)),
    ]

    @Test(arguments: good.indices) func everyMessageIsRead(index: Int) {
        let (text, message) = Self.good[index]
        #expect(PanelMessage(Array(text.utf8)) == message)
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "null", #"{"do":"dance"}"#, #"{"do":"slider"}"#, #"{"do":"slider","at":1}"#,
        #"{"do":"slider","control":0}"#, #"{"do":"slider","control":16,"at":1}"#,
        #"{"do":"slider","control":-1,"at":1}"#,
        #"{"do":"slider","control":"0","at":1}"#, #"{"do":"slider","control":0,"at":0.5}"#,
        #"{"do":"slider","control":0,"at":1e3}"#, #"{"do":"slider","control":0,"at":"1"}"#,
        #"{"do":"slider","control":0,"at":01}"#, #"{"do":"slider","control":0,"at":-}"#,
        #"{"do":"slider","control":0,"at":1000001}"#, #"{"do":"slider","control":0,"at":99999999999999999999}"#,
        #"{"do":"slider","control":0,"at":1,"at":2}"#, #"{"do":"slider","control":0,"control":0,"at":1}"#,
        #"{"do":"slider","control":0,"at":1,"x":2}"#, #"{"do":"slider","control":0,"at":1}x"#,
        #"{"do":"slider","control":0,"at":1},"#, #"{"do":"slider","control":0,"at":1"#,
        #"{"do":"joystick","control":1,"x":1}"#, #"{"do":"joystick","x":1,"y":1}"#,
        #"{"do":"stop",}"#, #"{"do":"note","slot":0,"text":"\u001b[2J"}"#, #"{"do":1}"#,
        #"{"do":"let go of stop","control":0}"#, #"{"do":"let go of"}"#,
        #"{"do":"let go"}"#, #"{"do":"let go","control":"slider"}"#, #"{"do":"recentre"}"#, #"{"do":"connect","to":5}"#,
        #"{"do":"precise"}"#, #"{"do":"precise","to":"half"}"#, #"{"do":"precise","to":1}"#,
        #"{"do":"profile","to":"arm"}"#, #"{"do":"park","control":0}"#,
        #"{"do":"wizard"}"#, #"{"do":"wizard","to":"end"}"#, #"{"do":"wizard","to":1}"#, #"{"do":"skip"}"#,
        #"{"do":"wizard","to":"skip","at":1}"#,
    ]) func allElseIsNone(text: String) {
        #expect(PanelMessage(Array(text.utf8)) == nil, "\(text)")
    }

    @Test(arguments: [#"{"do": "stop"}"#, #" {"do":"stop"}"#, #"{"do":"st\u006fp"}"#])
    func spacesAndEscapesAreThoseOfJSON(text: String) { #expect(PanelMessage(Array(text.utf8)) == .stop) }

    @Test func aLongMessageIsNone() {
        let name = String(repeating: "a", count: 200)
        #expect(PanelMessage(Array(#"{"do":"connect","to":"\#(name)"}"#.utf8)) == nil)
    }

    /// Any bytes are either a message or refused; none make the reader trap.
    @Test func anyBytesAreReadOrRefused() {
        var random = SeededGenerator(3)
        var read = 0
        for _ in 0..<50_000 {
            var bytes = Array(Self.good.randomElement(using: &random)!.0.utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = .random(in: 0...255, using: &random)
                case 1: bytes.insert(.random(in: 0x20...0x7e, using: &random), at: index)
                case 2 where bytes.count > 1: bytes.remove(at: index)
                default: bytes = Array(bytes[..<index]) + bytes[index...] + bytes[index...]
                }
            }
            if PanelMessage(bytes) != nil { read += 1 }
        }
        #expect(read > 10_000 && read < 40_000)
    }
}
