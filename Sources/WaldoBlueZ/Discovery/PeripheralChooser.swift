import WaldoCore
import WaldoTime

/// Chooses the one shield among the devices present: those heard on the air or already connected. A pure value; the
/// time is passed in.
struct PeripheralChooser: Equatable {
    /// The condition that the right device meets.
    enum Wanted: Equatable {
        /// It advertises the arm's service, or has advertised it.
        case service(BluetoothUUID)
        /// It is the usual one, with this address or name, and no other offers the arm's service: a default is no
        /// choice.
        case usual(String, BluetoothUUID)
        /// It has this address or name.
        case called(String)
        /// It has exactly this address: that of the peripheral that was used before.
        case address(String)
    }

    enum Decision: Equatable {
        /// No match yet, or not yet certain; look again at that time, or at any change.
        case keepLooking(until: Instant?)
        case chosen(Device)
        case several([Device])
    }

    /// How long to look for more matches after the first one.
    static let beyondFirstHit: TimeSpan = .seconds(2)

    var wanted: Wanted
    /// Addresses that have advertised the service. BlueZ no longer lists it for a device that disconnected during
    /// service discovery.
    let offering: Set<String>
    private var firstHit: Instant?

    init(_ wanted: Wanted, offering: Set<String> = []) {
        self.wanted = wanted
        self.offering = offering
    }

    /// Whether a device meets the condition.
    func matches(_ device: Device) -> Bool {
        switch wanted {
        case .service(let service): offers(service, device)
        case .usual(let text, let service): isCalled(text, device) || offers(service, device)
        case .called(let text): isCalled(text, device)
        case .address(let address): device.address == address
        }
    }

    private func isCalled(_ text: String, _ device: Device) -> Bool {
        device.address == text.uppercased() || device.name == text
    }

    private func offers(_ service: BluetoothUUID, _ device: Device) -> Bool {
        device.services.contains(service) || offering.contains(device.address)
    }

    /// Whether a matching device can be chosen: beside the usual one the others only count.
    private func isWanted(_ device: Device) -> Bool {
        if case .usual(let text, _) = wanted { isCalled(text, device) } else { true }
    }

    /// Whether no second device can match, so that this one is enough.
    private func isCertain(_ device: Device) -> Bool {
        switch wanted {
        case .service, .usual: false
        case .called(let text): device.address == text.uppercased()
        case .address(let address): device.address == address
        }
    }

    /// The device that rules out a second match, so that there is no need to wait for one.
    func certain(among present: [Device]) -> Device? { present.first(where: isCertain) }

    /// Decides among the devices that are present now.
    mutating func evaluate(_ present: [Device], now: Instant) -> Decision {
        let hits = present.filter(matches)
        guard let first = hits.first(where: isWanted) else {
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
