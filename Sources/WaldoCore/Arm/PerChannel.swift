/// One value for each channel of an arm, stored inline: no allocation, no hashing.
public struct PerChannel<Value> {
    // Eight fields and not an `InlineArray`: reading one element of that copies all of it (Swift 6.3).
    private var v0: Value, v1: Value, v2: Value, v3: Value, v4: Value, v5: Value, v6: Value, v7: Value
    /// The arm's channels.
    public let channels: Channels

    /// Creates one with the same value for each of these channels.
    public init(repeating value: Value, for channels: Channels) {
        (v0, v1, v2, v3, v4, v5, v6, v7) = (value, value, value, value, value, value, value, value)
        self.channels = channels
    }

    /// Creates one from the values of all channels in order, 1...`Channel.maxCount` of them.
    public init(_ list: [Value]) {
        self.init(repeating: list[0], for: Channels(count: list.count))
        for channel in channels { self[channel] = list[channel.index] }
    }

    /// The value of one channel.
    public subscript(channel: Channel) -> Value {
        @inline(__always) get {
            switch channel.raw {
            case 0: v0
            case 1: v1
            case 2: v2
            case 3: v3
            case 4: v4
            case 5: v5
            case 6: v6
            default: v7
            }
        }
        @inline(__always) _modify {
            switch channel.raw {
            case 0: yield &v0
            case 1: yield &v1
            case 2: yield &v2
            case 3: yield &v3
            case 4: yield &v4
            case 5: yield &v5
            case 6: yield &v6
            default: yield &v7
            }
        }
    }

    /// One with each value transformed.
    public func map<Other>(_ transform: (Value) -> Other) -> PerChannel<Other> {
        var other = PerChannel<Other>(repeating: transform(v0), for: channels)
        for channel in channels.dropFirst() { other[channel] = transform(self[channel]) }
        return other
    }

    /// The values in order.
    public var list: [Value] { channels.map { self[$0] } }
}

extension PerChannel: Sendable where Value: Sendable {}

extension PerChannel: Equatable where Value: Equatable {
    /// Equal if every channel has the same value.
    public static func == (a: PerChannel, b: PerChannel) -> Bool {
        guard a.channels.count == b.channels.count else { return false }
        for channel in a.channels where a[channel] != b[channel] { return false }
        return true
    }
}
