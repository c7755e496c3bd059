import WaldoCore

/// What a run computes by: everything that can change a derived row.
public struct RunDescription: Equatable, Sendable {
    /// The text of the arm's file; nil: a sensor without an arm.
    public var arm: String?
    /// The text of the sensor's file.
    public var sensor: String
    /// The graph's file; nil: the sensor's streams as they are.
    public var graph: SurveyDescription.File?
    /// The rules by which samples are located, as text; nil: the defaults.
    public var location: String?
    /// Where the arm stood at the start, as text; nil: not known.
    public var startPosition: String?
    /// The version of the program.
    public var version: String

    /// Creates a description from its parts.
    public init(
        arm: String? = nil, sensor: String, graph: SurveyDescription.File? = nil, location: String? = nil,
        startPosition: String? = nil, version: String
    ) {
        self.arm = arm
        self.sensor = sensor
        self.graph = graph
        self.location = location
        self.startPosition = startPosition
        self.version = version
    }

    /// The SHA-256 of its parts in hexadecimal. Runs of equal hash over the same raw rows give the same rows.
    public var hash: String {
        var hash = SHA256()
        for part in [sensor, graph?.text, version, arm, location, startPosition] {
            hash.update(part == nil ? 0 : 1)
            hash.update(UInt64(part?.utf8.count ?? 0))
            hash.update((part ?? "").utf8)
        }
        return HexText.text(of: hash.digest())
    }
}
