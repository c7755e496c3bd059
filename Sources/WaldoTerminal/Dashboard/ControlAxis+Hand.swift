import WaldoCore

extension ControlStatus.Axis {
    /// The direction of the hand in which it moves; nil: it is a channel.
    private var hand: HandAxis? {
        channel.hasPrefix("hand.") ? HandAxis(rawValue: String(channel.dropFirst("hand.".count))) : nil
    }

    /// The channel's name, or the hand's direction: "reach".
    var word: String { hand?.rawValue ?? channel }

    /// Where the hand goes at a positive and at a negative deflection, seen from behind the arm; nil: forward and back.
    var ways: (String, String)? {
        let ways: (String, String)
        switch hand {
        case .height, .z, .up, .pitch: ways = ("UP", "DOWN")
        case .turn, .y, .side: ways = ("LEFT", "RIGHT")
        case .roll: ways = ("CW", "CCW")
        case .x, .reach, .forward, nil: return nil
        }
        // A rate below zero.
        return range.map { $0.high < $0.low } == true ? (ways.1, ways.0) : ways
    }

    /// The unit of its number; empty: it has none.
    var unit: String { hand.map { $0.isAngle ? "deg/s" : "mm/s" } ?? "" }

    /// Its number, with the unit.
    var numberAndUnit: String { number.text + (unit.isEmpty ? "" : " \(unit)") }
}
