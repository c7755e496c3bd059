internal import WaldoLoop
internal import WaldoTime

/// What a link needs to know when it is lost, and how it waits before another attempt.
extension BlueZSession {
    /// How long after a failure the bus may report its cause.
    static let causeTime: TimeSpan = .milliseconds(250)

    /// What has failed on this machine; nil if nothing has.
    func cause(_ adapter: Adapter) -> String? {
        if !hasBus { return "the message bus has gone" }
        if owner == nil { return "bluetoothd has gone" }
        if !tree.adapters.contains(where: { $0.path == adapter.path }) { return "\(adapter.name) has gone" }
        return isUsable(adapter) ? nil : "\(adapter.name) was switched off"
    }

    /// Waits until what is missing appears; for `span` after other errors.
    /// - Parameter wanted: the adapter's name or address; nil: any that is powered.
    func recover(_ error: BlueZError, adapter wanted: String?, _ span: TimeSpan) async {
        switch error {
        case .notRunning: _ = await wait(until: nil) { owner != nil || !hasBus }
        case .noAdapter, .adapterOff, .adapterBlocked:
            _ = await wait(until: nil) {
                owner == nil || (try? Adapter.choose(wanted, among: tree.adapters)) != nil
            }
        default: await pause(span)
        }
    }

    /// Waits, until the session is closed at the latest.
    func pause(_ span: TimeSpan) async {
        _ = await wait(until: Monotonic.now() + span) { false }
    }
}
