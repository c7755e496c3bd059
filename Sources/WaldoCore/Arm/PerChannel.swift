/// One value per channel, stored inline: no allocation, no hashing.
public struct PerChannel<Value> {
    /// The slider's value.
    public var slider: Value
    /// The value of joystick x.
    public var zx: Value
    /// The value of joystick y.
    public var zy: Value

    /// Creates one from three values.
    public init(slider: Value, zx: Value, zy: Value) {
        self.slider = slider
        self.zx = zx
        self.zy = zy
    }

    /// Creates one with the same value for every channel.
    public init(repeating value: Value) { self.init(slider: value, zx: value, zy: value) }

    /// The value of one channel.
    @inlinable
    public subscript(channel: Channel) -> Value {
        get {
            switch channel {
            case .slider: slider
            case .zx: zx
            case .zy: zy
            }
        }
        _modify {
            switch channel {
            case .slider: yield &slider
            case .zx: yield &zx
            case .zy: yield &zy
            }
        }
    }
}

extension PerChannel: Sendable where Value: Sendable {}
extension PerChannel: Equatable where Value: Equatable {}
