import WaldoCore

/// SDL's numbers of an input's buttons, axes and hats (ConfigJoystick in SDL's linux/SDL_sysjoystick.c): buttons
/// count over the key codes from BTN_JOYSTICK on and then over those below, axes over the codes of all axes that are
/// no hats.
struct SDLNumbering {
    private let buttons: [UInt16]
    private let axes: [UInt16]
    /// The code of the first axis of each hat; its y is the next.
    private let hats: [UInt16]

    init(_ input: InputDescription) {
        let keys = input.keyCodes.sorted(), first = ButtonCode.firstOfJoysticks
        buttons = keys.filter { $0 >= first } + keys.filter { $0 < first }
        let pairs = stride(from: AxisCode.hat0x, through: AxisCode.hat3x, by: 2)
        hats = pairs.filter { code in
            let pair = input.axes.filter { $0.code / 2 == code / 2 }
            return !pair.isEmpty && pair.allSatisfy { Int64($0.maximum) - Int64($0.minimum) <= 2 }
        }
        let codes = hats.flatMap { [$0, $0 + 1] }
        axes = input.axes.map(\.code).filter { !codes.contains($0) }.sorted()
    }

    func button(_ number: Int) -> UInt16? { buttons.indices.contains(number) ? buttons[number] : nil }

    func axis(_ number: Int) -> UInt16? { axes.indices.contains(number) ? axes[number] : nil }

    func hat(_ number: Int) -> (x: UInt16, y: UInt16)? {
        hats.indices.contains(number) ? (hats[number], hats[number] + 1) : nil
    }
}
