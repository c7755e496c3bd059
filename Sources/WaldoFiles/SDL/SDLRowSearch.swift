import Glibc
import WaldoCore

/// Finds the rows for one input in a text of rows, or among the strings of libSDL2, whose rows are plain strings: SDL
/// itself is never run, since it would open every pad and set signal handlers.
struct SDLRowSearch {
    private let identity: InputIdentity
    private let needles: [[UInt8]]

    /// The longest row that is read, in bytes; the longest in use have about 700.
    static let longest = 4096

    init(_ identity: InputIdentity) {
        self.identity = identity
        func word(_ word: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)] }
        let ids = word(identity.vendor) + [0, 0] + word(identity.product) + [0, 0]
        let named = Array(identity.name.utf8.prefix(11))
        let texts = [ids, named].filter { !$0.isEmpty }.map { HexText.text(of: $0) }
        needles = texts.flatMap { [Array($0.lowercased().utf8), Array($0.uppercased().utf8)] }
    }

    /// The row that names the input best, the last of those that do it equally well, as with SDL.
    func best(in bytes: UnsafeRawBufferPointer) -> SDLRow? {
        var best: (row: SDLRow, rank: Int)?
        for needle in needles {
            each(needle, in: bytes) { offset in
                guard let row = row(around: offset, in: bytes), let rank = row.guid.rank(for: identity),
                    rank >= best?.rank ?? 0
                else { return }
                best = (row, rank)
            }
        }
        return best?.row
    }

    /// As `best(in:)`, in bytes.
    func best(in bytes: [UInt8]) -> SDLRow? { bytes.withUnsafeBytes { best(in: $0) } }

    /// As `best(in:)`, in a text.
    func best(in text: String) -> SDLRow? { best(in: Array(text.utf8)) }

    private func each(_ needle: [UInt8], in bytes: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
        guard let base = bytes.baseAddress, let first = needle.first else { return }
        var from = 0
        while bytes.count - from >= needle.count,
            let found = memchr(base + from, CInt(first), bytes.count - from - needle.count + 1)
        {
            let offset = UnsafeRawPointer(found) - base
            if memcmp(found, needle, needle.count) == 0 { body(offset) }
            from = offset + 1
        }
    }

    /// The row in whose GUID the needle was found: behind bus and CRC, of four digits each.
    private func row(around offset: Int, in bytes: UnsafeRawBufferPointer) -> SDLRow? {
        func isEnd(_ byte: UInt8) -> Bool { [0, UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte) }
        let start = offset - 8
        guard start >= 0, start == 0 || isEnd(bytes[start - 1]) else { return nil }
        let line = bytes[start..<min(bytes.count, start + Self.longest)].prefix { !isEnd($0) }
        return SDLRow(String(decoding: line, as: UTF8.self))
    }
}
