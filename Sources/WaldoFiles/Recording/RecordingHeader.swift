public import WaldoCore

/// The first line of a recording: everything that replaying its steps needs, with the full text of both files.
public struct RecordingHeader: Equatable, Sendable {
    /// The version of the recording format that this program writes and reads.
    public static let format = 1

    /// The version of the program that recorded.
    public var version: String
    /// When the recording began: microseconds since 1970, UTC.
    public var started: Int64
    /// The arm's file: its name and its text.
    public var arm: SourceText
    /// The mapping's file: its name and its text.
    public var mapping: SourceText
    /// The arm's starting position as the operator gave it (`--position`), in units of the channels zx and zy; nil when
    /// not given.
    public var position: [Int32]?
    /// The input device.
    public var input: InputIdentity
    /// Whether the drive itself was a replay.
    public var isPlayed: Bool

    /// A header of these parts.
    public init(
        version: String, started: Int64, arm: SourceText, mapping: SourceText, position: [Int32]? = nil,
        input: InputIdentity, isPlayed: Bool = false
    ) {
        self.version = version
        self.started = started
        self.arm = arm
        self.mapping = mapping
        self.position = position
        self.input = input
        self.isPlayed = isPlayed
    }

    /// Parses the arm, with the starting position applied.
    /// - Parameter recording: the recording's name, for the error.
    /// - Throws: what is wrong with the recorded arm file.
    public func loadArm(of recording: String) throws(FileError) -> Arm {
        var arm = try ArmReader.arm(from: arm.text, file: "\(recording), the arm in it", isRecorded: true)
        if let position, position.count == 2 {
            arm.channels.zx?.start = position[0]
            arm.channels.zy?.start = position[1]
        }
        return arm
    }

    /// Parses the mapping.
    /// - Parameter recording: the recording's name, for the error.
    /// - Throws: what is wrong with the recorded mapping file.
    public func loadMapping(of recording: String) throws(FileError) -> Mapping {
        try MappingReader.mapping(from: mapping.text, file: "\(recording), the mapping in it")
    }
}
