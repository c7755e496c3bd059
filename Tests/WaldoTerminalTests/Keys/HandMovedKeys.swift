import WaldoTime
@testable import WaldoTerminal

/// A key decoder on a clock that the test moves: it fires each deadline when it is due and collects the outputs with
/// times.
struct HandMovedKeys {
    struct Said: Equatable, CustomStringConvertible {
        var milliseconds: Int64
        var output: KeyDecoder.Output

        var description: String { "\(milliseconds) ms \(output)" }
    }

    var decoder = KeyDecoder()
    var said: [Said] = []
    private(set) var now = Instant.clockStart

    /// The outputs without times.
    var outputs: [KeyDecoder.Output] { said.map(\.output) }

    mutating func move(to milliseconds: Int64) {
        let end = Instant.clockStart + .milliseconds(milliseconds)
        while let deadline = decoder.deadline, deadline <= end {
            now = max(now, deadline)
            let time = now
            decoder.advance(to: time) { said.append(Said(milliseconds: time.microseconds / 1_000, output: $0)) }
        }
        now = end
    }

    mutating func type(_ text: String, at milliseconds: Int64) { type(Array(text.utf8), at: milliseconds) }

    mutating func type(_ bytes: [UInt8], at milliseconds: Int64) {
        move(to: milliseconds)
        for byte in bytes { decoder.feed(byte, at: now) { said.append(Said(milliseconds: milliseconds, output: $0)) } }
    }

    /// Simulates the terminal's answer that the kitty protocol's event types are on.
    mutating func speakKitty() {
        type("\u{1B}[?15u", at: now.microseconds / 1_000)
        said = []
    }
}

func down(_ code: UInt16) -> KeyDecoder.Output { .key(code, down: true) }
func up(_ code: UInt16) -> KeyDecoder.Output { .key(code, down: false) }

/// KEY_* of linux/input-event-codes.h, as far as the tests need them.
enum Key {
    static let escape: UInt16 = 1, one: UInt16 = 2, enter: UInt16 = 28, a: UInt16 = 30, w: UInt16 = 17, c: UInt16 = 46
    static let leftBrace: UInt16 = 26, o: UInt16 = 24, space: UInt16 = 57, up: UInt16 = 103, leftShift: UInt16 = 42
}
