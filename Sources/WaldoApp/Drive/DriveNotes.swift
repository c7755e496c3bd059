import WaldoCore
import WaldoFiles

/// Warnings that an operator needs before the first motion.
extension DrivePlan {
    /// One sentence each: defaults that decide what moves, files that hide shipped ones, mappings that cannot be read,
    /// channels without a heartbeat, and a start inside of the fence.
    func notes(for controls: OperatorControls) -> [String] {
        let hiding = [("arm", armSource), ("mapping", controls.source)].compactMap { kind, source in
            source.hidingPath.map { path in
                "the \(kind) “\(SafeText.escaped(source.name))” is \(SafeText.escaped(path, upTo: .max)), which hides the shipped one"
            }
        }
        return defaultNotes + hiding + passedOver(by: controls) + silent + movesByItself
            + [arm.fenceNote].compactMap(\.self)
            + (controls.isPlayed ? [] : beginsStopped)
            + (controls.isPlayed || isDemo ? [] : arm.mismatches(with: controls.mapping, anyArms: true))
    }

    /// Whether the demo drives, which has a control for every channel that an arm can have.
    private var isDemo: Bool { if case .input(.demo) = holder { true } else { false } }

    /// The operator's mappings that cannot be read, when one is chosen by best match: one of them may be the intended
    /// one.
    private func passedOver(by controls: OperatorControls) -> [String] {
        guard mapping == nil, !controls.isPlayed else { return [] }
        return library.mappings().compactMap { entry in
            if case .failure(let error) = entry.content { "a mapping is passed over: \(error)" } else { nil }
        }
    }

    /// Velocity channels without a heartbeat.
    private var silent: [String] {
        arm.profiles.list.compactMap { profile in
            guard profile.mode == .velocity, profile.heartbeat == nil, profile.action == nil else { return nil }
            return "\(profile.name) has no heartbeat: the arm cannot notice silence"
        }
    }

    /// What each link of a drive waits for; a replay or a raster is the consent to its first one.
    private var beginsStopped: [String] {
        guard arm.steps.beginMoves, destination.movesArm else { return [] }
        return ["each link begins stopped: a resume sends the arm's `begin`, which can move it or switch its torque on"]
    }

    /// What the board does when nothing keeps it from it: waldo is killed or hangs, or the link is lost.
    private var movesByItself: [String] {
        guard let silence = arm.silence, silence.losesPositions else { return [] }
        return [
            "when waldo hangs or dies, or the link is lost, the board \(silence.action.text) after "
                + "\(TimeText.text(silence.after)): keep clear of the arm"
        ]
    }
}
