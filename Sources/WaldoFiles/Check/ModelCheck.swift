import WaldoCore
import WaldoTime

/// Describes an arm's model, for `waldo check`.
enum ModelCheck {
    /// The lines of a model; empty: the file has none.
    static func lines(_ arm: Arm) -> [String] {
        guard let model = arm.model else { return [] }
        let origin = model.source.map { "from \($0)" } ?? "assumed: it names no source"
        let parser = model.parser == .sketch ? "the first arm's sketch" : "whole frames"
        var lines = ["  model     \(origin); reads \(parser), \(model.buffer) bytes of buffer"]
        if model.byteTime > .zero { lines[0] += ", \(TimeText.text(model.byteTime)) a byte" }
        for channel in arm.movingChannels {
            let name = arm.profiles[channel].name
            lines.append(
                "    " + (name + "  ").padded(to: 14)
                    + text(model.behaviours[channel.index], ModelWay(channel, of: arm), arm.profiles[channel]))
        }
        return lines
    }

    private static func text(
        _ behaviour: ArmModel.Behaviour, _ unit: ModelWay, _ profile: ChannelProfile
    ) -> String {
        var text: String
        switch behaviour.motion {
        case .frames(let steps, let length, let takes):
            let turns = steps.map { "\($0)" }.joined(separator: ", ")
            text =
                "a frame moves \(turns) step\(steps == [1] ? "" : "s") of \(unit.text(length)), "
                + "\(TimeText.text(takes)) each"
        case .rate(let rate): text = "\(unit.text(rate)) a second at its greatest number"
        case .position(let takes, let delay):
            let microseconds = (takes * Double.ten(to: profile.range.decimals)).rounded()
            text = "\(TimeText.text(.microseconds(Int64(microseconds)))) a unit"
            if delay > .zero { text += " after \(TimeText.text(delay))" }
        case .action: return "an action"
        }
        text += ", stands at \(unit.text(behaviour.start))"
        if let home = behaviour.home { text += " and goes to \(unit.text(home))" }
        if let limits = behaviour.limits {
            text += ", between \(unit.text(limits.lowerBound)) and \(unit.text(limits.upperBound))"
        }
        switch behaviour.deaf {
        case .never: break
        case .moving: text += ", deaf while it moves"
        case .span(let span): text += ", deaf for \(TimeText.text(span))"
        }
        if profile.mode == .velocity {
            text += behaviour.watchdog.map { ", stopped after \(TimeText.text($0)) of silence" } ?? ", no watchdog"
        }
        return text
    }
}
