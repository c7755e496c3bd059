public import WaldoCore

/// The first line of a recording: everything that its steps need in order to be taken again, in full.
public struct RecordingHeader: Equatable, Sendable {
    /// The format that this program writes and reads.
    public static let format = 1

    /// The program's version.
    public var version: String
    /// When the recording began: microseconds since 1970, UTC.
    public var started: Int64
    /// The text of the arm's file, and what the file is called.
    public var arm: SourceText
    /// The text of the mapping's file, and what the file is called.
    public var mapping: SourceText
    /// Where the operator said that the arm stands (`--position`), in units of the channels zx and zy.
    public var position: [Int32]?
    /// The input that drove.
    public var input: InputIdentity
    /// Whether a recording held the controls: this is the recording of a replay.
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

    /// The arm as it was driven.
    /// - Parameter recording: the recording's name, for the error.
    public func loadArm(of recording: String) throws(FileError) -> Arm {
        var arm = try ArmReader.arm(from: arm.text, file: "\(recording), the arm in it", isRecorded: true)
        if let position, position.count == 2 {
            arm.channels.zx?.start = position[0]
            arm.channels.zy?.start = position[1]
        }
        return arm
    }

    /// The mapping by which it was driven.
    /// - Parameter recording: the recording's name, for the error.
    public func loadMapping(of recording: String) throws(FileError) -> Mapping {
        try MappingReader.mapping(from: mapping.text, file: "\(recording), the mapping in it")
    }
}
