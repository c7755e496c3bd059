/// What the kernel declares of an axis (struct input_absinfo), for the operator who looks into a device.
public struct AxisDetails: Equatable, Sendable {
    /// ABS_* code.
    public var code: UInt16
    /// Where it stands.
    public var value: Int32
    /// The declared range; values beyond it do occur.
    public var minimum: Int32, maximum: Int32
    /// Changes smaller than this the kernel filters out as noise.
    public var fuzz: Int32
    /// Values nearer to the middle than this count as rest, by the driver's word.
    public var flat: Int32
    /// Units a millimetre, or a radian; 0: not told.
    public var resolution: Int32
}
