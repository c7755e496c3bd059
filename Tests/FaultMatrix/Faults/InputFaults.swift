import WaldoTestSupport

/// Faults of the input, and actions of the hands on it.
extension Cell {
    /// A pad of the same kind on another USB port.
    private static let otherPad = MockInput(number: 3, place: "lab/input9")
    private static let trigger = Int32(255), stick = Int32(32_767)

    /// How a fault of the input is caused; nil for others.
    var inputStrike: Strike? {
        switch fault {
        case .padUnplugged:
            Strike(outcome: .halts) {
                try await $0.replug()
            } blow: {
                $0.program.unplug()
            }
        case .padReplugged:
            back(
                with: [Code.rz: Self.trigger, hasHand ? Code.x : Code.rx: Self.stick],
                held: [.slider, hasHand ? .hand : .joystick])
        case .anotherPad: anotherPad
        case .eventsDropped:
            Strike(outcome: .releases) {
                $0.holds([])
                $0.program.touch([.dropped])
            }
        case .stickAtStart: stickAtStart
        case .stickAtReconnect:
            moment == .scanning
                ? back(with: [Code.rx: Self.stick], held: [.joystick])
                : Strike(outcome: .breaks) {
                    try await $0.shield.report("drop ADDRESS")
                    $0.hold(.joystick)
                }
        case .stickAtResume:
            Strike(outcome: .stops) {
                $0.press(Code.east)
                $0.letGo()
                $0.hold(.joystick)
                try await $0.wait(50)
                $0.press(Code.start)
            }
        case .enableReleased:
            Strike(setup: .init(hasEnable: true), outcome: .halts) {
                try await $0.expectStillness()
                $0.press(Code.tl, true)
            } blow: {
                $0.press(Code.tl, false)
            }
        default: nil
        }
    }

    /// The pad is unplugged and back at once, as another node, with its axes where the hands hold them.
    private func back(with axes: [UInt16: Int32], held: Set<Rig.Hold>) -> Strike {
        let again = MockInput(number: 2, isAway: true, axes: axes)
        return Strike(setup: .init(pads: [MockInput(), again]), outcome: .halts) {
            $0.program.unplug()
            $0.program.plugIn(2)
            $0.pad = 2
            $0.holds(held)
        }
    }

    /// Another pad is plugged in and its trigger pulled: none of its events count until the first pad is back.
    private var anotherPad: Strike {
        var other = Self.otherPad
        other.isAway = true
        return Strike(setup: .init(pads: [MockInput(), other]), outcome: .halts) {
            try await $0.expectStillness()
            $0.program.unplug(3)
            try await $0.replug()
        } blow: {
            $0.program.unplug()
            $0.program.plugIn(3)
            $0.program.touch([.axis(Code.rz, Self.trigger)], of: 3)
        }
    }

    /// The joystick is dead from the start, whatever else the hands do, until the stick is released.
    private var stickAtStart: Strike {
        let pad = MockInput(axes: [Code.rx: 20_000])
        return Strike(
            setup: .init(pads: [pad], joystickIsDead: true), outcome: moment == .joystickHeld ? .staysDead : .goesOn,
            remedy: {
                let moved = $0.shield.arrivals.contains { "xy".contains($0.channel) && $0.isMotion }
                $0.check(!moved, "the joystick moves")
            },
            sees: {
                $0.letGo()
                try await $0.wait(350)
                try await $0.drive(.joystick)
            }, blow: { _ in })
    }

    /// Inputs of two operators at once, and a stop.
    var operatorStrike: Strike? {
        switch fault {
        case .stopPressed:
            moment == .replay
                ? Strike(setup: .init(output: .terminal), outcome: .ends(0)) { try $0.type(.stop) }
                : Strike(outcome: .stops) { rig in
                    if moment.isRaster { try rig.type(.stop) } else { rig.press(Code.east) }
                }
        case .twoPads:
            Strike(setup: .init(pads: [MockInput(), Self.otherPad]), outcome: .goesOn) {
                let all: [MockedProgram.Change] = [
                    .axis(Code.z, Self.trigger), .axis(Code.ry, Self.stick), .key(Code.east, true),
                ]
                $0.program.touch(all, of: 3)
                $0.program.touch([.axis(Code.z, 0), .key(Code.east, false), .key(Code.start, true)], of: 3)
            }
        case .padAndTerminal:
            Strike(setup: .init(output: .terminal), outcome: moment == .replay ? .ends(0) : .stops) {
                try $0.type(.stop)
            }
        default: nil
        }
    }
}

extension Rig {
    /// The pad comes back, and its controls are held before it has been at rest.
    fileprivate func replug() async throws {
        try await waitUntil("the loss of the pad", instead: { self.history }) {
            program.lines.contains { $0.contains("\"event\":\"input\"") && $0.contains("\"state\":\"lost\"") }
                ? () : nil
        }
        program.plugIn()
        for control in held.isEmpty ? [.slider] : held { hold(control) }
    }
}
