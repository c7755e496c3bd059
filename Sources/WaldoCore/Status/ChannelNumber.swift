/// A channel's number, in units of the arm's range.
public struct ChannelNumber: Equatable, Sendable {
    /// The number in units of 10^-`decimals`.
    public var value: Int32
    /// Digits after the decimal point, 0...6.
    public var decimals: Int

    /// Creates a number; 25 with 2 decimals is 0.25.
    public init(_ value: Int32, decimals: Int = 0) {
        self.value = value
        self.decimals = decimals
    }

    /// The number with its decimal point.
    public var text: String { DecimalText.text(Int64(value), decimals: max(0, min(6, decimals))) }
}
