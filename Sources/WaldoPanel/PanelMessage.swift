public import WaldoCore

/// A message from a page: one flat JSON object. Positions are in thousandths, as in `FingerEvent`; a control is named
/// by its place in the mapping.
public enum PanelMessage: Equatable, Sendable {
    /// A finger holds a slider at this position.
    case slider(Control, Int32)
    /// A finger holds a joystick and has moved this far since it touched.
    case joystick(Control, x: Int32, y: Int32)
    /// The finger on a control was lifted.
    case letGo(Control)
    /// A joystick was double-tapped.
    case recentre(Control)
    /// The browser has ended the touches: cancelled, window blurred, page hidden.
    case lost
    /// The red button: emergency stop.
    case stop
    /// Resume after an emergency stop.
    case resume
    /// Switch precision on or off.
    case precise(Bool)
    /// Change to the next profile.
    case nextProfile
    /// Keep-alive: the page is running.
    case beat
    /// The page asks to become the driver.
    case drive
    /// The peripheral to connect to, by its address.
    case connect(String)

    /// Length of the longest message that is accepted, in bytes.
    static let longest = 125

    /// Parses a message strictly; nil if any field is missing, unknown or malformed.
    public init?(_ text: some Collection<UInt8>) {
        guard text.count <= Self.longest, var fields = FlatObject(text) else { return nil }
        switch fields.takeText("do") {
        case "slider":
            guard let control = fields.takeControl(), let at = fields.takeNumber("at") else { return nil }
            self = .slider(control, at)
        case "joystick":
            guard let control = fields.takeControl(), let x = fields.takeNumber("x"), let y = fields.takeNumber("y")
            else { return nil }
            self = .joystick(control, x: x, y: y)
        case "let go":
            guard let control = fields.takeControl() else { return nil }
            self = .letGo(control)
        case "recentre":
            guard let control = fields.takeControl() else { return nil }
            self = .recentre(control)
        case "precise":
            switch fields.takeText("to") {
            case "on": self = .precise(true)
            case "off": self = .precise(false)
            default: return nil
            }
        case "profile": self = .nextProfile
        case "lost": self = .lost
        case "stop": self = .stop
        case "resume": self = .resume
        case "beat": self = .beat
        case "drive": self = .drive
        case "connect":
            guard let address = fields.takeText("to") else { return nil }
            self = .connect(address)
        default: return nil
        }
        guard fields.isEmpty else { return nil }
    }
}

/// A JSON object of strings without escapes and integers in -1,000,000...1,000,000, written without white space, as
/// `JSON.stringify` writes it.
private struct FlatObject {
    private enum Value { case text(String), number(Int32) }

    private var fields: [String: Value] = [:]

    var isEmpty: Bool { fields.isEmpty }

    init?(_ text: some Collection<UInt8>) {
        var rest = ArraySlice(text)
        guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
        repeat {
            guard let key = Self.text(&rest), rest.popFirst() == UInt8(ascii: ":"), fields[key] == nil else {
                return nil
            }
            guard let value = Self.value(&rest) else { return nil }
            fields[key] = value
            guard let end = rest.popFirst(), end == UInt8(ascii: ",") || end == UInt8(ascii: "}") else { return nil }
            if end == UInt8(ascii: "}") { break }
        } while true
        guard rest.isEmpty else { return nil }
    }

    mutating func takeText(_ key: String) -> String? {
        guard case .text(let text) = fields.removeValue(forKey: key) else { return nil }
        return text
    }

    mutating func takeNumber(_ key: String) -> Int32? {
        guard case .number(let number) = fields.removeValue(forKey: key) else { return nil }
        return number
    }

    mutating func takeControl() -> Control? {
        takeNumber("control").flatMap { (0..<Int32(Control.most)).contains($0) ? Control(Int($0)) : nil }
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) -> Value? {
        rest.first == UInt8(ascii: "\"") ? text(&rest).map(Value.text) : number(&rest).map(Value.number)
    }

    private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        let bytes = rest.prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(bytes.count)
        guard rest.popFirst() == UInt8(ascii: "\""), bytes.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != 0x5c })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int32? {
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        guard (1...7).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        let number = digits.reduce(Int32(0)) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
        return number <= 1_000_000 ? (isNegative ? -number : number) : nil
    }
}
