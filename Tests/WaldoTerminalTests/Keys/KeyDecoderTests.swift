import Testing
import WaldoTestSupport

@testable import WaldoTerminal

@Suite struct KeyDecoderTests {
    @Test(arguments: [
        ("w", 17), ("W", 17), ("a", 30), ("z", 44), ("0", 11), ("1", 2), ("!", 2), (" ", 57), ("\r", 28), ("\n", 28),
        ("\t", 15), ("\u{7F}", 14), ("\u{8}", 14), ("-", 12), ("=", 13), ("[", 26), ("]", 27), (";", 39), ("'", 40),
        ("`", 41), ("\\", 43), (",", 51), (".", 52), ("/", 53), ("?", 53),
        ("\u{1B}[A", 103), ("\u{1B}[B", 108), ("\u{1B}[C", 106), ("\u{1B}[D", 105), ("\u{1B}OA", 103),
        ("\u{1B}OD", 105), ("\u{1B}[1;2A", 103), ("\u{1B}[H", 102), ("\u{1B}[F", 107), ("\u{1B}[3~", 111),
        ("\u{1B}[5~", 104), ("\u{1B}[6;5~", 109), ("\u{1B}OP", 59), ("\u{1B}[15~", 63), ("\u{1B}[24~", 88),
        ("\u{1B}[Z", 15),
    ])
    func aKeysBytesSplitAtEveryPlacePressAndReleaseItOnce(text: String, code: Int) {
        let bytes = Array(text.utf8)
        for place in 0..<bytes.count {
            var keys = HandMovedKeys()
            keys.type(Array(bytes[..<place]), at: 0)
            keys.type(Array(bytes[place...]), at: place == 0 ? 0 : 49)
            keys.move(to: 1_000)
            #expect(keys.outputs == [down(UInt16(code)), up(UInt16(code))], "split at \(place)")
        }
    }

    @Test func aLoneESCIsEscapeAfter50MsAndStaysDownForANudge() {
        var keys = HandMovedKeys()
        keys.type("\u{1B}", at: 10)
        keys.move(to: 59)
        #expect(keys.said.isEmpty)
        keys.move(to: 1_000)
        #expect(
            keys.said == [
                .init(milliseconds: 60, output: down(Key.escape)), .init(milliseconds: 240, output: up(Key.escape)),
            ])
    }

    @Test(arguments: [
        ("\u{1B}w", [Key.escape, Key.w]),
        ("\u{1B} ", [Key.escape, Key.space]),
        ("\u{1B}[", [Key.escape, Key.leftBrace]),
        ("\u{1B}O", [Key.escape, Key.o]),
        ("\u{1B}[1;", [Key.escape]),
        ("\u{1B}[1; ", [Key.space]),
        ("\u{1B}[1\u{1B}[A", [Key.up]),
    ])
    func whatBeginsNoSequenceOrDoesNotEndOneLosesNeitherEscapeNorSpace(text: String, codes: [UInt16]) {
        var keys = HandMovedKeys()
        keys.type(text, at: 0)
        keys.move(to: 60)
        #expect(keys.outputs == codes.map(down))
    }

    @Test(arguments: ["é", "日", "\u{1F600}", "\u{1}", "\u{17}", "\u{1B}[?1;2c\u{1B}[I", "\u{1B}[[A", "\u{1B}[200~"])
    func whatIsNoKeyOfAMappingPressesNone(text: String) {
        var keys = HandMovedKeys()
        keys.type(text, at: 0)
        keys.move(to: 1_000)
        #expect(keys.outputs.allSatisfy { $0 == .deviceAttributes })
    }

    @Test func aFirstPressIsANudgeRepeatsHoldTheLastOnesEndIsTheRelease() {
        var keys = HandMovedKeys()
        // The usual keyboard: 400 ms before the first repeat, then one every 40 ms.
        for time in [0, 400, 440, 480, 520] as [Int64] { keys.type("w", at: time) }
        keys.move(to: 2_000)
        #expect(
            keys.said == [
                .init(milliseconds: 0, output: down(Key.w)), .init(milliseconds: 180, output: up(Key.w)),
                .init(milliseconds: 400, output: down(Key.w)), .init(milliseconds: 670, output: up(Key.w)),
            ])
    }

    @Test func twoKeysHaveTheirOwnTimes() {
        var keys = HandMovedKeys()
        keys.type("w", at: 0)
        keys.type("a", at: 60)
        keys.move(to: 1_000)
        #expect(
            keys.said.map(\.milliseconds) == [0, 60, 180, 240]
                && keys.outputs == [down(Key.w), down(Key.a), up(Key.w), up(Key.a)])
    }

    @Test func nothingPendingIsNoDeadline() {
        var keys = HandMovedKeys()
        #expect(keys.decoder.deadline == nil)
        keys.type("w", at: 5)
        #expect(keys.decoder.deadline == 185_000)
        keys.type("\u{1B}", at: 10)
        #expect(keys.decoder.deadline == 60_000)
        keys.move(to: 1_000)
        #expect(keys.decoder.deadline == nil)
    }

    @Test func aResetLetsEveryKeyComeUp() {
        var keys = HandMovedKeys()
        keys.type("wa\u{1B}", at: 0)
        var said: [KeyDecoder.Output] = []
        keys.decoder.reset { said.append($0) }
        #expect(said == [up(Key.w), up(Key.a)])
        #expect(keys.decoder.deadline == nil)
    }

    @Test func whatIsPastedIsNoOperatorsHandButEscapeStopsAllTheSame() {
        var keys = HandMovedKeys()
        keys.type("\u{1B}[200~www \n", at: 0)
        keys.type("w\u{1B}", at: 10)
        keys.type("w", at: 100)
        keys.type("\u{1B}[201~a", at: 150)
        keys.move(to: 160)
        #expect(keys.outputs == [down(Key.escape), down(Key.a)])
    }

    @Test func aPasteWhoseEndIsLostIsOverSoon() {
        var keys = HandMovedKeys()
        keys.type("\u{1B}[200~w", at: 0)
        keys.type("w", at: 199)
        #expect(keys.outputs == [])
        keys.type(" ", at: 400)
        #expect(keys.outputs == [down(Key.space)])
        keys.type("\u{1B}[200~", at: 410)
        var said: [KeyDecoder.Output] = []
        keys.decoder.reset { said.append($0) }
        keys.type("w", at: 420)
        #expect(keys.outputs.last == down(Key.w))
    }
}
