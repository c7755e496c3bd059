internal import CLibevdev
internal import WaldoCore
internal import WaldoLoop
internal import WaldoTime

/// An input of the same model as the lost one, at another port: whoever holds it takes it over by a key that is held
/// for a while. Only that key is heard meanwhile.
@LoopActor
final class OfferedInput {
    /// How long the key is held. A short press may be meant for another drive that has this input.
    static let hold: TimeSpan = .seconds(1)

    private let device: EvdevDevice
    private let keys: [UInt16]
    private var watch: FileWatch?
    private var since: Instant?

    /// Listens to an input.
    /// - Parameters:
    ///   - keys: each of them takes the input over.
    ///   - taken: the operator has taken it over: the key has been held and is up again.
    ///   - lost: the input is gone.
    /// - Throws: the failed call, when it cannot be waited on.
    init(
        _ device: EvdevDevice, keys: [UInt16], taken: @escaping @LoopActor () -> Void,
        lost: @escaping @LoopActor () -> Void
    ) throws(SystemFailure) {
        (self.device, self.keys) = (device, keys)
        device.letThrough(CodesWanted(axes: [], keys: keys))
        watch = try FileWatch(device.descriptor, for: .readable, priority: .input) { [weak self] readiness in
            self?.read(readiness, taken, lost)
        }
    }

    func close() {
        watch?.cancel()
        watch = nil
    }

    private func read(
        _ readiness: Readiness, _ taken: @LoopActor () -> Void, _ lost: @LoopActor () -> Void
    ) {
        while watch != nil {
            switch device.next() {
            case .event(let raw):
                guard CInt(raw.type) == EV_KEY, keys.contains(raw.code), raw.value != 2 else { continue }
                let at = device.clock.time(of: raw.stamp, now: Monotonic.now())
                if raw.value == 0, let since, at - since >= Self.hold { return taken() }
                since = raw.value == 1 ? at : nil
            // What was held meanwhile is not known.
            case .resynchronised: since = nil
            case .lost: return lost()
            case .drained:
                if readiness.contains(.hangup) || readiness.contains(.error) { lost() }
                return
            }
        }
    }
}
