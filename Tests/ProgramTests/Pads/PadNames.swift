import WaldoCore
import WaldoFiles

/// What a code is on a device of the table, by what is known of it: "right trigger", "upper button", "start".
struct PadNames {
    private let input: RealInput

    init(_ input: RealInput) { self.input = input }

    private static let faces = [
        ("south", "lower button"), ("east", "right button"), ("west", "left button"), ("north", "upper button"),
        ("start", "start"), ("select", "select"),
    ]

    func key(_ code: UInt16) -> String {
        for (fact, name) in Self.faces where input.keys(fact).contains(code) { return name }
        if let place = input.keys("triggers").firstIndex(of: code) {
            return place == 0 ? "left trigger" : "right trigger"
        }
        if (0x120..<0x130).contains(code) { return "button \(code - 0x120 + 1)" }
        let name = EvdevNames.key(code)
        // The bumpers have these codes where the lower button has its own.
        if input.facts["south"] == ["BTN_SOUTH"] {
            if name == "BTN_TL" { return "left bumper" }
            if name == "BTN_TR" { return "right bumper" }
        }
        return name
    }

    /// Several keys for one purpose.
    func keys(_ codes: [UInt16]) -> String {
        let names = codes.map(key)
        if Set(names) == Set(Self.faces.prefix(4).map(\.1)) { return "any of the four" }
        let isNumbered = names.count > 1 && names.allSatisfy { $0.hasPrefix("button ") }
        return isNumbered
            ? "button " + names.map { String($0.dropFirst(7)) }.joined(separator: ", ") : names.joined(separator: ", ")
    }

    func axis(_ source: AxisSource) -> String {
        if let place = input.axes("triggers").firstIndex(of: source.code) {
            return place == 0 ? "left trigger" : "right trigger"
        }
        return EvdevNames.axis(source.code)
    }

    /// Two axes of a joystick.
    func stick(_ x: AxisSource, _ y: AxisSource) -> String {
        let codes = [x.code, y.code]
        if input.axes("right") == codes { return "right stick" }
        if input.axes("left") == codes { return "left stick" }
        let isPad = codes == [16, 17] || input.facts["dpad"] == ["axes"] && codes == [0, 1]
        return isPad ? "directional pad" : codes.map(EvdevNames.axis).joined(separator: ", ")
    }
}
