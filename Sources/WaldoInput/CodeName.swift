internal import CLibevdev

/// The kernel's names of event codes (linux/input-event-codes.h), by libevdev_event_code_get_name.
public enum CodeName {
    /// The name of a key or button: "BTN_SOUTH"; nil for a code without one.
    public static func ofKey(_ code: UInt16) -> String? { of(type: UInt16(EV_KEY), code: code) }

    /// The name of an axis: "ABS_X"; nil for a code without one.
    public static func ofAxis(_ code: UInt16) -> String? { of(type: UInt16(EV_ABS), code: code) }

    /// The name of a code of any type; nil for one without.
    public static func of(type: UInt16, code: UInt16) -> String? {
        libevdev_event_code_get_name(UInt32(type), UInt32(code)).map { String(cString: $0) }
    }

    /// The name of a type: "EV_ABS"; nil for one without.
    public static func ofType(_ type: UInt16) -> String? {
        libevdev_event_type_get_name(UInt32(type)).map { String(cString: $0) }
    }
}
