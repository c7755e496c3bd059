import WaldoCore
import WaldoTime

/// A new arm's file, to be edited: servos and velocities behind a BLE serial module, each key with a comment.
///
/// Whatever is asked for, the file is valid, and its pacing keeps each heartbeat with all channels in motion.
package struct ArmTemplate: Equatable, Sendable {
    /// The name that is used when none is given.
    package static let defaultTitle = "My arm"
    /// How many servos there are when nothing is said about channels.
    package static let defaultServos = 5

    let title: String
    let module: SerialModule
    let isBinary: Bool
    /// The channels' names: the servos, then the velocities.
    let names: [String]
    let servos: Int

    /// A file for these channels.
    /// - Parameters:
    ///   - title: the arm's name, that screens show.
    ///   - module: what the arm listens on.
    ///   - isBinary: whether frames are bytes with a number and a CRC instead of text.
    ///   - servos: how many positions there are; nil: as many as the names leave, or the default.
    ///   - velocities: how many velocities there are; nil: as many as the names leave, or none.
    ///   - names: the channels' names, the servos' first; nil for names of the template's own.
    /// - Throws: that there are no channels or too many, or that a name is not allowed.
    package init(
        title: String = defaultTitle, module: SerialModule = .hm10, isBinary: Bool = false, servos: Int? = nil,
        velocities: Int? = nil, names: [String]? = nil
    ) throws(ArmTemplateError) {
        guard YamlValue.isTitle(title) else {
            throw ArmTemplateError(
                "the arm's name is a text of 1 to 120 characters on one line, without control characters; give another one"
            )
        }
        let counts = try Self.counts(servos, velocities, names?.count)
        self.title = title
        self.module = module
        self.isBinary = isBinary
        self.servos = counts.servos
        self.names = names ?? Self.servoNames(counts.servos) + Self.velocityNames(counts.velocities)
        try Self.check(self.names, counts)
    }

    private static func counts(
        _ servos: Int?, _ velocities: Int?, _ names: Int?
    ) throws(ArmTemplateError) -> (servos: Int, velocities: Int) {
        for (count, what) in [(servos, "servos"), (velocities, "velocities")] where (count ?? 0) < 0 {
            throw ArmTemplateError("\(count ?? 0) \(what) cannot be; give a number from 0 to \(Channel.maxCount)")
        }
        func rest(_ total: Int?, _ other: Int?) -> Int? { total.map { max(0, $0 - min(other ?? 0, $0)) } }
        let implied = servos ?? rest(names, velocities) ?? (velocities == nil ? defaultServos : 0)
        let counts = (servos: implied, velocities: velocities ?? rest(names, implied) ?? 0)
        // Each alone first: the sum of two large numbers would overflow.
        guard max(counts.servos, counts.velocities) <= Channel.maxCount,
            counts.servos + counts.velocities <= Channel.maxCount
        else {
            throw ArmTemplateError(
                "an arm has \(Channel.maxCount) channels at most, and \(text(counts)) are more; leave some out")
        }
        guard counts.servos + counts.velocities > 0 else {
            throw ArmTemplateError("an arm has at least one channel; ask for servos, velocities or both")
        }
        return counts
    }

    private static func check(_ names: [String], _ counts: (servos: Int, velocities: Int)) throws(ArmTemplateError) {
        for (index, name) in names.enumerated() {
            if let problem = ChannelNames.problem(with: name) { throw ArmTemplateError(problem) }
            if names[..<index].contains(name) {
                throw ArmTemplateError("two channels are called `\(name)`; give each a name of its own")
            }
        }
        guard names.count == counts.servos + counts.velocities else {
            throw ArmTemplateError(
                "there are \(names.count) names for \(text(counts)); give one name for each, the servos' first")
        }
    }

    private static func text(_ counts: (servos: Int, velocities: Int)) -> String {
        "\(counts.servos) servos and \(counts.velocities) velocities"
    }

    // MARK: names and times

    private static func servoNames(_ count: Int) -> [String] {
        let joints = ["base", "shoulder", "elbow", "wrist", "roll", "pitch", "yaw"]
        return count > 0 ? joints.prefix(count - 1) + ["gripper"] : []
    }

    private static func velocityNames(_ count: Int) -> [String] {
        count == 1 ? ["drive"] : Array(["left", "right", "lift", "turn", "feed", "spin", "belt", "pump"].prefix(count))
    }

    var velocities: Int { names.count - servos }

    /// The heartbeat of each velocity: with all channels in motion a frame of each other one goes between.
    var heartbeat: TimeSpan { max(.milliseconds(100), module.interval * names.count) }
}
