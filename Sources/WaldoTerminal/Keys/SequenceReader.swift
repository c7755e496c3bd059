import WaldoTime

/// Splits the bytes of a terminal into characters, the Escape key, and control sequences. The time is passed in.
///
/// An ESC that nothing follows for 50 ms is the Escape key. So is an ESC before a byte that begins no sequence: Escape
/// is an emergency stop, and a spurious stop is better than a missed one. Bytes from 0x80 on are UTF-8 and no mapping's
/// key.
struct SequenceReader: Sendable {
    enum Token: Equatable, Sendable {
        /// A byte outside any sequence.
        case byte(UInt8)
        /// The Escape key.
        case escape
        case sequence(ControlSequence)
    }

    /// The result of one byte or of elapsed time: no token, one, or two.
    struct Tokens: Equatable {
        var first: Token?, second: Token?

        init(_ first: Token? = nil, _ second: Token? = nil) {
            self.first = first
            self.second = second
        }
    }

    private enum State { case ground, escape, control, singleShift, linuxFunction }

    /// How long the next byte of a sequence may take.
    static let patience: TimeSpan = .milliseconds(50)

    private var state = State.ground
    private var sequence = ControlSequence()
    /// When the unfinished sequence is given up; nil: there is none.
    private(set) var deadline: Instant?

    /// Reads one byte, which arrived at `time`.
    mutating func feed(_ byte: UInt8, at time: Instant) -> Tokens {
        let tokens = read(byte)
        deadline = state == .ground ? nil : time + Self.patience
        return tokens
    }

    /// Gives up the unfinished sequence once its deadline has passed.
    mutating func advance(to time: Instant) -> Tokens {
        guard let deadline, deadline <= time else { return Tokens() }
        let given = state
        (state, self.deadline) = (.ground, nil)
        switch given {
        case .ground: return Tokens()
        case .control where sequence.isEmpty: return Tokens(.escape, .byte(UInt8(ascii: "[")))
        case .singleShift: return Tokens(.escape, .byte(UInt8(ascii: "O")))
        case .escape, .control, .linuxFunction: return Tokens(.escape)
        }
    }

    private mutating func read(_ byte: UInt8) -> Tokens {
        switch state {
        case .ground:
            if byte == 0x1b { state = .escape } else { return Tokens(.byte(byte)) }
        case .escape: return readAfterEscape(byte)
        case .control: return readControl(byte)
        case .singleShift:
            state = .ground
            guard byte > 0x20, byte < 0x7f else { return Tokens(.escape, restart(byte)) }
            sequence = ControlSequence()
            (sequence.isSingleShift, sequence.final) = (true, byte)
            return Tokens(.sequence(sequence))
        case .linuxFunction: state = .ground
        }
        return Tokens()
    }

    private mutating func readAfterEscape(_ byte: UInt8) -> Tokens {
        switch byte {
        case UInt8(ascii: "["):
            sequence = ControlSequence()
            state = .control
            return Tokens()
        case UInt8(ascii: "O"):
            state = .singleShift
            return Tokens()
        default: return Tokens(.escape, restart(byte))
        }
    }

    private mutating func readControl(_ byte: UInt8) -> Tokens {
        switch byte {
        case UInt8(ascii: "[") where sequence.isEmpty:
            // The Linux console's F1...F5, `ESC [ [ A`...: the letter that follows must not become a key of its own.
            state = .linuxFunction
            return Tokens()
        case 0x21...0x3f:
            sequence.append(byte)
            return Tokens()
        case 0x40...0x7e:
            state = .ground
            sequence.final = byte
            return Tokens(.sequence(sequence))
        default: return Tokens(restart(byte))
        }
    }

    /// Drops the unfinished sequence. The byte starts the next one if it is ESC, and is a token of its own otherwise.
    private mutating func restart(_ byte: UInt8) -> Token? {
        state = byte == 0x1b ? .escape : .ground
        return byte == 0x1b ? nil : .byte(byte)
    }
}
