import CLibevdev
import WaldoCore
import WaldoLoop
import WaldoTime

/// An input of the same model as the lost one, at another port: the operator takes it over by a key that is held
/// for a while. Only that key is heard meanwhile.
@LoopActor
final class OfferedInput {
    /// How long the key is held. A short press may be meant for another drive that has this input.
    static let hold: TimeSpan = .seconds(1)

    let node: InputNode
    let device: EvdevDevice
    private weak var offers: OfferedInputs?
    private let keys: [UInt16]
    private var watch: FileWatch?
    private var since: Instant?

    /// Listens to an input.
    /// - Parameters:
    ///   - keys: each of them takes the input over: once it has been held and is up again.
    ///   - offers: learns that the input is taken over or gone.
    /// - Throws: the failed call, when it cannot be waited on.
    init(
        _ node: InputNode, _ device: EvdevDevice, keys: [UInt16], of offers: OfferedInputs
    ) throws(SystemFailure) {
        (self.node, self.device, self.keys, self.offers) = (node, device, keys, offers)
        device.letThrough(CodesWanted(axes: [], keys: keys))
        watch = try FileWatch(device.descriptor, for: .readable, priority: .input, of: self) { $0.read($1) }
    }

    func close() {
        watch?.cancel()
        watch = nil
    }

    private func read(_ readiness: Readiness) {
        while watch != nil {
            switch device.next() {
            case .event(let raw):
                guard CInt(raw.type) == EV_KEY, keys.contains(raw.code), raw.value != 2 else { continue }
                let at = device.clock.time(of: raw.stamp, now: Monotonic.now())
                if raw.value == 0, let since, at - since >= Self.hold {
                    offers?.taken(self)
                    return
                }
                since = raw.value == 1 ? at : nil
            // What was held meanwhile is not known.
            case .resynchronised: since = nil
            case .lost:
                offers?.lost(self)
                return
            case .drained:
                if readiness.contains(.hangup) || readiness.contains(.error) { offers?.lost(self) }
                return
            }
        }
    }
}
