/// Tells the bytes of a terminal apart: characters, the Escape key, and control sequences. Time is handed in.
///
/// An ESC that nothing follows for 50 ms is the Escape key; so is one before a byte that begins no sequence, for Escape
/// stops, and a stop too many is better than one that is lost. Bytes from 0x80 on are UTF-8 and no key of any mapping.
struct SequenceReader: Sendable {
    enum Token: Equatable, Sendable {
        /// A byte that stands for itself.
        case byte(UInt8)
        /// The Escape key.
        case escape
        case sequence(ControlSequence)
    }

    /// What one byte, or the lapse of time, brings: nothing, one token, or two.
    struct Tokens: Equatable {
        var first: Token?, second: Token?

        init(_ first: Token? = nil, _ second: Token? = nil) {
            self.first = first
            self.second = second
        }
    }

    private enum State { case ground, escape, control, singleShift, linuxFunction }

    /// How long the rest of a sequence may take, in microseconds, from its byte before.
    static let patience: Int64 = 50_000

    private var state = State.ground
    private var sequence = ControlSequence()
    /// When the sequence under way is given up, in microseconds; nil: none is under way.
    private(set) var deadline: Int64?

    /// Takes one byte, read at `time`.
    mutating func feed(_ byte: UInt8, at time: Int64) -> Tokens {
        let tokens = read(byte)
        deadline = state == .ground ? nil : time + Self.patience
        return tokens
    }

    /// Gives up the sequence under way when its time has passed.
    mutating func advance(to time: Int64) -> Tokens {
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
            // The Linux console's F1...F5, `ESC [ [ A`...: the letter behind must not become a key of its own.
            state = .linuxFunction
            return Tokens()
        case 0x21...0x3f:
            sequence.take(byte)
            return Tokens()
        case 0x40...0x7e:
            state = .ground
            sequence.final = byte
            return Tokens(.sequence(sequence))
        default: return Tokens(restart(byte))
        }
    }

    /// Drops what was under way; the byte stands for itself, or begins the next sequence.
    private mutating func restart(_ byte: UInt8) -> Token? {
        state = byte == 0x1b ? .escape : .ground
        return byte == 0x1b ? nil : .byte(byte)
    }
}
