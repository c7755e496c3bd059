import WaldoCore

extension ControlStatus.Axis {
    /// The direction of the hand in which it moves; nil: it is a channel.
    private var hand: HandAxis? {
        channel.hasPrefix("hand.") ? HandAxis(rawValue: String(channel.dropFirst("hand.".count))) : nil
    }

    /// The channel's name, or the hand's direction: "reach".
    var word: String { hand?.rawValue ?? channel }

    /// The unit of its number; empty: it has none.
    var unit: String { hand.map { $0.isAngle ? "deg/s" : "mm/s" } ?? "" }

    /// Its number, with the unit.
    var numberAndUnit: String { number.text + (unit.isEmpty ? "" : " \(unit)") }
}
