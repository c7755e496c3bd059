/// A control that the operator moves: a place in the mapping's list of controls.
@frozen
public struct Control: Hashable, Sendable {
    /// How many controls a mapping can have.
    public static let most = 16

    @usableFromInline let index: UInt8

    /// Creates a control from its place, 0 for the mapping's first; at most `most` - 1.
    @inlinable
    public init(_ place: Int) {
        precondition(place >= 0 && place < Self.most, "a mapping has at most 16 controls")
        index = UInt8(truncatingIfNeeded: place)
    }

    /// Its place in the mapping's list, from 0.
    @inlinable
    public var place: Int { Int(index) }
}
