/// One stream of commands to an arm: an index into the arm's list of channels. When two are due equally long, the one
/// that is listed first is sent first.
@frozen
public struct Channel: Hashable, Sendable {
    /// How many channels an arm can have.
    public static let maxCount = 8

    @usableFromInline let raw: UInt8

    @inlinable
    init(unchecked index: UInt8) { raw = index }

    /// Creates a channel from its index, 0 for the arm's first; at most `maxCount` - 1.
    @inlinable
    public init(_ index: Int) {
        precondition(index >= 0 && index < Self.maxCount, "an arm has at most 8 channels")
        raw = UInt8(truncatingIfNeeded: index)
    }

    /// Its index in the arm's list, from 0.
    @inlinable
    public var index: Int { Int(raw) }
}

/// An arm's channels, in the order of its list.
@frozen
public struct Channels: RandomAccessCollection, Sendable {
    @usableFromInline let number: UInt8

    /// Creates the channels of an arm that has this many, 0...`Channel.maxCount`.
    @inlinable
    public init(count: Int) {
        precondition(count >= 0 && count <= Channel.maxCount, "an arm has at most 8 channels")
        number = UInt8(truncatingIfNeeded: count)
    }

    /// The first index.
    @inlinable
    public var startIndex: Int { 0 }

    /// The index behind the last.
    @inlinable
    public var endIndex: Int { Int(number) }

    /// The channel at an index.
    @inlinable
    public subscript(index: Int) -> Channel { Channel(index) }

    /// The channels from one index up to another, without a check: for the loops of every turn.
    @frozen
    public struct Span: Sequence, IteratorProtocol {
        @usableFromInline var index: UInt8
        @usableFromInline let end: UInt8

        @inlinable
        init(_ index: UInt8, _ end: UInt8) { (self.index, self.end) = (index, end) }

        /// The next channel; nil at the end.
        @inlinable
        public mutating func next() -> Channel? {
            guard index < end else { return nil }
            defer { index &+= 1 }
            return Channel(unchecked: index)
        }
    }

    /// An iterator from the first channel on.
    @inlinable
    public func makeIterator() -> Span { Span(0, number) }

    /// One channel, as a sequence.
    @inlinable
    func alone(_ channel: Channel) -> Span { Span(channel.raw, channel.raw &+ 1) }
}
