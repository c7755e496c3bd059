import WaldoCore

/// Serial modules that take bytes only from who grants and counts credits, a handshake that is not spoken here.
enum CreditFlow {
    /// Terminal I/O of Stollmann and Telit (service 0xFEFB): the characteristics of its credits.
    private static let terminalIO = [
        "00000003-0000-1000-8000-008025000000", "00000004-0000-1000-8000-008025000000",
    ]

    /// The characteristic of such a module's credits; nil: the peripheral is none.
    static func characteristic(among all: [Characteristic]) -> BluetoothUUID? {
        let credits = terminalIO.compactMap { BluetoothUUID($0) }
        return all.lazy.compactMap(\.uuid).first(where: credits.contains)
    }
}
