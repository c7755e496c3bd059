import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// Finds a readable characteristic, whose reading proves that earlier writes have left, by reading it.
@LoopActor
final class ProofSearch {
    private static let readTime: TimeSpan = .seconds(2)
    private static let maxTried = 4
    /// Two in a row: a single one may be chance.
    private static let maxDisconnections = 2

    private let session: BlueZSession
    private let service: BluetoothUUID
    /// How often in a row reading each characteristic has ended a link that was being opened: for a protected one
    /// bluetoothd starts pairing, and the shield may then disconnect.
    private var endings: [String: Int] = [:]

    /// - Parameter service: the arm's own service, which is safe to read.
    init(_ session: BlueZSession, service: BluetoothUUID) {
        self.session = session
        self.service = service
    }

    /// Finds the proof.
    ///
    /// A characteristic that a sensor notifies on is never read, even if that leaves no proof. BlueZ reports the value
    /// that it read as it reports a notification; where both come, which of them is the sensor's is not certain, and a
    /// measurement could be lost or made up.
    /// - Parameter sensors: the paths of the characteristics that a sensor notifies on.
    /// - Returns: the proof, and the event to record if there is none.
    func find(_ found: Device, sparing sensors: Set<String> = []) async throws(BlueZError) -> (
        FlowControl.Proof, event: String?
    ) {
        let drops = session.tree.drops[found.path] ?? 0
        let heard = Set(session.notifications.map(\.path))
        let all = session.tree.readable(of: found.path, ofArm: service, heard: heard)
        let readable = all.filter { !sensors.contains($0.path) }
        let harmless = readable.filter { endings[$0.path, default: 0] < Self.maxDisconnections }
        var reason =
            all.isEmpty
            ? "it has nothing that can be read"
            : readable.isEmpty ? "only what a sensor notifies on can be read" : "reading had no answer"
        for one in harmless.prefix(Self.maxTried) {
            switch await read(one.path) {
            case nil: break
            // Another program is reading it, so it is readable.
            case .some(let failure) where ErrorMeaning(failure) == .busy: break
            case .remote(let name, let message):
                _ = await session.wait(until: Monotonic.now() + BlueZSession.causeTime) {
                    session.hasDropped(found, drops)
                }
                guard !session.hasDropped(found, drops) else {
                    endings[one.path, default: 0] += 1
                    throw .connection(found.peripheral, reason: "it has disconnected")
                }
                let failure = BusError.remote(name: name, message: message)
                if ErrorMeaning(failure) == .linkDown { throw .from(failure, settingUp: found.peripheral) }
                reason = "reading was answered by \(SafeText.escaped(message.isEmpty ? name : message, upTo: .max))"
                continue
            case .some(let failure):
                endings[one.path, default: 0] += 1
                throw .from(failure, settingUp: found.peripheral)
            }
            endings[one.path] = nil
            return (.read(path: one.path), nil)
        }
        return (
            .none,
            "writes cannot be confirmed (\(reason)), so what a stalled link holds is not bounded: "
                + "give the shield a characteristic that can be read"
        )
    }

    private func read(_ path: String) async -> BusError? {
        await withCheckedContinuation { waiting in
            session.read(path, timeout: Self.readTime) { waiting.resume(returning: $0) }
        }
    }
}
