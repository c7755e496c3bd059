public import WaldoCore

/// A set of a mapping's controls, one bit for each.
public struct ControlSet: Equatable, Sendable {
    private var bits: UInt16 = 0

    /// Creates a set of these controls.
    public init(_ controls: [Control] = []) {
        for control in controls { insert(control) }
    }

    /// Whether there is none.
    public var isEmpty: Bool { bits == 0 }

    /// Whether it has a control.
    public func contains(_ control: Control) -> Bool { bits & Self.bit(control) != 0 }

    /// Adds a control.
    public mutating func insert(_ control: Control) { bits |= Self.bit(control) }

    /// Takes a control out.
    public mutating func remove(_ control: Control) { bits &= ~Self.bit(control) }

    /// Takes all controls out.
    public mutating func removeAll() { bits = 0 }

    private static func bit(_ control: Control) -> UInt16 { 1 << UInt16(control.index) }
}
