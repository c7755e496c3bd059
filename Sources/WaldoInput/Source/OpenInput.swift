import CLibevdev
import WaldoCore
import WaldoLoop

/// The open input.
@LoopActor
final class OpenInput {
    let device: EvdevDevice
    let nodeName: String
    let description: InputDescription
    /// Whether to grab it for this process alone.
    let isToBeGrabbed: Bool
    @exclusivity(unchecked) var decoder: EventDecoder
    /// Whether it was reported to the state machine; false while it waits for keys to come up before the grab.
    @exclusivity(unchecked) var isLive = false
    var watch: FileWatch?
    /// Whether the next two were started, where there is what they need.
    var hasFeedback = false
    /// Rumbles it; nil: it has no motor, or none is wanted.
    var motor: RumbleMotor?
    /// Watches whether its device still sends; nil: that cannot be told.
    var silence: SilenceWatch?
    /// Reads its battery.
    var battery: BatteryWatch?
    private var emptyReads = 0

    private static let control = [UInt16(KEY_LEFTCTRL), UInt16(KEY_RIGHTCTRL)]
    private static let interrupting = control + [UInt16(KEY_C)]

    init(_ device: EvdevDevice, _ description: InputDescription, _ wanted: CodesWanted, isToBeGrabbed: Bool) {
        self.device = device
        self.isToBeGrabbed = isToBeGrabbed
        self.description = description
        nodeName = InputCatalogue.nodeName(ofPath: device.path)
        decoder = EventDecoder(wanted)
    }

    /// Grabs the device, unless a key is down: programs that saw the press would miss the release, and a key that was
    /// pressed before the grab is not a command.
    /// - Returns: whether the device is grabbed.
    /// - Throws: the failure of the grab.
    func grabAtRest() throws(SystemFailure) -> Bool {
        guard !device.hasKeyDown else { return false }
        try device.grab()
        // A key may have been pressed between the check and the grab.
        device.resynchronise()
        if device.hasKeyDown {
            device.ungrab()
            return false
        }
        return true
    }

    /// Masks all codes except these, and except those of Ctrl-C on a grabbed device.
    func letThrough(_ wanted: CodesWanted, grabbed: Bool) {
        let extra = grabbed ? Self.interrupting : []
        device.letThrough(CodesWanted(axes: wanted.axes, keys: wanted.keys + extra))
    }

    /// Unmasks every key, as when the device was opened: all keys must be up before a grab.
    func letEverythingThrough() {
        device.letThrough(
            CodesWanted(axes: description.axes.map(\.code), keys: Array(0..<UInt16(CodeSet.capacity))))
    }

    /// Whether this record is the press that completes Ctrl-C.
    func isInterrupt(_ raw: RawEvent) -> Bool {
        raw.type == UInt16(EV_KEY) && raw.code == UInt16(KEY_C) && raw.value == 1
            && (device.isDown(UInt16(KEY_LEFTCTRL)) || device.isDown(UInt16(KEY_RIGHTCTRL)))
    }

    /// Whether the device has ended: three times in a row it was ready but had nothing to read (a read of 0, which
    /// libevdev does not distinguish from "nothing yet").
    func isAtEnd(afterReading something: Bool) -> Bool {
        emptyReads = something ? 0 : emptyReads + 1
        return emptyReads == 3
    }
}
