import WaldoLoop
import WaldoTime

/// What a link needs to know when it is lost, and how it waits before another attempt.
extension BlueZSession {
    /// How long after a failure the bus may report its cause.
    static let causeTime: TimeSpan = .milliseconds(250)
    /// How long after the report that a device has disconnected it may do so: BlueZ reports the adapter next.
    private static let changeDelay: TimeSpan = .milliseconds(25)

    /// Waits for the cause of a lost connection, which ends before the bus reports why: not long once the bus has
    /// reported that the device itself has gone.
    /// - Returns: what has failed on this machine; nil: the device has gone, or nothing was reported.
    func causeOfLoss(_ device: Device, _ drops: Int, _ adapter: Adapter, at lostAt: Instant) async -> String? {
        _ = await wait(until: lostAt + Self.causeTime) { cause(adapter) != nil || hasDropped(device, drops) }
        if cause(adapter) == nil { _ = await wait(until: Monotonic.now() + Self.changeDelay) { cause(adapter) != nil } }
        return cause(adapter)
    }

    /// What has failed on this machine; nil if nothing has.
    func cause(_ adapter: Adapter) -> String? {
        if !hasBus { return "the message bus has gone" }
        if owner == nil { return "bluetoothd has gone" }
        if !tree.adapters.contains(where: { $0.path == adapter.path }) { return "\(adapter.name) has gone" }
        return isUsable(adapter) ? nil : "\(adapter.name) was switched off"
    }

    /// An error as it is said: a link that carried nothing because it had gone was lost.
    func said(_ error: BlueZError, of device: Device?) -> BlueZError {
        guard case .carriesNothing(let peripheral, let reason) = error,
            device.flatMap({ tree.device($0.path) })?.isConnected != true
        else { return error }
        return .connection(peripheral, reason: reason)
    }

    /// Waits until what is missing appears; for `span` after other errors.
    /// - Parameter wanted: the adapter's name or address; nil: any that is powered.
    func recover(_ error: BlueZError, adapter wanted: String?, _ span: TimeSpan) async {
        func isThere() -> Bool {
            switch error {
            case .notRunning, .notStarted: owner != nil || !hasBus
            case .noAdapter, .adapterOff, .adapterBlocked:
                owner == nil || (try? Adapter.choose(wanted, among: tree.adapters)) != nil
            default: true
            }
        }
        // What is there already was no cure.
        guard !isThere() else { return await pause(span) }
        _ = await wait(until: nil, for: isThere)
    }

    /// Waits, until the session is closed at the latest.
    func pause(_ span: TimeSpan) async {
        _ = await wait(until: Monotonic.now() + span) { false }
    }
}
