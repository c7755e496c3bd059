import Glibc
import Synchronization
import WaldoFiles
import WaldoLoop
import WaldoTime

/// Remembers a sensor's peripheral, on a thread of its own: a disk that hangs must not hold up the loop, which may
/// drive an arm.
@LoopActor
final class SensorMemory {
    private final class Work: Sendable {
        let isDone = Atomic(false)
    }

    /// How long the end waits for the disk.
    private static let patience: TimeSpan = .milliseconds(500)

    private let sensor: String
    private let failed: @LoopActor @Sendable (String) -> Void
    private var remembered: String?
    private var work: Work?

    /// - Parameters:
    ///   - sensor: the sensor's name, or its file's.
    ///   - failed: called on the loop with why a peripheral is not remembered.
    init(of sensor: String, failed: @escaping @LoopActor @Sendable (String) -> Void) {
        self.sensor = sensor
        self.failed = failed
    }

    /// Remembers the address of the peripheral, unless an earlier one is still being written.
    func remember(_ address: String) {
        guard address != remembered, work?.isDone.load(ordering: .acquiring) != false else { return }
        let work = Work()
        (self.work, remembered) = (work, address)
        do throws(SystemFailure) {
            try BackgroundThread.start(name: "waldo-memory") { [sensor, failed] in
                do throws(FileError) { try KnownSensors().remember(address, for: sensor) } catch {
                    let reason = error.description
                    Task { @LoopActor in failed(reason) }
                }
                work.isDone.store(true, ordering: .releasing)
            }
        } catch {
            self.work = nil
            failed(error.description)
        }
    }

    /// Waits a little for what is being written.
    func close() {
        let end = Monotonic.now() + Self.patience
        while let work, !work.isDone.load(ordering: .acquiring), Monotonic.now() < end { usleep(500) }
    }
}
