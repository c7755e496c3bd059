import Glibc
import Synchronization
import WaldoCore
import WaldoLoop
import WaldoTime

/// Rumbles a pad from a thread of its own, `waldo-rumble`, by a descriptor of its own: a driver may take long for each
/// call, and the loop waits for none.
///
/// The loop puts the latest rumble into a mailbox with one place. Where the node may not be written, or the pad
/// refuses, the thread ends and nothing rumbles.
final class RumbleMotor: Sendable {
    /// The rumble to play, its raw value in the lowest two bits, above them its time in microseconds plus one; 0:
    /// none.
    private let mailbox = Atomic<UInt64>(0)
    private let isClosing = Atomic(false)
    private let isDone = Atomic(false)
    private let bell: ThreadBell

    /// Starts the thread for an open device.
    ///
    /// The kernel has one lock for all calls on a device but those that read it: while a driver takes an effect, even
    /// a close waits. So the thread keeps the device, and the loop closes none that its thread still uses.
    /// - Parameters:
    ///   - device: the device, whose state and masks are settled: the loop asks nothing of it as long as it drives.
    ///   - ended: called on the thread with the reason, if there is no rumble.
    /// - Throws: the system's error when there is no descriptor or thread left.
    init(_ device: EvdevDevice, ended: @escaping @Sendable (String) -> Void) throws(SystemFailure) {
        bell = try ThreadBell()
        nonisolated(unsafe) let device = device
        try BackgroundThread.start(name: "waldo-rumble") { [self] in
            do throws(SystemFailure) {
                let effects = try RumbleEffects(reopening: device.descriptor)
                serve(effects)
            } catch { ended("\(error)") }
            isDone.store(true, ordering: .releasing)
        }
    }

    // MARK: the loop's side

    /// Has the latest rumble played, in place of one that has not begun.
    func play(_ rumble: Rumble, at time: Instant) {
        let stamp = UInt64(max(0, time.microseconds)) + 1
        mailbox.store(stamp << 2 | UInt64(rumble.rawValue), ordering: .sequentiallyConsistent)
        bell.ring()
    }

    /// Ends the thread once it is free, which nobody waits for.
    func close() {
        isClosing.store(true, ordering: .sequentiallyConsistent)
        bell.ring()
    }

    /// Blocks until the thread has ended or the time has passed.
    func wait(within span: TimeSpan) {
        let deadline = Monotonic.now() + span
        while !isDone.load(ordering: .acquiring), Monotonic.now() < deadline { usleep(500) }
    }

    // MARK: the thread's side

    private func serve(_ effects: RumbleEffects) {
        while !isClosing.load(ordering: .sequentiallyConsistent) {
            bell.wait()
            let letter = mailbox.exchange(0, ordering: .sequentiallyConsistent)
            guard letter != 0, let rumble = Rumble(rawValue: UInt8(letter & 3)) else { continue }
            let time = Instant(microseconds: Int64(letter >> 2) - 1)
            guard Monotonic.now() - time <= RumbleRule.maxLateness else { continue }
            // The pad is unplugged: the loop closes this.
            guard effects.play(rumble) else { return }
        }
    }
}
