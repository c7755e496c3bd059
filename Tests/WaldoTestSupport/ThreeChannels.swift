public import WaldoCore

/// Most sample arms have the three channels of the default arm.
extension Channel {
    /// The default arm's channels.
    public static let slider = Channel(0), zx = Channel(1), zy = Channel(2)
}

extension Channel: CustomStringConvertible {
    /// Its name in the default arm, or its index.
    public var description: String { index < 3 ? ["slider", "zx", "zy"][index] : "channel \(index)" }
}

extension PerChannel {
    /// Values of the default arm's channels.
    public init(slider: Value, zx: Value, zy: Value) { self.init([slider, zx, zy]) }

    /// The same value for each of the default arm's channels.
    public init(repeating value: Value) { self.init(repeating: value, for: Channels(count: 3)) }

    /// The value of the channel slider.
    public var slider: Value {
        get { self[.slider] }
        set { self[.slider] = newValue }
    }

    /// The value of the channel zx.
    public var zx: Value {
        get { self[.zx] }
        set { self[.zx] = newValue }
    }

    /// The value of the channel zy.
    public var zy: Value {
        get { self[.zy] }
        set { self[.zy] = newValue }
    }
}
