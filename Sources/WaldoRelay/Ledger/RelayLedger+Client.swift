import WaldoStore

extension RelayLedger {
    /// Earlier ledgers lack it.
    private static let clients = """
        CREATE TABLE IF NOT EXISTS client (
            destination TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL) WITHOUT ROWID
        """

    /// A number that nobody can foresee.
    static func newClient() -> Int64 { Int64.random(in: 0...Int64.max) }

    /// The number from which the names follow by which a destination knows the clients that send the store. It is the
    /// same as long as there is the ledger.
    /// - Throws: `StoreError`.
    func client(for destination: String) throws(StoreError) -> Int64 {
        try connection.execute(Self.clients)
        try connection.execute("INSERT OR IGNORE INTO client VALUES (?, ?)") {
            $0.bind(destination)
            $0.bind(Self.newClient())
        }
        let row = try connection.prepare("SELECT number FROM client WHERE destination = ?")
        row.bind(destination)
        defer { row.reset() }
        return try row.step() ? row.int(0) : Self.newClient()
    }
}
