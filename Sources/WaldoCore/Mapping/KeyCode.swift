/// Codes of the terminal's keys that Waldo itself knows, by linux/input-event-codes.h.
public enum KeyCode {
    /// KEY_ESC.
    public static let escape: UInt16 = 1
    /// KEY_BACKSPACE.
    public static let backspace: UInt16 = 14
    /// KEY_TAB.
    public static let tab: UInt16 = 15
    /// KEY_Q.
    public static let q: UInt16 = 16
    /// KEY_P.
    public static let p: UInt16 = 25
    /// KEY_ENTER.
    public static let enter: UInt16 = 28
    /// KEY_N.
    public static let n: UInt16 = 49
    /// KEY_SLASH, which the question mark is on.
    public static let slash: UInt16 = 53
    /// KEY_SPACE.
    public static let space: UInt16 = 57
    /// KEY_END.
    public static let end: UInt16 = 107
    /// KEY_KPENTER.
    public static let keypadEnter: UInt16 = 96

    /// The terminal's keys that stop, unless they are the input.
    public static let stops = [escape, space]
}
