internal import CLibevdev

/// The kernel's names of keys, buttons and axes (linux/input-event-codes.h), as libevdev knows them.
public enum EvdevNames {
    /// The name of an EV_KEY code, or its number when the kernel has no name for it.
    public static func key(_ code: UInt16) -> String { name(EV_KEY, code) }

    /// The name of an EV_ABS code, or its number when the kernel has no name for it.
    public static func axis(_ code: UInt16) -> String { name(EV_ABS, code) }

    /// The EV_KEY code of a name such as `BTN_EAST` or `KEY_W`; nil for an unknown name.
    public static func key(named name: String) -> UInt16? { code(EV_KEY, name) }

    /// The EV_ABS code of a name such as `ABS_RX`; nil for an unknown name.
    public static func axis(named name: String) -> UInt16? { code(EV_ABS, name) }

    /// Those of these EV_KEY codes that have no name, so that no mapping can name them.
    public static func nameless(_ codes: [UInt16]) -> [UInt16] { codes.filter { key(named: key($0)) == nil } }

    /// Every name of a key or button, and of an axis, for spelling suggestions.
    static let keyNames = names(EV_KEY, upTo: KEY_MAX)
    static let axisNames = names(EV_ABS, upTo: ABS_MAX)

    private static func name(_ type: CInt, _ code: UInt16) -> String {
        guard let name = libevdev_event_code_get_name(UInt32(type), UInt32(code)) else { return "\(code)" }
        return String(cString: name)
    }

    private static func code(_ type: CInt, _ name: String) -> UInt16? {
        guard !name.utf8.contains(0) else { return nil }
        let code = libevdev_event_code_from_name(UInt32(type), name)
        // KEY_MAX and ABS_MAX are limits, not codes that a device sends.
        return (0..<(type == EV_KEY ? KEY_MAX : ABS_MAX)).contains(code) ? UInt16(code) : nil
    }

    private static func names(_ type: CInt, upTo last: CInt) -> [String] {
        (0..<UInt32(last)).compactMap { code in
            libevdev_event_code_get_name(UInt32(type), code).map { String(cString: $0) }
        }
    }
}
