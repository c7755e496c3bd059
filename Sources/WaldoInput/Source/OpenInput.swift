internal import CLibevdev
internal import WaldoCore
internal import WaldoLoop

/// The input that is open now.
@LoopActor
final class OpenInput {
    let device: EvdevDevice
    let nodeName: String
    let description: InputDescription
    /// Whether it is to be taken for us alone.
    let isToBeGrabbed: Bool
    var decoder: EventDecoder
    /// Whether the state machine has been told of it; false while keys are awaited to come up for the grab.
    var isLive = false
    var watch: FileWatch?
    private var emptyLooks = 0

    private static let control = [UInt16(KEY_LEFTCTRL), UInt16(KEY_RIGHTCTRL)]
    private static let interrupting = control + [UInt16(KEY_C)]

    init(_ device: EvdevDevice, _ description: InputDescription, _ wanted: CodesWanted, isToBeGrabbed: Bool) {
        self.device = device
        self.isToBeGrabbed = isToBeGrabbed
        self.description = description
        nodeName = InputCatalogue.nodeName(ofPath: device.path)
        decoder = EventDecoder(wanted)
    }

    /// Grabs it, unless a key is down: its release would be missed by whoever saw the press, and a key that was held
    /// before is no command.
    /// - Returns: whether it is ours now.
    func grabAtRest() throws(SystemFailure) -> Bool {
        guard !device.hasKeyDown else { return false }
        try device.grab()
        // One may have gone down between the look and the grab.
        device.resynchronise()
        if device.hasKeyDown {
            device.ungrab()
            return false
        }
        return true
    }

    /// Keeps all codes but these from waking us, and those of Ctrl-C on a grabbed device.
    func letThrough(_ wanted: CodesWanted, grabbed: Bool) {
        let extra = grabbed ? Self.interrupting : []
        device.letThrough(CodesWanted(axes: wanted.axes, keys: wanted.keys + extra))
    }

    /// Lets every key wake us, as when it was opened: each must come up before a grab.
    func letEverythingThrough() {
        device.letThrough(
            CodesWanted(axes: description.axes.map(\.code), keys: Array(0..<UInt16(CodeSet.capacity))))
    }

    /// Whether this record completes Ctrl-C.
    func isInterrupt(_ raw: RawEvent) -> Bool {
        raw.type == UInt16(EV_KEY) && raw.code == UInt16(KEY_C) && raw.value == 1
            && (device.isDown(UInt16(KEY_LEFTCTRL)) || device.isDown(UInt16(KEY_RIGHTCTRL)))
    }

    /// Whether the device is at its end: reported ready, it had nothing to read three times on end (a read of 0, which
    /// libevdev does not tell from "nothing yet").
    func isAtEnd(afterReading something: Bool) -> Bool {
        emptyLooks = something ? 0 : emptyLooks + 1
        return emptyLooks == 3
    }
}
