/// One stream of commands to an arm: a place in the arm's list of channels. When two are due equally long, the one that
/// is listed first is sent first.
@frozen
public struct Channel: Hashable, Sendable {
    /// How many channels an arm can have.
    public static let most = 8

    @usableFromInline let index: UInt8

    @inlinable
    init(unchecked place: UInt8) { index = place }

    /// Creates a channel from its place, 0 for the arm's first; at most `most` - 1.
    @inlinable
    public init(_ place: Int) {
        precondition(place >= 0 && place < Self.most, "an arm has at most 8 channels")
        index = UInt8(truncatingIfNeeded: place)
    }

    /// Its place in the arm's list, from 0.
    @inlinable
    public var place: Int { Int(index) }
}

/// An arm's channels, in the order of its list.
@frozen
public struct Channels: RandomAccessCollection, Sendable {
    @usableFromInline let number: UInt8

    /// Creates the channels of an arm that has this many, 0...`Channel.most`.
    @inlinable
    public init(count: Int) {
        precondition(count >= 0 && count <= Channel.most, "an arm has at most 8 channels")
        number = UInt8(truncatingIfNeeded: count)
    }

    /// The first place.
    @inlinable
    public var startIndex: Int { 0 }

    /// The place behind the last.
    @inlinable
    public var endIndex: Int { Int(number) }

    /// The channel at a place.
    @inlinable
    public subscript(place: Int) -> Channel { Channel(place) }

    /// The channels from one place up to another, without a check: for the loops of every turn.
    @frozen
    public struct Span: Sequence, IteratorProtocol {
        @usableFromInline var place: UInt8
        @usableFromInline let end: UInt8

        @inlinable
        init(_ place: UInt8, _ end: UInt8) { (self.place, self.end) = (place, end) }

        /// The next channel; nil at the end.
        @inlinable
        public mutating func next() -> Channel? {
            guard place < end else { return nil }
            defer { place &+= 1 }
            return Channel(unchecked: place)
        }
    }

    /// An iterator from the first channel on.
    @inlinable
    public func makeIterator() -> Span { Span(0, number) }

    /// One channel, as a sequence.
    @inlinable
    func alone(_ channel: Channel) -> Span { Span(channel.index, channel.index &+ 1) }
}
