package import WaldoBlueZ
package import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// The shields and sensors in reach.
package struct ShieldFacts: Equatable, Sendable {
    /// How looking for them ended.
    package enum Outcome: Equatable, Sendable {
        /// All that were heard or are connected.
        case heard([PeripheralScan.Heard])
        /// BlueZ could not scan.
        case failed(BlueZError)
        /// These shields are driven: nothing was looked for, or no longer.
        case driven([DriveLock.Driven])
        /// It was not wanted, or something else is missing: this.
        case notLooked(String)
    }

    /// How looking for them ended.
    package var outcome: Outcome
    /// The service of the arm's shield; nil: the arm is not known.
    package var service: BluetoothUUID?
    /// The default shield's address or name; nil: the only one in reach.
    package var usual: String?
    /// The names of the sensors that each service is one of.
    package var sensors: [BluetoothUUID: [String]]
    /// The default sensor and its service; nil: there is none, or it has none.
    package var wantedSensor: BluetoothUUID?

    /// Facts with these values.
    package init(
        _ outcome: Outcome, service: BluetoothUUID? = nil, usual: String? = nil,
        sensors: [BluetoothUUID: [String]] = [:], wantedSensor: BluetoothUUID? = nil
    ) {
        self.outcome = outcome
        self.service = service
        self.usual = usual
        self.sensors = sensors
        self.wantedSensor = wantedSensor
    }

    /// Listens for some seconds, unless and until a shield is driven: a scan could disturb its link.
    /// - Parameters:
    ///   - adapter: the adapter's name or address; nil: the first that is powered.
    ///   - bluetooth: what bluetoothd knows.
    ///   - remaining: called now and then with the time that is left.
    @LoopActor
    mutating func gather(
        adapter: String?, knowing bluetooth: BlueZFacts, lasting span: TimeSpan,
        remaining: @LoopActor (TimeSpan) -> Void
    ) async {
        if let driven = Self.driven(bluetooth.devices, bluetooth.acquired) { return outcome = driven }
        let end = Monotonic.now() + span
        // The default shield may be one that does not advertise the arm's service.
        let wanted = usual == nil ? [service].compactMap(\.self) + sensors.keys : []
        do throws(BlueZError) {
            var disturbed: Outcome?
            let heard = try await PeripheralScan.run(
                services: wanted, adapter: adapter, lasting: span,
                mayGoOn: { devices, acquired in
                    disturbed = Self.driven(devices, acquired)
                    remaining(end - Monotonic.now())
                    return disturbed == nil
                })
            outcome = disturbed ?? .heard(heard)
        } catch { outcome = .failed(error) }
    }

    private static func driven(_ devices: [String], _ acquired: [String]) -> Outcome? {
        let driven = DriveLock.driven(among: devices, acquired: acquired)
        return driven.isEmpty ? nil : .driven(driven)
    }
}
