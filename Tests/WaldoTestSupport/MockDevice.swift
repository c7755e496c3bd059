/// What a device for umockdev declares, where it is not one of the recorded ones.
public struct MockDevice: Hashable, Sendable {
    /// An axis: its code, its range and where it stands.
    public struct Axis: Hashable, Sendable {
        let code: UInt16
        let minimum: Int32, maximum: Int32, value: Int32

        /// Creates an axis from its parts.
        public init(_ code: UInt16, _ minimum: Int32, _ maximum: Int32, at value: Int32) {
            (self.code, self.minimum, self.maximum, self.value) = (code, minimum, maximum, value)
        }
    }

    /// Its name.
    public var name: String
    /// Bus, vendor, product and version.
    public var ids: [UInt16]
    /// EV_KEY codes, and EV_ABS axes.
    public var keys: [UInt16], axes: [Axis]
    /// EV_REL and EV_SW codes, and INPUT_PROP_* codes.
    public var relative: [UInt16] = [], switches: [UInt16] = [], properties: [UInt16] = []
    /// Its serial number; empty: none.
    public var unique = ""
    /// The HID driver of a pad whose reports can be read; empty: it has no hidraw node.
    public var driver = ""

    /// Creates a device that declares this.
    public init(
        _ name: String, _ ids: [UInt16] = [3, 0x1234, 0x5678, 0x110], keys: [UInt16] = [], axes: [Axis] = [],
        relative: [UInt16] = [], switches: [UInt16] = [], properties: [UInt16] = [], unique: String = ""
    ) {
        (self.name, self.ids, self.keys, self.axes) = (name, ids, keys, axes)
        (self.relative, self.switches, self.properties, self.unique) = (relative, switches, properties, unique)
    }

    /// A DualSense, as the kernel's hid-playstation presents it.
    public static let dualSense: MockDevice = {
        let ranged = (0..<6).map { Axis($0, 0, 255, at: $0 == 2 || $0 == 5 ? 0 : 128) }
        var pad = MockDevice(
            "Sony Interactive Entertainment DualSense Wireless Controller", [5, 0x054c, 0x0ce6, 0x8100],
            keys: Array(0x130...0x13e), axes: ranged + [16, 17].map { Axis($0, -1, 1, at: 0) },
            unique: "00:11:22:33:44:55")
        pad.driver = "playstation"
        return pad
    }()

    /// The sticks of a pad in the middle, and its directional pad.
    public static let sticks =
        [0, 1, 2, 5].map { Axis($0, 0, 255, at: 128) } + [16, 17].map { Axis($0, -1, 1, at: 0) }

    // MARK: for umockdev

    /// Its files in sysfs, as /dev/input/eventN.
    func sysfs(_ number: Int, place: String) -> String {
        """
        P: /devices/virtual/input/input\(number + 1)/event\(number)
        N: input/event\(number)
        E: DEVNAME=/dev/input/event\(number)
        E: ID_INPUT=1
        E: MAJOR=13
        E: MINOR=\(64 + number)
        E: SUBSYSTEM=input
        A: dev=13:\(64 + number)\\n
        L: device=../../input\(number + 1)

        P: /devices/virtual/input/input\(number + 1)
        E: SUBSYSTEM=input
        A: capabilities/abs=\(Self.bitmap(axes.map(\.code)))\\n
        A: capabilities/key=\(Self.bitmap(keys))\\n
        A: capabilities/rel=\(Self.bitmap(relative))\\n
        A: capabilities/sw=\(Self.bitmap(switches))\\n
        A: name=\(name)\\n
        A: phys=\(place)\\n
        A: properties=\(Self.bitmap(properties))\\n
        A: uniq=\(unique)\\n
        \(driver.isEmpty ? "" : "L: device=../../hid/\(number)\n\n" + hid(number))
        """
    }

    /// The HID device that it is one of, with /dev/hidrawN.
    private func hid(_ number: Int) -> String {
        """
        P: /devices/virtual/hid/\(number)
        E: SUBSYSTEM=hid
        L: driver=../../../bus/hid/drivers/\(driver)

        P: /devices/virtual/hid/\(number)/hidraw/hidraw\(number)
        N: hidraw\(number)
        E: DEVNAME=/dev/hidraw\(number)
        E: SUBSYSTEM=hidraw

        """
    }

    /// The answers to its ioctls.
    func ioctls(node: String, place: String) -> String {
        let types = [(keys, 1), (relative, 2), (axes.map(\.code), 3), (switches, 5)].filter { !$0.0.isEmpty }.map(\.1)
        var lines = [
            "@DEV \(node)", Self.bits("EVIOCGBIT(0)", [0] + types.map { UInt16($0) }, 8),
            Self.text("EVIOCGNAME(0)", name), Self.text("EVIOCGPHYS(0)", place),
        ]
        if !unique.isEmpty { lines.append(Self.text("EVIOCGUNIQ(0)", unique)) }
        lines.append("EVIOCGID 0 " + MockInput.hexadecimal(ids.flatMap(Self.bytes)))
        lines += [
            "EVIOCGVERSION 0 01000100", Self.bits("EVIOCGPROP(0)", properties, 8),
            Self.bits("EVIOCGBIT(2)", relative, 8), Self.bits("EVIOCGBIT(3)", axes.map(\.code), 8),
            Self.bits("EVIOCGBIT(17)", [], 8), Self.bits("EVIOCGBIT(1)", keys, 96),
            Self.bits("EVIOCGBIT(5)", switches, 8), Self.bits("EVIOCGBIT(4)", [], 8),
            Self.bits("EVIOCGBIT(21)", [], 16), Self.bits("EVIOCGBIT(18)", [], 8), Self.bits("EVIOCGKEY(0)", [], 96),
            Self.bits("EVIOCGLED(0)", [], 8), Self.bits("EVIOCGSW(0)", [], 8),
        ]
        for axis in axes.sorted(by: { $0.code < $1.code }) {
            let numbers = [axis.value, axis.minimum, axis.maximum, 0, 0, 0]
            let query = axis.code == 0 ? "EVIOCGABS" : "EVIOCGABS(\(axis.code))"
            lines.append("\(query) 0 " + MockInput.hexadecimal(numbers.flatMap(Self.bytes)))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian, Array.init)
    }

    private static func bits(_ query: String, _ codes: [UInt16], _ count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        for code in codes { bytes[Int(code) / 8] |= 1 << UInt8(code % 8) }
        return "\(query) \(count) " + MockInput.hexadecimal(bytes)
    }

    /// A text with its end, in a buffer of 255 bytes.
    private static func text(_ query: String, _ text: String) -> String {
        let bytes = Array(text.utf8) + [0]
        return "\(query) \(bytes.count) " + MockInput.hexadecimal(bytes + Array(repeating: 0, count: 255 - bytes.count))
    }

    /// As sysfs prints a bitmap: 64-bit words, the highest first.
    private static func bitmap(_ codes: [UInt16]) -> String {
        var words = [UInt64](repeating: 0, count: Int(codes.max() ?? 0) / 64 + 1)
        for code in codes { words[Int(code) / 64] |= 1 << UInt64(code % 64) }
        return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
    }
}
