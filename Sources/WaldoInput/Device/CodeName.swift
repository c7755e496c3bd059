import CLibevdev

/// The kernel's names of event codes (linux/input-event-codes.h), from libevdev_event_code_get_name.
public enum CodeName {
    /// The name of an axis, such as "ABS_X"; nil for a code without one.
    public static func ofAxis(_ code: UInt16) -> String? { of(type: UInt16(EV_ABS), code: code) }

    /// The name of a code of any type; nil for a code without one.
    public static func of(type: UInt16, code: UInt16) -> String? {
        libevdev_event_code_get_name(UInt32(type), UInt32(code)).map { String(cString: $0) }
    }
}
