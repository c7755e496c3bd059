/// The columns in which a message of text describes its own stream, as an AirBeam's do.
public struct SelfDescription: Equatable, Sendable {
    /// The most streams that one sensor may describe.
    public static let maxStreams = 32

    /// The field of the value.
    public var value: Int
    /// The columns whose texts together name the stream.
    public var name: [Int]
    /// The columns of the quantity and the unit; nil: not stated.
    public var quantity: Int?, unit: Int?
    /// The columns of the thresholds, from very low to very high.
    public var thresholds: [Int]

    /// Creates a description from its parts.
    public init(value: Int, name: [Int], quantity: Int? = nil, unit: Int? = nil, thresholds: [Int] = []) {
        self.value = value
        self.name = name
        self.quantity = quantity
        self.unit = unit
        self.thresholds = thresholds
    }
}
