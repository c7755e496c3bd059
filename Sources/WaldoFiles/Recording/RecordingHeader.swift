public import WaldoCore

/// The first line of a recording: everything that replaying its steps needs, with the full text of both files.
public struct RecordingHeader: Equatable, Sendable {
    /// What carried the commands of a drive.
    public enum Link: Equatable, Sendable {
        /// The link of a real arm, whatever its kind. The word in recordings is from the time when all were shields.
        case arm
        /// Nothing.
        case override
        /// A simulated arm: the simulation's options, and the sensor on its hand; nil: there was none.
        case simulation(options: String, sensor: SourceText?)
    }

    /// The version of the recording format that this program writes. It reads the older ones as well.
    public static let format = 2

    /// The version of the recording's format, from 1.
    public var format = Self.format
    /// The version of the program that recorded.
    public var version: String
    /// When the recording began: microseconds since 1970, UTC.
    public var started: Int64
    /// The arm's file: its name and its text.
    public var arm: SourceText
    /// The mapping's file: its name and its text.
    public var mapping: SourceText
    /// The arm's starting position as the operator gave it (`--position`), one number for each position channel
    /// in order, in units of 10^-decimals; nil when not given.
    public var position: [Int32]?
    /// The input device.
    public var input: InputIdentity
    /// Whether the drive itself was a replay.
    public var isPlayed: Bool
    /// What carried the commands; nil in those of proofs, and in older recordings, which left it out.
    public var link: Link?
    /// Whether the axes' rests were learned when the input was added; false in older recordings.
    public var learnsRests: Bool

    /// A header of these parts.
    public init(
        version: String, started: Int64, arm: SourceText, mapping: SourceText, position: [Int32]? = nil,
        input: InputIdentity, isPlayed: Bool = false, link: Link? = nil, learnsRests: Bool = true
    ) {
        self.version = version
        self.started = started
        self.arm = arm
        self.mapping = mapping
        self.position = position
        self.input = input
        self.isPlayed = isPlayed
        self.link = link
        self.learnsRests = learnsRests
    }

    /// The options of the simulated arm; nil: the arm was not simulated.
    public var simulation: String? { if case .simulation(let options, _)? = link { options } else { nil } }

    /// The state machine's rules when this was recorded.
    public var rules: DriveRules { format == 1 ? .first : .present }

    /// Parses the arm, with the starting position applied.
    /// - Parameter recording: the recording's name, for the error.
    /// - Throws: what is wrong with the recorded arm file.
    public func loadArm(of recording: String) throws(FileError) -> Arm {
        var arm = try ArmReader.arm(from: arm.text, file: "\(recording), the arm in it", isRecorded: true)
        guard let position else { return arm }
        let positions = arm.channels.filter { arm.profiles[$0].mode == .position }
        // Recordings of waldo 0.1.0 have the numbers of zx and zy alone.
        let channels =
            positions.count == position.count ? positions : ["zx", "zy"].compactMap { arm.channel(named: $0) }
        guard channels.count == position.count else {
            throw FileError(
                file: recording, line: 1, column: 1,
                "`position` has \(position.count) numbers, and the arm has \(positions.count) position channels; the file was "
                    + "changed")
        }
        for (channel, start) in zip(channels, position) { arm.start(channel, at: start) }
        return arm
    }

    /// Parses the mapping.
    /// - Parameter recording: the recording's name, for the error.
    /// - Throws: what is wrong with the recorded mapping file.
    public func loadMapping(of recording: String) throws(FileError) -> Mapping {
        var mapping = try MappingReader.mapping(from: mapping.text, file: "\(recording), the mapping in it")
        mapping.learnsRests = learnsRests
        return mapping
    }
}
