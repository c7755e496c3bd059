import WaldoCore

/// Reads frames as the sketch of the first arm does. At the end mark it acts on the first character and the number
/// behind it of all that has come since its last look at the shield, which it does not clear then: of two frames that
/// it sees at once, the second is lost and the first repeats. A letter that it does not know does nothing, and a
/// missing number is 0.
struct SketchParser: Sendable {
    private let commands: [SketchCommand]
    private let end: UInt8
    private var letter: UInt8?
    /// The number behind the letter, in the 32 bits of its long.
    private var number: Int32 = 0
    private var isNegative = false
    private var hasSign = false, hasDigit = false, hasEnded = false

    /// Creates a parser; nil: the arm's frames are not of this kind.
    init?(_ arm: Arm) {
        guard let known = arm.sketchCommands else { return nil }
        (commands, end) = known
    }

    /// Begins a look at the shield.
    mutating func clear() {
        (letter, number, isNegative) = (nil, 0, false)
        (hasSign, hasDigit, hasEnded) = (false, false, false)
    }

    /// Parses a byte; returns what the sketch acts on.
    mutating func parse(_ byte: UInt8) -> (channel: Channel, value: Int32)? {
        guard byte != end else { return command }
        guard letter != nil else {
            letter = byte
            return nil
        }
        guard !hasEnded else { return nil }
        switch byte {
        case UInt8(ascii: " ") where !hasSign && !hasDigit: break
        case UInt8(ascii: "-") where !hasSign && !hasDigit: (hasSign, isNegative) = (true, true)
        case UInt8(ascii: "+") where !hasSign && !hasDigit: hasSign = true
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            hasDigit = true
            number = number &* 10 &+ Int32(byte - UInt8(ascii: "0"))
        default: hasEnded = true
        }
        return nil
    }

    private var command: (channel: Channel, value: Int32)? {
        guard let letter, let command = commands.first(where: { $0.letter == letter }) else { return nil }
        return (command.channel, command.number ?? (isNegative ? 0 &- number : number))
    }
}
