import WaldoLoop

/// Progress of a link.
enum LinkProgress {
    /// Scanning for the peripheral.
    case scanning
    /// Waiting, for this reason.
    case waiting(String)
    /// The scanning adapter's name, and the matching peripherals that it hears.
    case heard(adapter: String, [Peripheral])
    /// What is looked for has not been heard for two seconds, and these were; reported once per search.
    case missed(wanted: String, [Peripheral])
    /// Connecting to the peripheral.
    case connecting(Peripheral)
    /// The link was up and is lost.
    case lost(String)
    /// It has failed for good.
    case failed(BlueZError)
}

/// Owns the traffic of a `ReconnectingLink`: opens what goes over a connection, and closes it.
@LoopActor
protocol ReconnectingLinkDelegate: AnyObject {
    /// Reports progress.
    func handle(_ progress: LinkProgress)
    /// Checks a peripheral before connecting, each time: a bond can be removed, and without one another device can use
    /// an address.
    func admit(_ found: Device, isConnected: Bool) throws(BlueZError)
    /// Opens what goes over the connection, and reports that the link is up.
    /// - Parameter drops: how often the device had dropped its connection before this one.
    func open(_ found: Device, _ adapter: Adapter, _ drops: Int) async throws(BlueZError)
    /// Why what was opened is lost, for reasons of its own; nil while it is not.
    func lossReason(for found: Device) -> String?
    /// Closes what was opened, after a loss.
    func closeAfterLoss(of found: Device, _ reason: String) async
    /// Closes what was opened, after an attempt that has failed.
    func closeAfterFailure(_ error: BlueZError) async
    /// The error in the delegate's terms.
    func rephrase(_ error: BlueZError) -> BlueZError
    /// Whether a connection that carries nothing may be ended.
    func mayRenew(_ device: Device) -> Bool
}
