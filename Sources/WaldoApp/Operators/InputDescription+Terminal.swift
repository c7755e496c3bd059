import WaldoCore

extension InputDescription {
    /// The keyboard that a terminal is: keys without an identity of their own.
    static let terminal = InputDescription(
        identity: InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, port: "tty", name: "terminal"),
        kind: .keyboard, axes: [], keyCodes: Array(1...127))
}
