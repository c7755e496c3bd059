internal import WaldoCore
internal import WaldoLoop
internal import WaldoStore

extension RelayLedger {
    /// Takes what a process holds that sends a store to a destination.
    /// - Throws: `StoreError` or `ProcessLock.Refusal`.
    static func lock(_ store: String, _ destination: String) throws -> ProcessLock {
        try FileIdentity(store).lock(for: use, detail(destination))
    }

    /// Whether a process of this machine sends a store to a destination at this moment.
    static func isActive(_ store: String, _ destination: String) -> Bool {
        (try? FileIdentity(store))?.isLocked(for: use, detail(destination)) ?? false
    }

    private static let use = "waldo-relay"

    private static func detail(_ destination: String) -> String { "-\(CRC32.of(destination.utf8))" }
}
