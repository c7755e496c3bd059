public import WaldoTime

/// Turns the bytes of a terminal into key presses and releases. Pure: every call gets the time, and `deadline` is the
/// time at which the decoder needs the next call.
///
/// A terminal with the kitty keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/) reports releases.
/// Elsewhere the first byte of a key is a press of 180 ms, of which a `TypingGuard` leaves 120 ms; a byte that
/// arrives while its key is down is an auto-repeat and holds the key for another 150 ms.
///
/// `presses` counts what fingers would have to have pressed, for a `TypingGuard`.
public struct KeyDecoder: Sendable {
    private struct PressedKey {
        var code: UInt16
        /// When it counts as released; nil: the terminal reports the release.
        var deadline: Instant?
        var pressed: Instant
        /// When its last byte came.
        var struck: Instant
    }

    /// How long a first press lasts if releases are not reported.
    public static let nudge: TimeSpan = .milliseconds(180)
    /// How long an auto-repeat holds a key if releases are not reported.
    public static let hold: TimeSpan = .milliseconds(150)

    /// A paste without an end mark ends this long after its last byte.
    static let pastePatience: TimeSpan = .milliseconds(200)

    private static let reportsEventTypes: Int32 = 2
    /// Bracketed paste (xterm): `CSI 200 ~` before the text, `CSI 201 ~` after it.
    private static let pasteBegins: Int32 = 200, pasteEnded: Int32 = 201

    private var reader = SequenceReader()
    private var pressed: [PressedKey] = []
    /// When the paste in progress ends. Pasted text must not drive the arm, but Escape still stops.
    private var pasteEnds: Instant?
    /// What is printed on keys whose place has another letter on a US keyboard, as far as they were pressed: the
    /// terminal's protocol gives both.
    public private(set) var labels: [UInt16: String] = [:]
    /// Whether the terminal reports releases.
    public private(set) var reportsReleases = false

    /// How many presses were decoded, of any key, without key repeat. Where releases are not reported, a press may be
    /// key repeat that has begun after its key counted as released: bytes of the same key that follow it are further
    /// presses only if they come sooner than any keyboard repeats. A keyboard repeats the last key alone.
    public private(set) var presses = 0
    private static let repeatsAfter: TimeSpan = .milliseconds(100)
    /// The key of the last byte; nil: it is not known here.
    private var last: UInt16?
    private static let soonestRepeat: TimeSpan = .milliseconds(10)

    /// A decoder with no key down.
    public init() { pressed.reserveCapacity(128) }

    /// When `advance` must be called; nil: nothing is pending.
    public var deadline: Instant? {
        var earliest = reader.deadline
        for key in pressed { earliest = .earlier(earliest, key.deadline) }
        return earliest
    }

    /// Decodes one byte, read at `time`.
    public mutating func feed(_ byte: UInt8, at time: Instant, _ emit: (Output) -> Void) {
        releaseExpired(time, emit)
        handle(reader.feed(byte, at: time), at: time, emit)
    }

    /// Handles what is due at `time`: a lone ESC becomes the Escape key, expired keys come up.
    public mutating func advance(to time: Instant, _ emit: (Output) -> Void) {
        handle(reader.advance(to: time), at: time, emit)
        releaseExpired(time, emit)
    }

    /// Releases every key and drops an unfinished sequence: the terminal is lost, or another program had it meanwhile.
    public mutating func reset(_ emit: (Output) -> Void) {
        releaseAll(emit)
        reader = SequenceReader()
        pasteEnds = nil
        reportsReleases = false
    }

    private mutating func handle(_ tokens: SequenceReader.Tokens, at time: Instant, _ emit: (Output) -> Void) {
        if let token = tokens.first { handle(token, at: time, emit) }
        if let token = tokens.second { handle(token, at: time, emit) }
    }

    private mutating func handle(_ token: SequenceReader.Token, at time: Instant, _ emit: (Output) -> Void) {
        switch token {
        case .byte where isPasted(at: time): pasteEnds = time + Self.pastePatience
        case .byte(let byte):
            guard let code = KeyTable.key(ascii: byte) else {
                presses += 1
                return last = nil
            }
            strike(code, at: time, emit)
        case .escape: strike(KeyTable.escape, at: time, emit)
        case .sequence(let sequence): handle(sequence, at: time, emit)
        }
    }

    private mutating func handle(_ sequence: ControlSequence, at time: Instant, _ emit: (Output) -> Void) {
        guard sequence.isPlain else { return }
        switch (sequence.prefix, sequence.final) {
        case (UInt8(ascii: "?"), UInt8(ascii: "u")):
            let reports = sequence[0] & Self.reportsEventTypes != 0
            // The terminal stops reporting releases: keys waiting for one would stay down forever.
            if reportsReleases, !reports { releaseAll(emit) }
            reportsReleases = reports
            emit(.kittyFlags(sequence[0]))
        case (UInt8(ascii: "?"), UInt8(ascii: "c")): emit(.deviceAttributes)
        case (0, UInt8(ascii: "O")) where !sequence.isSingleShift:
            // The window has lost the keyboard focus: releases now go to another window.
            releaseAll(emit)
        case (0, UInt8(ascii: "u")) where !sequence.isSingleShift:
            if let signal = sequence.signal {
                if sequence[1, 1] <= 1 { emit(.signal(signal)) }
            } else if let code = KeyTable.key(kitty: sequence[0, 2]) ?? KeyTable.key(kitty: sequence[0]) {
                learn(code, sequence)
                change(code, event: sequence[1, 1], at: time, emit)
            } else if sequence[1, 1] <= 1 {
                presses += 1
            }
        case (0, UInt8(ascii: "~")) where sequence[0] == Self.pasteBegins: pasteEnds = time + Self.pastePatience
        case (0, UInt8(ascii: "~")) where sequence[0] == Self.pasteEnded: pasteEnds = nil
        case (0, UInt8(ascii: "~")):
            if let code = KeyTable.key(tilde: sequence[0]) { change(code, event: sequence[1, 1], at: time, emit) }
        case (0, _):
            if let code = KeyTable.key(final: sequence.final) { change(code, event: sequence[1, 1], at: time, emit) }
        default: break
        }
    }

    private func isPasted(at time: Instant) -> Bool { pasteEnds.map { time < $0 } ?? false }

    // MARK: keys

    private mutating func learn(_ code: UInt16, _ sequence: ControlSequence) {
        guard sequence[0, 2] != 0, sequence[0] != sequence[0, 2], let sign = Unicode.Scalar(UInt32(sequence[0])),
            sign.properties.isAlphabetic, labels[code] == nil
        else { return }
        labels[code] = String(sign).uppercased()
    }

    /// `event` is the kitty protocol's event type: 2 is a repeat, 3 a release, anything else a press.
    private mutating func change(_ code: UInt16, event: Int32, at time: Instant, _ emit: (Output) -> Void) {
        switch event {
        case 3: release(code, emit)
        case _ where !reportsReleases: strike(code, at: time, emit)
        // A repeat is not a press: a key whose press was not seen here must be released first.
        case 2: if let index = pressed.firstIndex(where: { $0.code == code }) { pressed[index].deadline = nil }
        default: press(code, until: nil, at: time, emit)
        }
    }

    /// Handles a key whose release is not reported.
    private mutating func strike(_ code: UInt16, at time: Instant, _ emit: (Output) -> Void) {
        defer { last = code }
        guard let index = pressed.firstIndex(where: { $0.code == code }) else {
            return press(code, until: time + Self.nudge, at: time, emit)
        }
        let isRepeat = last == code && time - pressed[index].struck >= Self.soonestRepeat
        if time - pressed[index].pressed < Self.repeatsAfter, !isRepeat { presses += 1 }
        pressed[index].struck = time
        if pressed[index].deadline != nil { pressed[index].deadline = time + Self.hold }
    }

    private mutating func press(
        _ code: UInt16, until deadline: Instant?, at time: Instant, _ emit: (Output) -> Void
    ) {
        presses += 1
        if let index = pressed.firstIndex(where: { $0.code == code }) {
            pressed[index].deadline = deadline
        } else {
            pressed.append(PressedKey(code: code, deadline: deadline, pressed: time, struck: time))
            emit(.key(code, down: true))
        }
    }

    private mutating func release(_ code: UInt16, _ emit: (Output) -> Void) {
        guard let index = pressed.firstIndex(where: { $0.code == code }) else { return }
        pressed.remove(at: index)
        emit(.key(code, down: false))
    }

    private mutating func releaseExpired(_ time: Instant, _ emit: (Output) -> Void) {
        var index = 0
        while index < pressed.count {
            if let deadline = pressed[index].deadline, deadline <= time {
                emit(.key(pressed.remove(at: index).code, down: false))
            } else {
                index += 1
            }
        }
    }

    private mutating func releaseAll(_ emit: (Output) -> Void) {
        for key in pressed { emit(.key(key.code, down: false)) }
        pressed.removeAll(keepingCapacity: true)
    }
}
