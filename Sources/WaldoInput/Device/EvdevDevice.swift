import CLibevdev
import CWaldoShims
import Glibc
import WaldoCore
import WaldoLoop

/// An open event device. Owns its descriptor and libevdev's handle, and releases them when it is destroyed.
final class EvdevDevice {
    /// The result of reading one record.
    enum Step: Equatable {
        case event(RawEvent)
        /// The kernel's buffer had overflowed (SYN_DROPPED); libevdev has read the current state again.
        case resynchronised
        case drained
        /// The device is gone or has failed, with this errno.
        case lost(CInt)
    }

    let path: String
    let descriptor: CInt
    let clock: EventClock
    /// Never accessed inout: a run-time exclusivity check at each record would cost more than the access.
    @exclusivity(unchecked) private var handle: OpaquePointer

    /// Opens a node for non-blocking reads.
    init(path: String) throws(SystemFailure) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure("open") }
        var handle: OpaquePointer?
        let result = libevdev_new_from_fd(descriptor, &handle)
        guard result == 0, let handle else {
            Glibc.close(descriptor)
            throw SystemFailure("libevdev_new_from_fd", code: -result)
        }
        self.path = path
        self.descriptor = descriptor
        self.handle = handle
        clock = EventClock(isMonotonic: libevdev_set_clock_id(handle, CLOCK_MONOTONIC) == 0)
    }

    deinit {
        libevdev_free(handle)
        Glibc.close(descriptor)
    }

    // MARK: reading

    /// Reads the next record. Neither blocks nor allocates.
    func next() -> Step {
        var event = input_event()
        let result = libevdev_next_event(handle, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &event)
        switch result {
        case CInt(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): return .event(RawEvent(event))
        case CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue):
            drainDifferences()
            return .resynchronised
        case -EAGAIN, -EINTR: return .drained
        default: return .lost(-result)
        }
    }

    /// Reads the current state from the kernel, as after a loss of events.
    func resynchronise() {
        var event = input_event()
        _ = libevdev_next_event(handle, LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue, &event)
        drainDifferences()
    }

    /// Discards the differences, which libevdev reports one by one; after that its own copy of the state is current.
    private func drainDifferences() {
        var event = input_event()
        let more = CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue)
        while libevdev_next_event(handle, LIBEVDEV_READ_FLAG_SYNC.rawValue, &event) == more {}
    }

    // MARK: current state

    func isDown(_ key: UInt16) -> Bool { libevdev_get_event_value(handle, UInt32(EV_KEY), UInt32(key)) != 0 }

    /// Whether any key is down.
    var hasKeyDown: Bool { (0..<UInt16(CodeSet.capacity)).contains { isDown($0) } }

    /// The state of the wanted axes, and the wanted keys that are down.
    func state(of wanted: CodesWanted) -> InputState {
        InputState(axes: wanted.axes.compactMap { axis($0) }, keysDown: wanted.keys.filter { isDown($0) })
    }

    private func axis(_ code: UInt16) -> AxisState? {
        guard let info = libevdev_get_abs_info(handle, UInt32(code)) else { return nil }
        return AxisState(
            code, minimum: info.pointee.minimum, maximum: info.pointee.maximum, value: info.pointee.value)
    }

    // MARK: description

    /// Whether it has a motor that rumbles.
    var hasRumble: Bool { has(EV_FF, UInt16(FF_RUMBLE)) }

    var capabilities: Capabilities {
        var result = Capabilities()
        for code in 0..<UInt16(CodeSet.capacity) where has(EV_KEY, code) { result.keys.insert(code) }
        for code in 0...UInt16(ABS_MAX) where has(EV_ABS, code) { result.axes.insert(code) }
        for code in 0...UInt16(REL_MAX) where has(EV_REL, code) { result.relative.insert(code) }
        for code in 0...UInt16(SW_MAX) where has(EV_SW, code) { result.switches.insert(code) }
        for code in 0...UInt16(INPUT_PROP_MAX) where libevdev_has_property(handle, UInt32(code)) != 0 {
            result.properties.insert(code)
        }
        return result
    }

    private func has(_ type: CInt, _ code: UInt16) -> Bool {
        libevdev_has_event_code(handle, UInt32(type), UInt32(code)) != 0
    }

    /// Where it is plugged in, such as "usb-0000:00:14.0-2/input0"; empty if unknown.
    var physical: String { PrintableName.text(ofCString: libevdev_get_phys(handle)) }

    /// Its own serial number; empty if it states none.
    var unique: String { PrintableName.text(ofCString: libevdev_get_uniq(handle)) }

    var description: InputDescription {
        let unique = unique, capabilities = capabilities
        return InputDescription(
            identity: InputIdentity(
                bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(handle)),
                vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(handle)),
                product: UInt16(truncatingIfNeeded: libevdev_get_id_product(handle)),
                version: UInt16(truncatingIfNeeded: libevdev_get_id_version(handle)),
                port: unique.isEmpty ? physical : unique,
                name: PrintableName.text(ofCString: libevdev_get_name(handle))),
            kind: capabilities.kind,
            axes: capabilities.axes.codes.compactMap { axis($0) },
            keyCodes: capabilities.keys.codes)
    }

    /// The kernel's description of an axis; nil for one that the device does not have.
    func details(ofAxis code: UInt16) -> AxisDetails? {
        guard let info = libevdev_get_abs_info(handle, UInt32(code))?.pointee else { return nil }
        return AxisDetails(
            code: code, value: info.value, minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz,
            flat: info.flat, resolution: info.resolution)
    }

    // MARK: settings

    /// Grabs the device for this process alone.
    /// - Throws: EBUSY when another program has grabbed it; any other errno of EVIOCGRAB.
    func grab() throws(SystemFailure) {
        let result = libevdev_grab(handle, LIBEVDEV_GRAB)
        guard result == 0 else { throw SystemFailure("EVIOCGRAB", code: -result) }
    }

    /// Finds out whether another program has grabbed it, by a grab for an instant, and then reads its state anew: what
    /// was sent while another one had grabbed it went to that one alone.
    ///
    /// For that instant no other program hears the device, so this is for one that is about to be used.
    /// - Throws: EBUSY when another program has grabbed it; any other errno of EVIOCGRAB.
    func checkGrab() throws(SystemFailure) {
        try grab()
        ungrab()
        var renewed: OpaquePointer?
        let result = libevdev_new_from_fd(descriptor, &renewed)
        guard result == 0, let renewed else { throw SystemFailure("libevdev_new_from_fd", code: -result) }
        libevdev_set_clock_id(renewed, CLOCK_MONOTONIC)
        libevdev_free(handle)
        handle = renewed
    }

    /// Releases the grab.
    func ungrab() { libevdev_grab(handle, LIBEVDEV_UNGRAB) }

    /// Has the kernel drop all other codes, so that they do not wake this process. A kernel that refuses does no harm:
    /// the decoder leaves them out too.
    func letThrough(_ wanted: CodesWanted) {
        mask(EV_KEY, CodeSet(wanted.keys))
        mask(EV_ABS, CodeSet(wanted.axes))
        // The mask of type EV_SYN contains types, not codes.
        mask(EV_SYN, CodeSet([UInt16(EV_KEY), UInt16(EV_ABS)]))
    }

    private func mask(_ type: CInt, _ codes: CodeSet) {
        var codes = codes
        codes.withUnsafeMutableBytes { bytes in
            var mask = input_mask()
            mask.type = UInt32(type)
            mask.codes_size = UInt32(bytes.count)
            mask.codes_ptr = UInt64(UInt(bitPattern: bytes.baseAddress))
            _ = waldo_ioctl_pointer(descriptor, WALDO_EVIOCSMASK, &mask)
        }
    }
}
