import WaldoBus
import WaldoLoop
import WaldoTime

/// Renews a link that counts as up and carries nothing: see `LinkRenewal`.
@LoopActor
final class LinkRenewer {
    /// How long BlueZ may take to end a connection: its own timer has two seconds.
    private static let disconnectTime: TimeSpan = .seconds(5)
    /// How long what the operator was told stays, unless the connection ends before.
    private static let tellingTime: TimeSpan = .seconds(5)

    private let session: BlueZSession
    private let hold: DeviceHold
    private let cache: DeviceCache
    private var renewal = LinkRenewal()

    init(_ session: BlueZSession, _ hold: DeviceHold, _ cache: DeviceCache) {
        self.session = session
        self.hold = hold
        self.cache = cache
    }

    /// Takes note of the end of an attempt or of a link.
    /// - Parameters:
    ///   - isDead: whether an error of a dead link has ended it.
    ///   - hasCarried: whether something has gone over the link, by an answer.
    func ended(_ device: Device?, isDead: Bool, hasCarried: Bool = false) {
        if hasCarried { renewal.carried() }
        let isConnected = device.flatMap { session.tree.device($0.path) }?.isConnected == true
        if isDead, isConnected { renewal.failed() } else { renewal.endedOtherwise() }
    }

    /// Does what is due, at rest: there is no link.
    /// - Parameter waiting: called with what the operator is to be told.
    func renew(_ device: Device, waiting: @LoopActor (String) -> Void) async {
        guard let device = session.tree.device(device.path), device.isConnected else {
            return renewal.endedOtherwise()
        }
        let step = renewal.next(
            isOurs: hold.holds(device), isPaired: device.isPaired || device.isBonded,
            mayRemove: cache.mayForget(device))
        let nothing = "\(device.peripheral) takes nothing although it is connected"
        switch step {
        case .nothing: return
        case .disconnect:
            waiting("\(nothing): connecting to it again")
            session.send("Disconnect", BlueZNames.device, device.path)
        case .remove:
            waiting("\(nothing): BlueZ forgets what it knew of it")
            await cache.forget(device)
        case .tellOfBond:
            waiting(
                "\(nothing): remove its bond, which may be older than its program, and pair it again (bluetoothctl remove "
                    + "\(device.peripheral.address))")
            return await wait(for: device, Self.tellingTime)
        case .tellOfCache:
            let adapter = session.tree.adapters.first { $0.path == device.adapter }?.address ?? "ADAPTER"
            waiting(
                "\(nothing): switch it off and on; where its program has changed, remove BlueZ's copy of its table and restart "
                    + "bluetoothd (as root: rm /var/lib/bluetooth/\(adapter)/cache/\(device.peripheral.address); systemctl "
                    + "restart bluetooth)")
            return await wait(for: device, Self.tellingTime)
        case .tellOfOther:
            waiting(
                "\(nothing), and this Waldo has not connected it: end the program that has, or let it go (bluetoothctl "
                    + "disconnect \(device.peripheral.address))")
            return await wait(for: device, Self.tellingTime)
        }
        await wait(for: device, Self.disconnectTime)
        if session.tree.device(device.path)?.isConnected != true { hold.forget() }
    }

    private func wait(for device: Device, _ span: TimeSpan) async {
        _ = await session.wait(until: Monotonic.now() + span) { session.tree.device(device.path)?.isConnected != true }
    }
}
