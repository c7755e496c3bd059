package import WaldoCore

/// Which replays keep what the recorded frames did.
extension ReplayPlan {
    /// Whether another arm takes the recorded frames as they are: its numbers make the same bytes. Ranges, limits and
    /// pacing may differ; they judge each number when it is sent.
    package func sharesFrames(with other: Arm) -> Bool {
        guard arm.channels.count == other.channels.count, arm.frame == other.frame else { return false }
        return zip(arm.profiles.list, other.profiles.list).allSatisfy { ours, theirs in
            ours.name == theirs.name && ours.mode == theirs.mode && ours.frames == theirs.frames
                && ours.range.zero == theirs.range.zero && ours.range.decimals == theirs.range.decimals
                && (ours.action == nil) == (theirs.action == nil)
        }
    }

    /// Why an arm has to be driven by frames that are made of the recorded numbers; nil: it takes the recorded frames.
    /// - Parameters:
    ///   - other: the arm that is driven.
    ///   - name: its name, as it was given.
    ///   - entersLater: whether the recording is not played from its beginning.
    package func refusal(of other: Arm, named name: String, entersLater: Bool) -> String? {
        guard sendsFrames, let channel = relative.first else { return nil }
        let option: String
        if !sharesFrames(with: other) {
            option = "--arm \(SafeText.escaped(name)), whose frames are others than the recorded ones,"
        } else if rate != 1 {
            option = "--rate"
        } else if entersLater {
            option = "--from"
        } else if loops {
            option = "--loop"
        } else {
            return nil
        }
        let profile = arm.profiles[channel]
        let kind = profile.mode == .velocity ? "a velocity" : "an action that may do more each time it is sent"
        return "\(option) needs --as-played: \(profile.name) is \(kind), and ends where it did only by the recorded "
            + "frames at their times. --as-played makes frames anew, with the arm's heartbeat, and ends elsewhere"
    }
}

extension ChannelProfile {
    /// Whether it counts how often or for how long a frame is sent: a velocity, and an action that states no place at
    /// which it ends.
    var isRelative: Bool {
        switch mode {
        case .velocity: true
        case .position: false
        case .signal: action?.sets.isEmpty != false
        }
    }
}
