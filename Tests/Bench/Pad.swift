import CLibevdev
import Glibc
import WaldoTestSupport

/// A pad with one trigger, which a contestant reads as /dev/input/eventN.
protocol Pad: Sendable {
    /// The path at which the contestant opens it.
    var node: String { get }

    /// Sets the trigger to a value, 0 to 32,767, in one report.
    /// - Returns: the time just before the write, in nanoseconds.
    func pull(to value: Int32) -> Int64
}

/// A FIFO of evdev records, which `pad/pad.c` presents as a pad in the contestant. Reading it and sleeping on it cost
/// the kernel as much as with evdev, and the same for all contestants.
final class FifoPad: Pad {
    let node: String
    private let path: String
    private let descriptor: CInt

    /// Creates a pad in a folder that stands in for /dev/input.
    init(in folder: String, number: Int) throws {
        node = "/dev/input/event\(number)"
        path = "\(folder)/event\(number)"
        guard mkfifo(path, 0o600) == 0 else { throw DidNotHappen("mkfifo \(path): \(errno)") }
        // Also open for reading, so that the FIFO survives when a contestant closes it.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw DidNotHappen("open \(path): \(errno)") }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    func pull(to value: Int32) -> Int64 {
        let now = Clock.now()
        let time = timeval(tv_sec: Int(now / 1_000_000_000), tv_usec: Int(now % 1_000_000_000 / 1_000))
        var records = (
            input_event(time: time, type: UInt16(EV_ABS), code: UInt16(ABS_RZ), value: value),
            input_event(time: time, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0)
        )
        let size = MemoryLayout.size(ofValue: records)
        precondition(write(descriptor, &records, size) == size, "the pad is not read")
        return now
    }
}

/// A pad made by the kernel with /dev/uinput.
final class KernelPad: Pad, @unchecked Sendable {
    let node: String
    private let device: OpaquePointer

    /// Creates a device with an Xbox 360 pad's codes; its triggers have the same range as the FIFO's.
    init() throws {
        let model = libevdev_new()
        defer { libevdev_free(model) }
        libevdev_set_name(model, "The bench's pad")
        var range = input_absinfo(value: 0, minimum: 0, maximum: 32_767, fuzz: 0, flat: 0, resolution: 0)
        for code in [ABS_Z, ABS_RZ] { libevdev_enable_event_code(model, UInt32(EV_ABS), UInt32(code), &range) }
        range.minimum = -32_768
        for code in [ABS_X, ABS_Y, ABS_RX, ABS_RY] {
            libevdev_enable_event_code(model, UInt32(EV_ABS), UInt32(code), &range)
        }
        for code in [BTN_SOUTH, BTN_EAST, BTN_START, BTN_SELECT] {
            libevdev_enable_event_code(model, UInt32(EV_KEY), UInt32(code), nil)
        }
        var device: OpaquePointer?
        let managed = CInt(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue)
        let result = libevdev_uinput_create_from_device(model, managed, &device)
        guard result == 0, let device, let node = libevdev_uinput_get_devnode(device) else {
            throw DidNotHappen("/dev/uinput makes no pad: \(String(cString: strerror(-result)))")
        }
        self.device = device
        self.node = String(cString: node)
    }

    deinit { libevdev_uinput_destroy(device) }

    func pull(to value: Int32) -> Int64 {
        let now = Clock.now()
        libevdev_uinput_write_event(device, UInt32(EV_ABS), UInt32(ABS_RZ), value)
        libevdev_uinput_write_event(device, UInt32(EV_SYN), UInt32(SYN_REPORT), 0)
        return now
    }
}
