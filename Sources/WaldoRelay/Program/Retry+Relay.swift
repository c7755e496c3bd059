import WaldoTime

extension Retry.Policy {
    /// Attempts at a broker or a database.
    static func server(steady: TimeSpan = .zero) -> Retry.Policy {
        Retry.Policy(doubling: .milliseconds(250), to: .seconds(15), isSpread: true, steady: steady)
    }
}
