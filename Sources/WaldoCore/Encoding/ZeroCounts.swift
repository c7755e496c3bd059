/// How often each frame of a last word was said, or has still to be said: a byte each, so that the whole can be one
/// atomic value.
public struct ZeroCounts: Equatable, Sendable {
    /// The byte of frame 0 is the lowest.
    public var rawValue: UInt64

    /// Counts from their bytes.
    public init(rawValue: UInt64 = 0) { self.rawValue = rawValue }

    /// These counts, from frame 0; more than eight are left out.
    public init(_ counts: some Sequence<UInt8>) {
        rawValue = 0
        for (index, count) in counts.prefix(8).enumerated() { rawValue |= UInt64(count) << (8 * UInt64(index)) }
    }

    /// The count of one frame, 0...255, by its place in the last word.
    @inline(__always)
    public subscript(index: Int) -> Int { Int(rawValue >> (8 * UInt64(index)) & 0xff) }

    /// Whether none is said.
    @inline(__always)
    public var isEmpty: Bool { rawValue == 0 }
}
