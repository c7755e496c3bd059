import Glibc

/// The lines of a document, in place.
struct LineReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next line without its end; nil at the end, and for a line that has none.
    mutating func next() -> UnsafeRawBufferPointer? {
        guard position < bytes.count, let base = bytes.baseAddress,
            let end = memchr(base + position, 10, bytes.count - position)
        else { return nil }
        defer { position = UnsafeRawPointer(end) - base + 1 }
        return UnsafeRawBufferPointer(start: base + position, count: UnsafeRawPointer(end) - base - position)
    }

    var isAtEnd: Bool { position == bytes.count }
    /// What follows the last line that was taken.
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }
}
