/// The kernel's description of an axis (struct input_absinfo), for the operator who inspects a device.
public struct AxisDetails: Equatable, Sendable {
    /// The ABS_* code.
    public var code: UInt16
    /// The current value.
    public var value: Int32
    /// The declared range; values outside it do occur.
    public var minimum: Int32, maximum: Int32
    /// The kernel filters out changes smaller than this as noise.
    public var fuzz: Int32
    /// The driver's dead zone: values closer than this to the middle count as rest.
    public var flat: Int32
    /// Units per millimetre, or per radian; 0: unknown.
    public var resolution: Int32
}
