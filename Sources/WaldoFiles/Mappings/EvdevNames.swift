import CLibevdev

/// The kernel's names of keys, buttons and axes (linux/input-event-codes.h), as libevdev knows them. A code without a
/// name has its number instead, wherever a name may stand.
public enum EvdevNames {
    /// The name of an EV_KEY code, or its number when the kernel has no name for it.
    public static func key(_ code: UInt16) -> String { name(EV_KEY, code) }

    /// The name of an EV_ABS code, or its number when the kernel has no name for it.
    public static func axis(_ code: UInt16) -> String { name(EV_ABS, code) }

    /// The EV_KEY code of a name such as `BTN_EAST` or `KEY_W`, or of a number such as `300` or `0x12c`; nil for an
    /// unknown name, and for the number of a key that has a name.
    public static func key(named name: String) -> UInt16? { code(EV_KEY, name, namelessKeys) }

    /// The EV_ABS code of a name such as `ABS_RX`, or of a number such as `41` or `0x29`; nil for an unknown name, and
    /// for the number of an axis that has a name.
    public static func axis(named name: String) -> UInt16? { code(EV_ABS, name, namelessAxes) }

    /// Every name of a key or button, and of an axis, for spelling suggestions.
    static let keyNames = names(EV_KEY, upTo: KEY_MAX)
    static let axisNames = names(EV_ABS, upTo: ABS_MAX)

    /// The codes that Linux 6.1 has no name for. Later kernels name some of them, and files with a number stay
    /// readable.
    private static let namelessKeys: [ClosedRange<UInt16>] = [
        84...84, 195...199, 249...255, 0x10a...0x10f, 0x118...0x11f, 0x12c...0x12e, 0x13f...0x13f, 0x152...0x15f,
        0x224...0x22f,
    ]
    private static let namelessAxes: [ClosedRange<UInt16>] = [0x0b...0x0f, 0x1d...0x1f, 0x21...0x27, 0x29...0x2d]

    /// `; its name is BTN_EAST` for the number of a key or an axis that has a name, else nothing.
    static func hint(_ text: String, isAxis: Bool) -> String {
        guard let code = number(text, isAxis ? EV_ABS : EV_KEY) else { return "" }
        return "; its name is \(isAxis ? axis(code) : key(code))"
    }

    private static func name(_ type: CInt, _ code: UInt16) -> String {
        guard let name = libevdev_event_code_get_name(UInt32(type), UInt32(code)) else { return "\(code)" }
        return String(cString: name)
    }

    private static func code(_ type: CInt, _ name: String, _ nameless: [ClosedRange<UInt16>]) -> UInt16? {
        guard !name.utf8.contains(0) else { return nil }
        if let code = number(name, type) {
            let hasName = libevdev_event_code_get_name(UInt32(type), UInt32(code)) != nil
            return !hasName || nameless.contains { $0.contains(code) } ? code : nil
        }
        let code = libevdev_event_code_from_name(UInt32(type), name)
        return isCode(type, code) ? UInt16(code) : nil
    }

    private static func number(_ text: String, _ type: CInt) -> UInt16? {
        guard let number = DecimalNumber(text)?.units(decimals: 0), let code = UInt16(exactly: number) else {
            return nil
        }
        return isCode(type, CInt(code)) ? code : nil
    }

    /// KEY_MAX and ABS_MAX are limits, not codes that a device sends.
    private static func isCode(_ type: CInt, _ code: CInt) -> Bool {
        (0..<(type == EV_KEY ? KEY_MAX : ABS_MAX)).contains(code)
    }

    private static func names(_ type: CInt, upTo last: CInt) -> [String] {
        (0..<UInt32(last)).compactMap { code in
            libevdev_event_code_get_name(UInt32(type), code).map { String(cString: $0) }
        }
    }
}
