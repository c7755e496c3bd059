import Testing

@testable import WaldoTerminal

@Suite struct KittyKeysTests {
    @Test(arguments: [
        ("\u{1B}[119u", "\u{1B}[119;1:3u", Key.w),
        ("\u{1B}[119;1:1u", "\u{1B}[119;1:3u", Key.w),
        ("\u{1B}[119:87;2u", "\u{1B}[119:87;2:3u", Key.w),
        // The key in the position of W on a Cyrillic and on a French keyboard.
        ("\u{1B}[1094::119u", "\u{1B}[1094::119;1:3u", Key.w),
        ("\u{1B}[122::119u", "\u{1B}[122::119;1:3u", Key.w),
        ("\u{1B}[A", "\u{1B}[1;1:3A", Key.up),
        ("\u{1B}[1;129:1A", "\u{1B}[1;129:3A", Key.up),
        ("\u{1B}[27u", "\u{1B}[27;1:3u", Key.escape),
        ("\u{1B}[32;5u", "\u{1B}[32;5:3u", Key.space),
        ("\u{1B}[13u", "\u{1B}[13;1:3u", Key.enter),
        ("\u{1B}[57441;2u", "\u{1B}[57441;1:3u", Key.leftShift),
    ])
    func aKeyIsDownUntilTheTerminalSaysThatItCameUp(press: String, release: String, code: UInt16) {
        var keys = HandMovedKeys()
        keys.speakKitty()
        keys.type(press, at: 0)
        keys.move(to: 60_000)
        #expect(keys.outputs == [down(code)])
        keys.type(release, at: 60_001)
        #expect(keys.outputs == [down(code), up(code)])
        #expect(keys.decoder.deadline == nil)
    }

    @Test func repeatsAreLeftOutAndPressNothingByThemselves() {
        var keys = HandMovedKeys()
        keys.speakKitty()
        keys.type("\u{1B}[119;1:2u", at: 0)
        #expect(keys.outputs.isEmpty)
        keys.type("\u{1B}[119u\u{1B}[119;1:2u\u{1B}[119;1:2u", at: 10)
        #expect(keys.outputs == [down(Key.w)])
    }

    @Test func aWindowThatLosesTheKeyboardLetsEveryKeyComeUp() {
        var keys = HandMovedKeys()
        keys.speakKitty()
        keys.type("\u{1B}[119u\u{1B}[97u", at: 0)
        keys.type("\u{1B}[O", at: 10)
        #expect(keys.outputs == [down(Key.w), down(Key.a), up(Key.w), up(Key.a)])
        keys.type("\u{1B}[I\u{1B}[119;1:2u", at: 20)
        #expect(keys.outputs.count == 4)
    }

    @Test func aProtocolThatEndsLetsEveryKeyComeUp() {
        var keys = HandMovedKeys()
        keys.speakKitty()
        keys.type("\u{1B}[119u\u{1B}[?0u", at: 0)
        #expect(keys.outputs == [down(Key.w), up(Key.w), .kittyFlags(0)])
    }

    @Test func aKeyThatWentDownBeforeTheProtocolWasOnComesUpByIt() {
        var keys = HandMovedKeys()
        keys.type("w\u{1B}[?15u", at: 0)
        keys.type("\u{1B}[119;1:2u", at: 50)
        keys.move(to: 5_000)
        #expect(keys.outputs == [down(Key.w), .kittyFlags(15)])
        keys.type("\u{1B}[119;1:3u", at: 5_001)
        #expect(keys.outputs.last == up(Key.w))
    }

    @Test func sequencesOfATerminalThatReportsNoReleasesAreNudgesToo() {
        var keys = HandMovedKeys()
        keys.type("\u{1B}[119u", at: 0)
        keys.move(to: 1_000)
        #expect(keys.outputs == [down(Key.w), up(Key.w)])
    }

    @Test(arguments: [
        ("\u{1B}[99;5u", KeyDecoder.SignalKey.interrupt), ("\u{1B}[122;5u", .suspend), ("\u{1B}[92;5u", .quit),
        ("\u{1B}[99;69u", .interrupt), ("\u{1B}[1089::99;5u", .interrupt),
    ])
    func theKeysThatTheDriverMakesSignalsOfAreReportedAsSuchOnce(text: String, key: KeyDecoder.SignalKey) {
        var keys = HandMovedKeys()
        keys.speakKitty()
        keys.type(text, at: 0)
        keys.type(text.dropLast() + ":2u", at: 1)
        keys.type(text.dropLast() + ":3u", at: 2)
        #expect(keys.outputs == [.signal(key)])
    }

    @Test func theAnswersToTheQueriesAreReported() {
        var keys = HandMovedKeys()
        keys.type("\u{1B}[?3u\u{1B}[?62;22c", at: 0)
        #expect(keys.outputs == [.kittyFlags(3), .deviceAttributes])
    }
}
