import WaldoCore
import WaldoTestSupport
import WaldoTime

/// What a frantic operator has in his hands: every axis and key of a mapping, and a finger on each control.
struct FranticPad {
    private let axes: [AxisSource], keys: [UInt16], controls: [(control: Control, isJoystick: Bool)]
    /// The values of the axes, and the keys that are down.
    private var values: [Int32], down: Set<UInt16> = []

    init(_ mapping: Mapping) {
        var axes: [AxisSource] = []
        for axis in mapping.axes where !axes.contains(where: { $0.code == axis.code }) { axes.append(axis) }
        let own = Set(mapping.keys.stop + mapping.keys.resume + mapping.keys.profile + mapping.keys.recentre)
        self.axes = axes
        keys = mapping.keyCodes.filter { !own.contains($0) }
        controls = mapping.allControls.map { ($0, mapping.controls[$0.index].isJoystick) }
        values = axes.map { _ in 0 }
    }

    /// As it is now.
    var state: InputState {
        InputState(
            axes: zip(axes, values).map { axis, value in
                AxisState(axis.code, minimum: axis.rest == .centre ? -1_000 : 0, maximum: 1_000, value: value)
            }, keysDown: down.sorted())
    }

    /// Lets go of everything.
    mutating func letGo() -> [DriveEvent] {
        var events: [DriveEvent] = controls.map { .finger(.released($0.control)) }
        for (index, axis) in axes.enumerated() where values[index] != 0 {
            values[index] = 0
            events.append(.input(.axis(axis.code, 0)))
        }
        for key in down.sorted() { events.append(.input(.key(key, down: false))) }
        down = []
        return events + [.input(.report(more: false))]
    }

    /// One thing more, or one thing less.
    mutating func move(_ random: inout SeededGenerator) -> [DriveEvent] {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return [touch(&random)]
        case 1..<4 where !axes.isEmpty:
            let index = Int.random(in: 0..<axes.count, using: &random)
            let least: Int32 = axes[index].rest == .centre ? -1_000 : 0
            let places = [0, least, 1_000, .random(in: least...1_000, using: &random)]
            values[index] = places.randomElement(using: &random) ?? 0
            return [.input(.axis(axes[index].code, values[index])), .input(.report(more: false))]
        default:
            guard let key = keys.randomElement(using: &random) else { return [] }
            let isDown = Bool.random(using: &random)
            if isDown { down.insert(key) } else { down.remove(key) }
            return [.input(.key(key, down: isDown)), .input(.report(more: false))]
        }
    }

    private func touch(_ random: inout SeededGenerator) -> DriveEvent {
        guard let (control, isJoystick) = controls.randomElement(using: &random) else { return .deadline }
        let places: ClosedRange<Int32> = -1_000...1_000
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .finger(.released(control))
        case _ where isJoystick:
            let x = Int32.random(in: places, using: &random), y = Int32.random(in: places, using: &random)
            return .finger(.moved(control, x: x, y: y))
        default: return .finger(.deflected(control, .random(in: places, using: &random)))
        }
    }
}
