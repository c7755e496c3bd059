import WaldoCore
import WaldoTime

/// Lists the bytes that an arm is sent, for `waldo check`.
enum ArmCheck {
    static func text(_ arm: Arm) -> String {
        var lines = ["arm “\(arm.name)”"]
        lines += link(arm.link)
        lines.append("  interval  \(TimeText.text(arm.pacing.interval)), longest frame \(arm.longestFrame) bytes")
        lines += silence(arm) + park(arm) + steps(arm)
        let width = max(8, arm.profiles.list.map(\.name.count).max() ?? 0)
        for channel in arm.movingChannels {
            let profile = arm.profiles[channel]
            lines.append("  " + profile.name.padded(to: width) + "  " + summary(profile))
            let travel = profile.limits?.travel ?? profile.range.bounds
            let numbers = [("-1", profile.range.low), ("0", profile.range.zero), ("+1", profile.range.high)]
            for (control, end) in numbers {
                // What is sent: within the limits.
                let number = max(travel.lowerBound, min(travel.upperBound, end))
                var values = arm.startValues
                values[channel] = number
                let shown = DecimalText.trimmed(Int64(number), decimals: profile.range.decimals)
                let frame = frame(arm, channel, values)
                lines.append(
                    "    " + control.padded(to: 2, isNumber: true) + shown.padded(to: 10, isNumber: true) + "  "
                        + bytes(frame))
            }
        }
        for channel in arm.channels.dropFirst(arm.movingChannels.count) { lines += action(arm, channel, width) }
        lines += stop(arm) + PoseCheck.lines(arm) + FenceCheck.lines(arm) + ModelCheck.lines(arm)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func link(_ link: ArmLink) -> [String] {
        switch link {
        case .bluetooth(let link):
            let response = link.response ? "with" : "without"
            return [
                "  service   \(link.service)",
                "  write     \(link.write) \(response) response, \(link.max) bytes at most",
            ] + link.others.map { "  write     \($0)" } + (link.notify.map { ["  notify    \($0)"] } ?? [])
        case .serial(let port):
            let reset = port.reset.map { ", restarts for \(TimeText.text($0)) when it is opened" } ?? ""
            return ["  port      \(SafeText.escaped(port.path, upTo: .max)) at \(port.baud) baud\(reset)"]
        }
    }

    private static func silence(_ arm: Arm) -> [String] {
        let keepAlive = arm.keepAlive.map { "the last frame is sent again every \(TimeText.text($0))" }
        let board =
            arm.silence.map { "after \(TimeText.text($0.after)) the board \($0.action.text)" }
            ?? "not stated: a board that hears nothing may hold, move or drop the arm; keep clear until you have tried it"
        return ["  silence   \(board)" + (keepAlive.map { "; \($0)" } ?? "")]
    }

    private static func form(_ pattern: ReportPattern) -> String {
        switch pattern {
        case .line: "one line"
        case .bytes(let message): "\(message.count) bytes"
        }
    }

    private static func park(_ arm: Arm) -> [String] {
        arm.parkText.map { ["  park      \($0)"] } ?? []
    }

    private static func steps(_ arm: Arm) -> [String] {
        func lines(_ steps: [LinkSteps.Step]) -> [String] {
            steps.map { step in
                switch step {
                case .send(let frame): "    " + "send".padded(to: 12) + "  " + bytes(frame)
                case .wait(let span): "    " + "wait".padded(to: 12) + "  " + TimeText.text(span)
                case .expect(let pattern, let within):
                    "    " + "expect".padded(to: 12) + "  an answer of \(form(pattern)) within \(TimeText.text(within))"
                }
            }
        }
        let first = "before the first command" + (arm.steps.beginMoves ? ", after a resume: it can move the arm" : "")
        let begin = arm.steps.begin.isEmpty ? [] : ["  begin     \(first)"] + lines(arm.steps.begin)
        let end = arm.steps.end.isEmpty ? [] : ["  end       after the last command"] + lines(arm.steps.end)
        let ask = arm.reports.ask.map { ask in
            [
                "  ask       every \(TimeText.text(ask.interval))",
                "    " + "send".padded(to: 12) + "  " + bytes(ask.bytes),
            ]
        }
        let answers = arm.reports.answers.map { answers in
            ["  answers   \(form(answers.each)) after each motion, within \(TimeText.text(answers.within))"]
        }
        return begin + end + (ask ?? []) + (answers ?? [])
    }

    private static func frame(_ arm: Arm, _ channel: Channel, _ values: PerChannel<Int32>) -> Frame {
        let template = arm.template(for: channel, value: values[channel])
        return template?.rendered(
            values, own: channel, decimals: arm.decimals, time: arm.moveTime(to: values, of: channel)) ?? Frame()
    }

    private static func action(_ arm: Arm, _ channel: Channel, _ width: Int) -> [String] {
        let profile = arm.profiles[channel]
        var text = profile.mode == .signal ? "action that moves nothing" : "action, ended by release"
        let sets = profile.action?.sets.map { setting in
            let set = arm.profiles[setting.channel]
            return "\(set.name) \(DecimalText.trimmed(Int64(setting.value), decimals: set.range.decimals))"
        }
        if let sets, !sets.isEmpty { text += ", sets " + sets.joined(separator: ", ") }
        if let busy = profile.busy { text += ", then busy for \(TimeText.text(busy.base))" }
        var lines = ["  " + profile.name.padded(to: width) + "  " + text]
        for (word, number) in [("press", Int32(1)), ("release", 0)] {
            guard arm.template(for: channel, value: number) != nil else { continue }
            var values = arm.startValues
            values[channel] = number
            lines.append("    " + word.padded(to: 12) + "  " + bytes(frame(arm, channel, values)))
        }
        return lines
    }

    private static func summary(_ profile: ChannelProfile) -> String {
        let range = profile.range
        let ends = [range.low, range.high].map { DecimalText.trimmed(Int64($0), decimals: range.decimals) }
        var text = "\(profile.mode == .velocity ? "velocity" : "position") from \(ends[0]) to \(ends[1])"
        if let period = profile.heartbeat { text += ", repeated every \(TimeText.text(period))" }
        if profile.mode == .velocity, profile.heartbeat == nil {
            text += ", no heartbeat: the arm cannot notice silence"
        }
        if profile.mode == .position {
            text += profile.send == .release ? ", sent on release" : ", sent on change"
            text += ", assumed at \(DecimalText.trimmed(Int64(profile.start), decimals: range.decimals))"
        }
        if let limits = profile.limits {
            if let travel = limits.travel {
                let ends = [travel.lowerBound, travel.upperBound].map {
                    DecimalText.trimmed(Int64($0), decimals: range.decimals)
                }
                text += ", kept within \(ends[0]) to \(ends[1])"
            }
            if let slew = limits.slew {
                text += ", at most \(DecimalText.trimmed(Int64(slew.rounded()), decimals: range.decimals)) a second"
            }
        }
        if let busy = profile.busy {
            text += ", then busy for \(TimeText.text(busy.base))"
            if busy.perUnit > .zero { text += " + \(TimeText.text(busy.perUnit)) a unit" }
        }
        return text
    }

    /// The zero frames of a halt: one for each velocity channel, or a single one when all channels share a frame; and
    /// the `halt` frame for unknown positions, if the arm has one.
    private static func stop(_ arm: Arm) -> [String] {
        let moving = arm.movingChannels.filter { arm.profiles[$0].mode == .velocity }
        guard !moving.isEmpty else { return ["  stop      nothing is sent: no channel is a velocity"] }
        var frames = (arm.frame == nil ? moving : [moving[0]]).map { channel in
            (arm.frame == nil ? arm.profiles[channel].name : "all", frame(arm, channel, arm.startValues))
        }
        if let halt = arm.halt {
            frames.append(("unplaced", halt.rendered(arm.startValues, own: moving[0], decimals: arm.decimals)))
        }
        return ["  stop      \(arm.pacing.zeroRepeats) times"]
            + frames.map { name, frame in "    " + name.padded(to: 12) + "  " + bytes(frame) }
    }

    /// `46 3e  F>`: hexadecimal, then text with escapes.
    private static func bytes(_ frame: Frame) -> String {
        var text = ""
        for byte in frame.bytes {
            switch byte {
            case 0x0a: text += "\\n"
            case 0x0d: text += "\\r"
            case 0x20..<0x7f: text += String(UnicodeScalar(byte))
            default: text += "."
            }
        }
        return HexText.text(of: frame.bytes, separator: " ").padded(to: 24) + "  " + text
    }
}
