internal import WaldoCore
internal import WaldoLoop
internal import WaldoStore

extension RelayLedger {
    /// What a process holds that sends a store to a destination.
    static func lockName(of store: String, _ destination: String) -> String {
        let file = try? FileIdentity(store)
        return "waldo-relay-\(file?.device ?? 0)-\(file?.number ?? 0)-\(CRC32.of(destination.utf8))"
    }

    /// Whether a process of this machine sends a store to a destination at this moment.
    static func isActive(_ store: String, _ destination: String) -> Bool {
        ProcessLock.isHeld(lockName(of: store, destination))
    }
}
