import WaldoCore
import WaldoTime

extension PoseReader {
    /// The degrees of a radian.
    private static let degreesARadian = 57.295_779_513_082_32

    /// Reads `drive`: two wheels or tracks beside each other, or a speed and a rate of turn.
    func drive(_ value: YamlValue) throws(FileError) -> ArmPose.Drive {
        let isOfWheels = value.value("left") != nil || value.value("right") != nil
        let section = try value.section(
            isOfWheels
                ? ["left", "right", "unit", "width", "error", "holds"]
                : ["forward", "turn", "unit", "turn unit", "error", "holds"])
        let (one, other) = isOfWheels ? ("left", "right") : ("forward", "turn")
        let first = try velocity(section.required(one)), second = try velocity(section.required(other))
        guard first != second else {
            throw try section.required(other).error(
                "`\(one)` and `\(other)` name the same channel; name the other one")
        }
        let error = try section.required("error").percent(in: 1...100)
        let speed = try PoseQuantity.speed.value(section.required("unit"))
        let holds = max(
            try holds(section, arm.profiles[first]), try holds(section, arm.profiles[second]))
        guard isOfWheels else {
            let turn = try PoseQuantity.rate.value(section.required("turn unit"))
            return ArmPose.Drive(
                .init(first, speed: speed, turn: 0), .init(second, speed: 0, turn: turn), error: error, holds: holds)
        }
        // The middle between both moves at their mean, and their difference turns it about itself.
        let width = try PoseQuantity.length.value(section.required("width"), isPositive: true)
        let turn = speed / width * Self.degreesARadian
        return ArmPose.Drive(
            .init(first, speed: speed / 2, turn: -turn), .init(second, speed: speed / 2, turn: turn), error: error,
            holds: holds)
    }

    private func velocity(_ value: YamlValue) throws(FileError) -> Channel {
        let channel = try channel(value)
        guard arm.profiles[channel].mode == .velocity else {
            throw value.error("\(arm.profiles[channel].name) is a position, and wheels have velocities; name another")
        }
        return channel
    }
}
