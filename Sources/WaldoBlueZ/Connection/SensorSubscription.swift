import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// The characteristics that a sensor notifies on: finds them on a device, and subscribes to them.
@LoopActor
final class SensorSubscription {
    /// What a round of subscribing has achieved.
    struct Outcome {
        /// The paths of the characteristics that are heard.
        var paths: Set<String> = []
        /// The characteristics that are not heard.
        var unheard: [BluetoothUUID] = []
        /// Why these are not heard, in words.
        var events: [String] = []
    }

    private let session: BlueZSession
    private let service: BluetoothUUID
    private let wanted: [BluetoothUUID]
    /// The characteristics that BlueZ has once failed to subscribe to.
    private var failed: Set<BluetoothUUID> = []

    /// - Parameters:
    ///   - service: the service that is searched first.
    ///   - wanted: the characteristics, in the order of the sensor's channels.
    init(_ session: BlueZSession, service: BluetoothUUID, wanted: [BluetoothUUID]) {
        self.session = session
        self.service = service
        self.wanted = wanted
    }

    /// How many of the characteristics are there: none, some or all.
    func extent(on found: Device) -> ServiceDiscovery.Extent {
        let there = wanted.count { characteristic($0, in: found) != nil }
        return there == wanted.count ? .all : there == 0 ? .nothing : .enough
    }

    /// The error that names what is there instead.
    func lacking(on found: Device) -> BlueZError {
        let own = session.tree.characteristics(of: found.path, service: service.description)
        let all = own.isEmpty ? session.tree.characteristics(of: found.path) : own
        return .noSensorCharacteristics(found.peripheral, wanted: wanted, characteristics: all.map(\.summary))
    }

    /// Subscribes to all characteristics that are there. One that the session receives already is not subscribed to
    /// again, and keeps its receiver.
    /// - Parameter notified: called with the characteristic's place in the list, and the notification.
    func subscribe(
        on found: Device, _ notified: @escaping @LoopActor (Int, Notification) -> Void
    ) async throws(BlueZError) -> Outcome {
        var outcome = Outcome()
        func miss(_ uuid: BluetoothUUID, _ why: String) {
            outcome.unheard.append(uuid)
            outcome.events.append("no notifications of \(uuid)\(why)")
        }
        for (channel, uuid) in wanted.enumerated() {
            guard let one = characteristic(uuid, in: found) else {
                miss(uuid, ": the peripheral has no such characteristic that gives them; see the sensor's file")
                continue
            }
            guard session.notifications(at: one.path) == nil else {
                outcome.paths.insert(one.path)
                continue
            }
            do throws(BusError) {
                let refusal = try await session.startNotify(one.path, of: uuid) { notified(channel, $0) }
                guard let refusal else {
                    failed.remove(uuid)
                    outcome.paths.insert(one.path)
                    continue
                }
                miss(uuid, " (\(refusal.rawValue)): \(refusal.advice); see the sensor's file")
            } catch {
                // bluetoothd corrects its cached GATT table after a failed request: the second attempt counts.
                let isDead = ErrorMeaning(error) == .linkDown
                guard error != .disconnected, !isDead, !failed.insert(uuid).inserted else {
                    throw .from(error, settingUp: found.peripheral)
                }
                miss(uuid, ": \(SafeText.escaped(error.description, upTo: .max)); switch the peripheral off and on")
            }
            session.endNotifications(at: one.path)
        }
        return outcome
    }

    /// The characteristic on the device: in the sensor's service, or else in another.
    private func characteristic(_ uuid: BluetoothUUID, in found: Device) -> Characteristic? {
        func first(_ all: [Characteristic]) -> Characteristic? { all.first { $0.uuid == uuid && $0.speaks } }
        return first(session.tree.characteristics(of: found.path, service: service.description))
            ?? first(session.tree.characteristics(of: found.path))
    }
}
