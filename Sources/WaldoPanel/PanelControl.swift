public import WaldoCore

/// A control as the pages show it.
public struct PanelControl: Equatable, Sendable {
    /// What kind of control it is.
    public enum Kind: String, Sendable {
        /// A slider, with an x.
        case slider
        /// A joystick, with an x, a y or both.
        case joystick
        /// A button that sends an action for as long as it is pressed: a slider at its end.
        case button
    }

    /// A channel that the control moves.
    public struct Axis: Equatable, Sendable {
        /// The channel's name.
        public var channel: String
        /// Where the channel is, in thousandths: a velocity's deflection, or a held position.
        public var place: Int
        /// The channel's number, as sent to the arm, in decimal.
        public var number: String
        /// Where the arm itself reports that it is, in decimal; nil: it does not.
        public var reported: String?
        /// The numbers at both ends and in the middle, in decimal.
        public let low: String, zero: String, high: String

        /// Creates an axis.
        /// - Parameters:
        ///   - channel: the channel's name.
        ///   - place: where the channel is, -1...+1.
        ///   - number: the channel's number, in units of the range.
        ///   - range: the channel's numbers.
        public init(_ channel: String, place: Double, number: Int32, range: ValueRange) {
            self.channel = channel
            self.place = Int((place * 1_000).rounded())
            func text(_ number: Int32) -> String { DecimalText.text(Int64(number), decimals: range.decimals) }
            self.number = text(number)
            (low, zero, high) = (text(range.low), text(range.zero), text(range.high))
        }
    }

    /// What holds a control.
    public enum Holder: String, Sendable {
        /// The input: a gamepad or a keyboard.
        case input
        /// A finger on the page that drives.
        case finger
    }

    /// Its place in the mapping.
    public var control: Control
    /// Its name.
    public var name: String
    /// What kind of control it is.
    public var kind: Kind
    /// What keeps it disabled, in one word, and what must be released.
    public var gate = "link", held = ""
    /// What holds it; nil: nothing.
    public var holder: Holder?
    /// Whether the profile in force has it.
    public var isLive = true
    /// Whether it sets a position, which is held when it is released, and whether that is not known yet.
    public var holds = false, isAssumed = false
    /// A slider's or button's deflection in thousandths: where the knob is, also while it moves a position that stays.
    public var deflection = 0
    /// What it moves; nil: that axis moves no channel of this arm. A slider has no y, a button neither.
    public var x: Axis?, y: Axis?

    /// Creates a control at rest.
    public init(_ control: Control, name: String, kind: Kind, x: Axis? = nil, y: Axis? = nil) {
        self.control = control
        self.name = name
        self.kind = kind
        self.x = x
        self.y = y
    }

    var isDeflected: Bool {
        deflection != 0 || kind == .joystick && !holds && [x, y].contains { $0.map { $0.place != 0 } == true }
    }

    /// The control in the text for the pages.
    var json: JSONObject {
        var json = JSONObject()
        json.add("control", control.place)
        json.add("name", name, most: 24)
        json.add("kind", kind.rawValue)
        json.add("gate", gate, most: 24)
        json.add("held", held, most: 64)
        if let holder { json.add("holder", holder.rawValue) }
        json.add("live", isLive)
        json.add("holds", holds)
        json.add("assumed", isAssumed)
        if kind != .joystick { json.add("deflection", deflection) }
        for (key, axis) in [("x", x), ("y", y)] {
            guard let axis else { continue }
            var part = JSONObject()
            part.add("channel", axis.channel, most: 24)
            part.add("place", axis.place)
            part.add("number", axis.number)
            if let reported = axis.reported { part.add("reported", reported) }
            part.add("low", axis.low)
            part.add("zero", axis.zero)
            part.add("high", axis.high)
            json.add(key, part)
        }
        return json
    }
}
