import CLibevdev
import CWaldoShims
import Glibc
import WaldoCore
import WaldoLoop
import WaldoTime

/// The rumbles in a pad's own memory, and the read-write descriptor that plays them, for one thread. Each call may wait
/// for the driver.
final class RumbleEffects {
    private let device: OwnedDescriptor
    /// The number of each rumble in the pad, by its raw value.
    private var numbers: [Int16?] = Array(repeating: nil, count: Rumble.allCases.count)

    /// Opens the device behind an open descriptor once more, for writing, and stores the rumbles in the pad.
    /// - Parameter descriptor: the device, open for reading. Its path may be that of another device by now.
    /// - Throws: `EACCES` when the node may not be written; the driver's error when it takes no rumble at all.
    init(reopening descriptor: CInt) throws(SystemFailure) {
        let number = open("/proc/self/fd/\(descriptor)", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw SystemFailure("open") }
        device = OwnedDescriptor(owning: number)
        dropEvents()
        // In the order of their importance: a pad may have no memory for all.
        for rumble in Rumble.allCases {
            var effect = Self.effect(rumble)
            if waldo_ioctl_pointer(number, WALDO_EVIOCSFF, &effect) == 0 {
                numbers[Int(rumble.rawValue)] = effect.id
            } else if numbers.allSatisfy({ $0 == nil }) {
                throw SystemFailure("EVIOCSFF")
            }
        }
    }

    deinit {
        for number in numbers {
            guard let number else { continue }
            _ = send(number, times: 0)
            _ = waldo_ioctl_pointer(device.number, WALDO_EVIOCRMFF, UnsafeMutableRawPointer(bitPattern: Int(number)))
        }
    }

    /// Nobody reads this descriptor: without the mask the kernel would fill a buffer for it.
    private func dropEvents() {
        var mask = input_mask()
        mask.type = UInt32(EV_SYN)
        var none: UInt64 = 0
        withUnsafeMutableBytes(of: &none) { types in
            mask.codes_size = UInt32(types.count)
            mask.codes_ptr = UInt64(UInt(bitPattern: types.baseAddress))
            _ = waldo_ioctl_pointer(device.number, WALDO_EVIOCSMASK, &mask)
        }
    }

    /// Plays a rumble from its beginning, in place of those that still play.
    /// - Returns: false when the device is gone.
    func play(_ rumble: Rumble) -> Bool {
        for other in Rumble.allCases where other != rumble {
            if let number = numbers[Int(other.rawValue)], !send(number, times: 0) { return false }
        }
        guard let number = numbers[Int(rumble.rawValue)] else { return true }
        return send(number, times: rumble.pattern.pulses)
    }

    /// Starts an effect, or ends it (0 times).
    private func send(_ number: Int16, times: Int) -> Bool {
        var event = input_event()
        event.type = UInt16(EV_FF)
        event.code = UInt16(bitPattern: number)
        event.value = Int32(times)
        return write(device.number, &event, MemoryLayout<input_event>.size) >= 0 || errno != ENODEV
    }

    private static func effect(_ rumble: Rumble) -> ff_effect {
        let pattern = rumble.pattern
        var effect = ff_effect()
        effect.type = UInt16(FF_RUMBLE)
        effect.id = -1
        effect.replay.length = UInt16(pattern.length / .milliseconds(1))
        effect.replay.delay = UInt16(pattern.rest / .milliseconds(1))
        effect.u.rumble.strong_magnitude = UInt16(pattern.strong * 65_535)
        effect.u.rumble.weak_magnitude = UInt16(pattern.weak * 65_535)
        return effect
    }
}
