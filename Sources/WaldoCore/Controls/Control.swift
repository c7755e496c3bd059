/// A control that the operator moves: an index into the mapping's list of controls.
@frozen
public struct Control: Hashable, Sendable {
    /// How many controls a mapping can have.
    public static let maxCount = 16

    @usableFromInline let raw: UInt8

    /// Creates a control from its index, 0 for the mapping's first; at most `maxCount` - 1.
    @inlinable
    public init(_ index: Int) {
        precondition(index >= 0 && index < Self.maxCount, "a mapping has at most 16 controls")
        raw = UInt8(truncatingIfNeeded: index)
    }

    /// Its index in the mapping's list, from 0.
    @inlinable
    public var index: Int { Int(raw) }
}
