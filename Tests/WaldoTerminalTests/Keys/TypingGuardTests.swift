import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoTerminal

/// What types faster than fingers moves nothing and ends no stop.
struct TypingGuardTests {
    private static let w: UInt16 = 17, l: UInt16 = 38, enter: UInt16 = 28

    /// A terminal's bytes through decoder and guard, as `Terminal` passes them on.
    private struct Keys {
        var decoder = KeyDecoder()
        var typing = TypingGuard()
        var now: Instant = 1_000_000
        var seen: [String] = []

        mutating func read(_ text: String) {
            var outputs: [KeyDecoder.Output] = []
            for byte in text.utf8 {
                let before = decoder.presses
                decoder.feed(byte, at: now) { outputs.append($0) }
                for _ in before..<decoder.presses { typing.pressed(at: now) }
            }
            pass(outputs)
        }

        mutating func advance(_ span: TimeSpan) {
            let end = now + span
            while let due = Instant.earlier(decoder.deadline, typing.deadline), due <= end {
                now = max(now, due)
                var outputs: [KeyDecoder.Output] = []
                decoder.advance(to: now) { outputs.append($0) }
                pass(outputs)
            }
            now = end
        }

        private mutating func pass(_ outputs: [KeyDecoder.Output]) {
            var seen: [String] = []
            for case .key(let code, let down) in outputs {
                typing.receive(code, down: down, at: now) { seen.append("\($0)\($1 ? "+" : "-")") }
            }
            typing.advance(to: now) { seen.append("\($0)\($1 ? "+" : "-")") }
            self.seen += seen
        }
    }

    private func seen(_ script: (inout Keys) -> Void) -> [String] {
        var keys = Keys()
        script(&keys)
        keys.advance(.seconds(1))
        return keys.seen
    }

    @Test(arguments: ["www", "wl\r", "4006381333931\r", "wasd", "w\rw", "wéé", "W L\r"])
    func aPasteWithoutBracketsDoesNothing(text: String) {
        #expect(seen { $0.read(text) } == [])
    }

    /// A character each 16 ms: a scanner's report with the key, and one without.
    @Test(arguments: [1, 5, 10, 16, 20, 25]) func aScannerDoesNothing(milliseconds: Int64) {
        let keys = seen { keys in
            for character in "wLwlAd12\r" {
                keys.read(String(character))
                keys.advance(.milliseconds(milliseconds))
            }
        }
        #expect(keys == [])
    }

    @Test func fingersAreOnlyLate() {
        var keys = Keys()
        keys.read("w")
        keys.advance(.milliseconds(59))
        #expect(keys.seen == [])
        keys.advance(.milliseconds(1))
        #expect(keys.seen == ["17+"])
        keys.advance(.milliseconds(120))
        #expect(keys.seen == ["17+", "17-"])
    }

    /// Two at once, as slider and joystick are held, and twenty a second.
    @Test func fastFingersPass() {
        #expect(seen { $0.read("wl") } == ["17+", "38+", "17-", "38-"])
        let typed = seen { keys in
            for character in "wlwlwlwl" {
                keys.read(String(character))
                keys.advance(.milliseconds(50))
            }
        }
        #expect(typed.prefix(2) == ["17+", "38+"])
    }

    /// Key repeat, at any rate and in heaps as a slow connection brings it, is no typing.
    @Test(arguments: [(1, 5), (1, 33), (8, 240)]) func keyRepeatHolds(heap: Int, milliseconds: Int64) {
        var keys = Keys()
        keys.read("w")
        keys.advance(.milliseconds(110))
        for _ in 0..<20 {
            keys.read(String(repeating: "w", count: heap))
            keys.advance(.milliseconds(min(milliseconds, 149)))
        }
        #expect(keys.seen == ["17+"])
    }

    /// Keyboards begin to repeat later than a press without a release lasts: the first repeat is a press.
    @Test(arguments: [15, 20, 25, 30, 40, 90]) func keyRepeatHoldsAfterItsDelay(milliseconds: Int64) {
        var keys = Keys()
        keys.read("w")
        keys.advance(.milliseconds(500))
        for _ in 0..<20 {
            keys.read("w")
            keys.advance(.milliseconds(milliseconds))
        }
        #expect(keys.seen == ["17+", "17-", "17+"])
    }

    /// Enter, and then a stop, before the Enter was known as a finger's.
    @Test func whatWaitsIsDroppedByAStop() {
        let keys = seen { keys in
            keys.read("w")
            keys.advance(.milliseconds(100))
            keys.read("\r")
            keys.advance(.milliseconds(15))
            keys.typing.forget()
        }
        #expect(keys == ["17+", "17-"])
    }

    @Test func whatFollowsABurstWaitsForAPause() {
        let keys = seen { keys in
            keys.read("123456")
            keys.advance(.milliseconds(99))
            keys.read("\r")
            keys.advance(.milliseconds(100))
            keys.read("w")
        }
        #expect(keys == ["17+", "17-"])
    }

    /// A key that fingers hold goes on, and its release is never lost.
    @Test func whatIsHeldStaysHeldAndIsReleased() {
        var keys = Keys()
        keys.read("\u{1B}[?15u\u{1B}[119;1:1u")
        keys.advance(.milliseconds(60))
        keys.read("\u{1B}[108;1:1u\u{1B}[108;1:3u\u{1B}[105;1:1u\u{1B}[105;1:3u\u{1B}[97;1:1u\u{1B}[97;1:3u")
        keys.advance(.milliseconds(50))
        #expect(keys.seen == ["17+"])
        keys.read("\u{1B}[119;1:3u")
        #expect(keys.seen == ["17+", "17-"])
    }

    /// A tap that is shorter than the wait is a tap.
    @Test func aShortTapIsSeen() {
        let keys = seen { keys in
            keys.read("\u{1B}[?15u\u{1B}[119;1:1u")
            keys.advance(.milliseconds(10))
            keys.read("\u{1B}[119;1:3u")
        }
        #expect(keys == ["17+", "17-"])
    }

    @Test func aResetReleasesWhatIsDown() {
        var typing = TypingGuard()
        typing.receive(17, down: true, at: 0) { _, _ in }
        typing.advance(to: 60_000) { _, _ in }
        typing.receive(38, down: true, at: 60_000) { _, _ in }
        var seen: [String] = []
        typing.reset { seen.append("\($0)\($1 ? "+" : "-")") }
        #expect(seen == ["17-"] && typing.deadline == nil)
    }
}
