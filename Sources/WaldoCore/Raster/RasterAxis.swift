/// A channel that a raster moves, and the numbers that it takes there.
public struct RasterAxis: Equatable, Sendable {
    /// The channel.
    public var channel: Channel
    /// Its numbers in the order in which they are taken, in units of 10^-decimals. Of a velocity, which has no
    /// position, they are frames counted from where it stands: below zero backward.
    public var numbers: [Int32]

    /// Creates an axis from its parts.
    public init(_ channel: Channel, numbers: [Int32]) { (self.channel, self.numbers) = (channel, numbers) }
}
