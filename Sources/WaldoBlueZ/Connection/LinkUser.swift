internal import WaldoLoop

/// What a link's search and its attempts come to.
enum SearchReport {
    /// Scanning for the peripheral.
    case scanning
    /// Waiting, for this reason.
    case waiting(String)
    /// The scanning adapter's name, and the matching peripherals that it hears.
    case heard(adapter: String, [Peripheral])
    /// What is looked for has not been heard for two seconds, and these were; said once a search.
    case missed(wanted: String, [Peripheral])
    /// Connecting to the peripheral.
    case connecting(Peripheral)
    /// The link was up and is lost.
    case lost(String)
    /// It has failed for good.
    case failed(BlueZError)
}

/// The user of a `ReconnectingLink`: what opens on a connection, goes over it and ends with it.
@LoopActor
protocol LinkUser: AnyObject {
    /// The search goes on, or an attempt has ended.
    func search(_ report: SearchReport)
    /// Checks before connecting, each time: a bond can be removed, and without one another device can use an address.
    func admit(_ found: Device, isConnected: Bool) throws(BlueZError)
    /// Opens what goes over the connection, and reports that the link is up.
    /// - Parameter drops: how often the device had dropped its connection before this one.
    func open(_ found: Device, _ adapter: Adapter, _ drops: Int) async throws(BlueZError)
    /// Why what was opened is lost, of reasons of its own; nil: it is not.
    func loss(of found: Device) -> String?
    /// Closes what was opened: the link is lost.
    func lost(_ found: Device, _ reason: String) async
    /// Closes what was opened: the attempt has failed.
    func failed(_ error: BlueZError) async
    /// The error by the words of its user.
    func named(_ error: BlueZError) -> BlueZError
    /// Whether a connection that carries nothing may be ended.
    func mayRenew(_ device: Device) -> Bool
}

extension LinkUser {
    func admit(_ found: Device, isConnected: Bool) throws(BlueZError) {}
    func loss(of found: Device) -> String? { nil }
    func named(_ error: BlueZError) -> BlueZError { error }
    func mayRenew(_ device: Device) -> Bool { true }
}
