import Glibc

/// A gamepad or keyboard for umockdev, on its own device node, derived from the recordings of one at event1.
public struct MockInput: Hashable, Sendable {
    /// The kind of device.
    public enum Model: String, Sendable {
        /// An Xbox 360 pad.
        case pad
        /// A PC keyboard.
        case keyboard
    }

    /// The kind of device.
    public var model = Model.pad
    /// What it declares, where it is none of the recorded ones.
    public var device: MockDevice?
    /// N of /dev/input/eventN.
    public var number = 1
    /// Its physical path, which distinguishes it from others of its kind; that of a recorded one must be as long as
    /// the recorded "lab/input0".
    public var place = "lab/input0"
    /// The buttons and keys that are down when the device is opened.
    public var keysDown: [UInt16] = []
    /// Whether its node is unplugged (named "event1.away") when the program starts.
    public var isAway = false
    /// Whether it plays back the recorded events.
    public var plays = false
    /// Whether it says that it can rumble. What that leads to, umockdev does not know: a preloaded library has to.
    public var rumbles = false
    /// What is left in its battery, in percent; nil: it has none.
    public var battery: Int?
    /// Axis values when the device is opened, by axis code, where they differ from the rest position.
    public var axes: [UInt16: Int32] = [:]

    /// Creates an input from these values.
    public init(
        _ model: Model = .pad, number: Int = 1, place: String = "lab/input0", isAway: Bool = false,
        plays: Bool = false, keysDown: [UInt16] = [], axes: [UInt16: Int32] = [:]
    ) {
        self.model = model
        self.number = number
        self.place = place
        self.keysDown = keysDown
        self.isAway = isAway
        self.plays = plays
        self.axes = axes
    }

    /// Creates an input that declares this.
    public init(_ device: MockDevice, number: Int = 1, place: String = "lab/input0", isAway: Bool = false) {
        (self.device, self.number, self.place, self.isAway) = (device, number, place, isAway)
    }

    /// What umockdev-run needs beside its options: it makes some hundred files for a device and removes them again,
    /// which on a disk takes longer than all the rest of a short test. One that is killed leaves them to the run.
    /// A pad must not be known by the machine's own libSDL2.
    public static let environment: [String: String?] =
        ["WALDO_SDL_LIBRARY": "", "TMPDIR": TestRun.current.memory]

    /// Its node's path, as the program sees it.
    public var node: String { "/dev/input/event\(number)" }

    /// Writes its files into a folder.
    /// - Returns: the options that make umockdev-run load them.
    /// - Throws: `DidNotHappen` if a recording cannot be read or a file cannot be written.
    public func options(writingTo folder: TemporaryFolder) throws -> [String] {
        var options = ["-d", try folder.write(sysfs(), to: "\(number).umockdev")]
        options += ["-i", "\(node)=\(try folder.write(ioctl(), to: "\(number).ioctl"))"]
        if plays {
            let events = try Self.recording("pad.evemu")
            options += ["-e", "\(node)=\(try folder.write(events, to: "\(number).evemu"))"]
        }
        if let battery { options += ["-d", try folder.write(supply(battery), to: "\(number)-battery.umockdev")] }
        return options
    }

    /// The folder of its battery in sysfs.
    public var supplyFolder: String { "/devices/virtual/input/input\(number + 1)/power_supply/pad-battery" }

    private func supply(_ percent: Int) -> String {
        """
        P: \(supplyFolder)
        E: SUBSYSTEM=power_supply
        A: scope=Device\\n
        A: status=Discharging\\n
        A: capacity=\(percent)\\n

        """
    }

    private func sysfs() throws -> String {
        if let device { return device.sysfs(number, place: place) }
        return try Self.recording("\(model).umockdev").replacing("event1", with: "event\(number)")
            .replacing("input2", with: "input\(number + 1)").replacing("13:65", with: "13:\(64 + number)")
            .replacing("MINOR=65", with: "MINOR=\(64 + number)").replacing("lab/input0", with: place)
    }

    private func ioctl() throws -> String {
        if let device { return device.ioctls(node: node, place: place) }
        var text = try Self.recording("\(model).ioctl").replacing("event1", with: "event\(number)")
            .replacing(Self.hexadecimal("lab/input0".utf8), with: Self.hexadecimal(place.utf8))
        var down = [UInt8](repeating: 0, count: 96)
        for code in keysDown { down[Int(code) / 8] |= 1 << (code % 8) }
        let query = "EVIOCGKEY(0) 96 "
        text = text.replacing(query + String(repeating: "00", count: 96), with: query + Self.hexadecimal(down))
        if rumbles {
            // FF_RUMBLE is bit 0x50 of those of EV_FF.
            let none = "EVIOCGBIT(21) 16 " + String(repeating: "00", count: 10)
            text = text.replacing(none + "00", with: none + "01")
        }
        for (code, value) in axes {
            // umockdev's name of the request for axis 0 has no number.
            let query = "EVIOCGABS\(code == 0 ? "" : "(\(code))") 0 "
            let bytes = withUnsafeBytes(of: value.littleEndian) { Self.hexadecimal($0) }
            guard text.contains(query + "00000000") else { throw DidNotHappen("\(model) has no axis \(code)") }
            text = text.replacing(query + "00000000", with: query + bytes)
        }
        return text
    }

    private static func recording(_ name: String) throws -> String {
        try readFile(SourceModule.projectFolder + "/Tests/WaldoInputTests/Recordings/" + name)
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
