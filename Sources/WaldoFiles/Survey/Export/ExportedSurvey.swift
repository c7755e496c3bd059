import WaldoCore
public import WaldoSurvey

/// What an export states of a survey beside its samples.
public struct ExportedSurvey: Equatable, Sendable {
    /// Its title; empty: none.
    public var title: String
    /// Its UUID, as text.
    public var uuid: String
    /// The device that measured: its serial number or name; empty: not known.
    public var device: String
    /// The sensor file's name.
    public var sensor: String
    /// The program's version.
    public var version: String
    /// The streams, in the order to which `Sample.stream` refers.
    public var streams: [StreamDescription]
    /// Whether its numbers must not be handed to public collections: `--no-upload`, or a flag of the sensor.
    public var forbidsUpload: Bool
    /// Whether its graph has corrected its rates for dead time.
    public var correctsDeadTime: Bool
    /// Whether its times are those of a local clock in an unknown zone, which no text may call UTC.
    public var hasUnknownZone: Bool

    /// What stands behind its times: `Z`, or nothing where their zone is not known.
    var zone: StaticString { hasUnknownZone ? "" : "Z" }

    /// Creates the facts of a survey.
    public init(
        title: String = "", uuid: String, device: String = "", sensor: String, version: String,
        streams: [StreamDescription], forbidsUpload: Bool = false, correctsDeadTime: Bool = false,
        hasUnknownZone: Bool = false
    ) {
        self.title = title
        self.uuid = uuid
        self.device = device
        self.sensor = sensor
        self.version = version
        self.streams = streams
        self.forbidsUpload = forbidsUpload
        self.correctsDeadTime = correctsDeadTime
        self.hasUnknownZone = hasUnknownZone
    }
}
