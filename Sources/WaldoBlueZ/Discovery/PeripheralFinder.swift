import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// Finds the right peripheral: an arm's shield, or a sensor's. One that is connected already is only a candidate among
/// those that are heard: another program may have connected to it for another purpose.
@LoopActor
final class PeripheralFinder {
    /// What is looked for.
    struct Request {
        /// The service that it advertises.
        var service: BluetoothUUID
        /// Its address (in upper or lower case) or name; nil takes the one that advertises the service.
        var peripheral: String?
        /// The address or name of the usual one, where none is named: no other is taken, and beside others it is no
        /// choice.
        var usual: String?
        /// Its exact address, where only one that was used earlier is accepted.
        var remembered: String?
        /// Whether an operator can choose among several.
        var asks = false
        /// The option that names one.
        var option = "--shield"
    }

    /// The peripheral that the link was up with first; from then on no other is accepted.
    var known: Peripheral?

    private let session: BlueZSession
    private let request: Request
    /// What gets the reports.
    weak var delegate: (any ReconnectingLinkDelegate)?
    /// Addresses of peripherals that were found by the service.
    private var offering: Set<String> = []
    /// The address of the shield that the operator has chosen among several.
    private var chosen: String?

    init(_ session: BlueZSession, _ request: Request) {
        self.session = session
        self.request = request
    }

    /// Chooses a shield by its address, for the operator.
    func choose(_ address: String) {
        chosen = address
        session.changes.beat()
    }

    /// Finds the shield.
    /// - Parameters:
    ///   - adapter: the adapter to scan with.
    ///   - patienceEnds: when to give up; nil: never, and never for a known shield.
    /// - Returns: the shield, and whether it is connected already.
    /// - Throws: `.noShield` when none was heard in time, `.severalShields` when several match and no operator can
    ///   choose, and the errors of scanning.
    func find(
        _ adapter: Adapter, until patienceEnds: Instant?
    ) async throws(BlueZError) -> (device: Device, isConnected: Bool) {
        var chooser = PeripheralChooser(wanted, offering: offering)
        let found = try await find(adapter, &chooser, until: known == nil ? patienceEnds : nil)
        if case .service = chooser.wanted { offering.insert(found.device.address) }
        return found
    }

    private var wanted: PeripheralChooser.Wanted {
        if let known { return .address(known.address) }
        if let address = request.remembered { return .address(address) }
        if let name = request.peripheral { return .called(name) }
        if let name = request.usual { return .usual(name, request.service) }
        return .service(request.service)
    }

    private func find(
        _ adapter: Adapter, _ chooser: inout PeripheralChooser, until end: Instant?
    ) async throws(BlueZError) -> (device: Device, isConnected: Bool) {
        let connected = session.present(at: adapter).filter(\.isConnected)
        let sure = chooser.certain(among: connected) ?? connected.first { chooser.matches($0) && $0.address == chosen }
        if let sure { return (sure, true) }
        delegate?.handle(.scanning)
        let services = wanted == .service(request.service) ? [request.service] : []
        let scan = Scan(session, adapter, for: services) { [weak delegate] what in
            delegate?.handle(what.map { .waiting($0) } ?? .scanning)
        }
        try await scan.begin()
        let decision = try await search(adapter, scan, &chooser, until: end)
        let present = session.present(at: adapter).map(\.peripheral)
        guard session.owner != nil else { throw .notRunning }
        guard session.isUsable(adapter) else { throw .adapterOff(adapter.name) }
        await scan.end()
        switch decision {
        // Another program may have connected to it in the meantime.
        case .chosen(let device):
            return (session.stamped(device), session.tree.device(device.path)?.isConnected ?? false)
        case .several(let devices): throw .severalShields(devices.map(\.peripheral))
        case .keepLooking: throw scan.failure ?? .noShield(wanted: wantedText, heard: present)
        }
    }

    private func search(
        _ adapter: Adapter, _ scan: Scan, _ chooser: inout PeripheralChooser, until end: Instant?
    ) async throws(BlueZError) -> PeripheralChooser.Decision {
        var reported: [Peripheral]?, said: String?
        let since = Monotonic.now()
        var missedAt: Instant? = since + PeripheralChooser.beyondFirstHit
        while !session.isClosed, session.isUsable(adapter) {
            try await scan.tend()
            let now = Monotonic.now()
            let present = session.present(at: adapter), meant = present.filter(chooser.matches)
            if reported != meant.map(\.peripheral) {
                reported = meant.map(\.peripheral)
                delegate?.handle(.heard(adapter: adapter.name, meant.map(\.peripheral)))
            }
            if let device = meant.first(where: { $0.address == chosen }) { return .chosen(device) }
            let decision = chooser.evaluate(present, now: now)
            if case .several(let devices) = decision, request.asks {
                let names = devices.map { "\($0.peripheral)" }.joined(separator: ", ")
                delegate?.handle(.waiting("more than one shield is in reach (\(names)): choose one"))
                await session.changes.wait(until: scan.nextCheck)
                continue
            }
            guard case .keepLooking(let again) = decision else { return decision }
            if let end, now >= end, again == nil { return decision }
            if scan.isTold { said = nil }
            if again == nil, !scan.isTold, now >= since + PeripheralChooser.beyondFirstHit,
                let sentence = instead(adapter, chooser), sentence != said
            {
                said = sentence
                delegate?.handle(.waiting(sentence))
            }
            if let time = missedAt, now >= time || again != nil {
                if again == nil { delegate?.handle(.missed(wanted: wantedText, present.map(\.peripheral))) }
                missedAt = nil
            }
            await session.changes.wait(until: [again ?? end, missedAt, scan.nextCheck].compactMap(\.self).min())
        }
        return .keepLooking(until: nil)
    }

    /// What is heard in place of what is looked for; nil: there is nothing to say. Nothing of it is taken by itself.
    private func instead(_ adapter: Adapter, _ chooser: PeripheralChooser) -> String? {
        let there = session.tree.devices.filter { $0.isConnected || session.tree.seen.contains($0.path) }
        var words = wantedText
        if case .service = wanted { words = "anything \(words)" }
        return HeardInstead(wanted: words, known: known, adapter: adapter, option: request.option).sentence(
            fitting: there.filter(chooser.matches),
            similar: there.filter { $0.adapter == adapter.path && $0.services.contains(request.service) })
    }

    private var wantedText: String {
        switch wanted {
        case .service(let service): "that offers \(service)"
        case .usual(let name, _), .called(let name): SafeText.escaped(name, upTo: .max)
        case .address(let address): SafeText.escaped(address, upTo: .max)
        }
    }
}
