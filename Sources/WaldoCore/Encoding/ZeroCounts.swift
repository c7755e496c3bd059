/// How many times each of the failsafe frames was sent, or still has to be: one byte each, so that all of them fit
/// one atomic value.
public struct ZeroCounts: Equatable, Sendable {
    /// One byte per frame; that of frame 0 is the lowest.
    public var rawValue: UInt64

    /// Creates counts from their bytes.
    public init(rawValue: UInt64 = 0) { self.rawValue = rawValue }

    /// Creates counts from frame 0 on; those beyond eight are ignored.
    public init(_ counts: some Sequence<UInt8>) {
        rawValue = 0
        for (index, count) in counts.prefix(8).enumerated() { rawValue |= UInt64(count) << (8 * UInt64(index)) }
    }

    /// The count of one frame, 0...255, by its index among the failsafe frames.
    @inline(__always)
    public subscript(index: Int) -> Int { Int(rawValue >> (8 * UInt64(index)) & 0xff) }

    /// Whether every count is zero.
    @inline(__always)
    public var isEmpty: Bool { rawValue == 0 }
}
