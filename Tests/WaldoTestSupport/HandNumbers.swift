import FoundationEssentials
public import WaldoCore

/// What `Tests/Hand/poses.py` has computed with other programs.
public struct HandNumbers {
    /// A pose of an arm, and what belongs to it.
    public struct Pose {
        /// The arm's name.
        public var arm: String
        /// The channels' numbers.
        public var numbers: SIMD8<Double>
        /// How the hand is asked to move.
        public var velocity: HandVelocity
        /// The hand's place, in millimetres.
        public var point: [Double]
        /// Six rows, in millimetres and degrees for a unit of each number.
        public var jacobian: [[Double]]
        /// The numbers' speeds, in units a second.
        public var speeds: [Double]
    }

    /// The arms, by their names.
    public private(set) var arms: [String: Arm] = [:]
    /// The poses, in the file's order.
    public private(set) var poses: [Pose] = []

    /// The file that they are in.
    public static let file = SourceModule.projectFolder + "/Tests/Hand/poses.txt"

    /// Reads the file.
    /// - Throws: when it cannot be read.
    public init() throws {
        let text = try String(contentsOfFile: Self.file, encoding: .utf8)
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
            if parts[0][0] == "arm" {
                arms[parts[0][1]] = Self.arm(parts[0][1], parts.dropFirst().map(Self.joint))
            } else {
                poses.append(Self.pose(parts[0][1], parts.dropFirst().map { $0.map { Double($0)! } }))
            }
        }
    }

    private static func joint(_ words: [String]) -> ArmPose.Joint {
        let values = words.dropFirst(2).map { Double($0)! }
        return ArmPose.Joint(
            ArmPose.Kind(rawValue: words[0])!, ArmPose.Axis(rawValue: words[1])!,
            values.count == 1
                ? .fixed(values[0]) : .position(Channel(Int(values[0])), zero: Int32(values[1]), unit: values[2]))
    }

    private static func pose(_ arm: String, _ values: [[Double]]) -> Pose {
        let count = values[0].count
        return Pose(
            arm: arm, numbers: vector(values[0]),
            velocity: HandVelocity(
                [.base, .cylinder, .hand][Int(values[1][0])], vector(Array(values[1].dropFirst()))),
            point: values[2],
            jacobian: (0..<6).map { Array(values[3][$0 * count..<($0 + 1) * count]) }, speeds: values[4])
    }

    /// The values, and 0 for the rest.
    public static func vector(_ values: [Double]) -> SIMD8<Double> {
        var vector = SIMD8<Double>.zero
        for (index, value) in values.enumerated() { vector[index] = value }
        return vector
    }

    /// An arm with positions from -5,000 to 5,000.
    public static func arm(_ name: String, _ joints: [ArmPose.Joint]) -> Arm {
        let channels = joints.compactMap { joint -> Int? in
            if case .position(let channel, _, _) = joint.motion { channel.index } else { nil }
        }
        var arm = Arm.servo
        arm.name = name
        arm.profiles = PerChannel(
            (0...channels.max()!).map {
                ChannelProfile(
                    "joint\($0)", mode: .position, range: ValueRange(low: -5_000, high: 5_000),
                    frames: .init(.text("#;")))
            })
        arm.pose = ArmPose(joints: joints, accuracy: 0)
        return arm
    }
}
