import WaldoCore
import WaldoFiles

/// What each axis and key of a mapping is for.
extension Mapping {
    /// The part of a control that an axis moves.
    struct AxisUse {
        let control: Control
        /// "slider forward", "joystick x".
        let name: String
        /// The channel that it moves, if the control is not named after it: "zx".
        let channel: String
        /// What it contributes of the control's deflection.
        let share: Share

        /// "slider forward", "joystick x -> zx".
        var text: String { channel.isEmpty ? name : "\(name) -> \(channel)" }
    }

    /// The part of a control's deflection that is an axis's own.
    enum Share { case x, y, forward, backward }

    /// The controls that an axis moves on an arm, in the mapping's order: one, or one in each of several profiles.
    func uses(ofAxis code: UInt16, on arm: Arm) -> [AxisUse] {
        zip(allControls, controls).flatMap { index, control -> [AxisUse] in
            let name = control.name(on: arm)
            func use(_ source: AxisSource, _ part: String, _ channel: ChannelReference?, _ share: Share) -> [AxisUse] {
                guard source.code == code else { return [] }
                let moved = channel.flatMap(arm.channel).map { arm.profiles[$0].name } ?? "no channel"
                if channel?.isIndex == true, part.count == 1, moved != "no channel" {
                    return [AxisUse(control: index, name: moved, channel: "", share: share)]
                }
                return [
                    AxisUse(
                        control: index, name: part.isEmpty ? name : "\(name) \(part)",
                        channel: moved == name ? "" : moved, share: share)
                ]
            }
            switch control.kind {
            case .slider(let slider, let channel):
                switch slider.source {
                case .axis(let source): return use(source, "", channel, .x)
                case .halves(let forward, let backward):
                    return use(forward, "forward", channel, .forward) + use(backward, "backward", channel, .backward)
                case .keys: return []
                }
            case .joystick(let joystick, let xChannel, let yChannel):
                guard case .axes(let x, let y) = joystick.source else { return [] }
                return use(x, "x", xChannel, .x) + use(y, "y", yChannel, .y)
            case .button: return []
            }
        }
    }

    /// What each key does, in the mapping's order: "slider forward", "stop"; each key once.
    func keyUses(on arm: Arm) -> [(code: UInt16, text: String)] {
        var uses: [(code: UInt16, text: String)] = []
        // In another profile the same key moves another control.
        func add(_ codes: [UInt16], _ text: String) {
            for code in codes {
                if let index = uses.firstIndex(where: { $0.code == code }) {
                    uses[index].text += " or \(text)"
                } else {
                    uses.append((code, text))
                }
            }
        }
        for control in controls {
            let name = control.name(on: arm)
            switch control.kind {
            case .slider(let slider, _):
                guard case .keys(let forward, let backward) = slider.source else { continue }
                add(forward, "\(name) forward")
                add(backward, "\(name) backward")
            case .joystick(let joystick, _, _):
                if case .keys(let up, let down, let left, let right) = joystick.source {
                    add(up, "\(name) up")
                    add(down, "\(name) down")
                    add(left, "\(name) left")
                    add(right, "\(name) right")
                }
                add(joystick.clutch, "clutch of \(name)")
            case .button(let codes): add(codes, arm.action(named: name) == nil ? "\(name): no action" : name)
            }
        }
        add(keys.stop, "stop")
        add(keys.resume, "resume")
        add(keys.recentre, "recentre")
        add(keys.enable, "enable")
        add(keys.precise, "precise")
        add(keys.profile, "profile")
        add(keys.park, "park")
        return uses
    }
}
