internal import WaldoCore

/// Chooses the one shield among what is present: heard on the air, or connected already. A value; the time is handed
/// in.
struct PeripheralChooser: Equatable {
    /// What makes a device the right one.
    enum Wanted: Equatable {
        /// It advertises the arm's service, or has done so.
        case service(BluetoothUUID)
        /// It has this address or name.
        case called(String)
        /// It has this address and no other will do: the one that has been driven before.
        case address(String)
    }

    enum Decision: Equatable {
        /// Nothing yet, or not yet sure; look again then, or at any change.
        case keepLooking(until: Microseconds?)
        case chosen(Device)
        case several([Device])
    }

    /// How long others are looked for beyond the first hit.
    static let beyondFirstHit: Microseconds = .seconds(2)

    var wanted: Wanted
    /// Addresses that have advertised the service. BlueZ says so no more of a device that left while its services were
    /// discovered.
    let offering: Set<String>
    private var firstHit: Microseconds?

    init(_ wanted: Wanted, offering: Set<String> = []) {
        self.wanted = wanted
        self.offering = offering
    }

    /// Whether a device is meant.
    func matches(_ device: Device) -> Bool {
        switch wanted {
        case .service(let service): device.services.contains(service) || offering.contains(device.address)
        case .called(let text): device.address == text.uppercased() || device.name == text
        case .address(let address): device.address == address
        }
    }

    /// Whether no second device can be meant, so that the first hit is enough.
    private func isCertain(_ device: Device) -> Bool {
        switch wanted {
        case .service: false
        case .called(let text): device.address == text.uppercased()
        case .address(let address): device.address == address
        }
    }

    /// The device beside which no second one can be meant, so that it need not be waited for.
    func certain(among present: [Device]) -> Device? { present.first(where: isCertain) }

    /// Looks at the devices that are present.
    mutating func look(at present: [Device], now: Microseconds) -> Decision {
        let hits = present.filter(matches)
        guard let first = hits.first else {
            firstHit = nil
            return .keepLooking(until: nil)
        }
        if let certain = certain(among: hits) { return .chosen(certain) }
        let since = firstHit ?? now
        firstHit = since
        guard now >= since + Self.beyondFirstHit else { return .keepLooking(until: since + Self.beyondFirstHit) }
        return hits.count == 1 ? .chosen(first) : .several(hits)
    }
}
