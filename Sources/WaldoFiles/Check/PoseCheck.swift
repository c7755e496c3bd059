import WaldoCore
import WaldoSurvey
import WaldoTime

/// Describes an arm's pose, for `waldo check`.
enum PoseCheck {
    /// The lines of a pose; empty: the arm has none.
    static func lines(_ arm: Arm) -> [String] {
        guard let pose = arm.pose, let commanded = CommandedPose(arm) else { return [] }
        let origin = pose.source.map { "from \($0)" } ?? "assumed: it names no source"
        var lines = [
            "  pose      \(origin); the resting hand within \(PoseQuantity.length.text(pose.accuracy))"
                + (pose.settlingTime > .zero ? ", at rest after \(TimeText.text(pose.settlingTime))" : "")
        ]
        if let drive = pose.drive { lines += self.drive(drive, arm) }
        for joint in pose.joints {
            lines.append("    \(joint.kind.rawValue) \(joint.axis.rawValue)        " + text(joint, arm))
        }
        let place = commanded.place(at: .clockStart)
        let numbers = [("x", place.x), ("y", place.y), ("z", place.z ?? 0)].map { name, value in
            "\(name) \(PoseQuantity.length.text((value * 10_000).rounded() / 10_000))"
        }
        return lines + ["    start         " + numbers.joined(separator: ", ")]
    }

    private static func text(_ joint: ArmPose.Joint, _ arm: Arm) -> String {
        let size = joint.kind == .turn ? PoseQuantity.angle : .length
        switch joint.motion {
        case .fixed(let value): return size.text(value)
        case .position(let channel, let zero, let unit):
            let profile = arm.profiles[channel]
            return "by \(profile.name), \(size.text(unit)) a unit from "
                + DecimalText.trimmed(Int64(zero), decimals: profile.range.decimals)
        case .frames(let channel, let each, let error, let home):
            return
                "by \(arm.profiles[channel].name), \(size.text(each)) a frame, each with an error of \(size.text(error))"
                + ended(home, arm)
        case .rate(let channel, let unit, let error, let holds, let home):
            let rate = joint.kind == .turn ? PoseQuantity.rate : .speed
            return
                "by \(arm.profiles[channel].name), \(rate.text(unit)) a unit with an error of \(percent(error)), for "
                + "\(TimeText.text(holds)) after a frame" + ended(home, arm)
        }
    }

    private static func ended(_ home: Channel?, _ arm: Arm) -> String {
        home.map { ", until \(arm.profiles[$0].name)" } ?? ""
    }

    private static func drive(_ drive: ArmPose.Drive, _ arm: Arm) -> [String] {
        [drive.first, drive.second].map { wheel in
            "    drive         by \(arm.profiles[wheel.channel].name), \(PoseQuantity.speed.text(wheel.speed)) and "
                + "\(PoseQuantity.rate.text(wheel.turn)) a unit with an error of \(percent(drive.error)), for "
                + "\(TimeText.text(drive.holds)) after a frame"
        }
    }

    private static func percent(_ part: Double) -> String {
        "\(DecimalText.trimmed(Int64((part * 10_000).rounded()), decimals: 2)) %"
    }
}
