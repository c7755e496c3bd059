/// What a survey is: what its store holds of it beside its rows.
public struct SurveyDescription: Equatable, Sendable {
    /// A file that decides what rows mean: its name and its full text.
    public struct File: Equatable, Sendable {
        /// The name by which it was chosen: `iac-gamma`.
        public var name: String
        /// Its text in full.
        public var text: String

        /// Creates a file from its parts.
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The device that was heard.
    public struct Device: Equatable, Sendable {
        /// Its Bluetooth address or path, its name, and its serial number; nil: not known.
        public var address: String?, name: String?, serial: String?

        /// Creates a device from its parts.
        public init(address: String? = nil, name: String? = nil, serial: String? = nil) {
            self.address = address
            self.name = name
            self.serial = serial
        }
    }

    /// The survey's UUID as text, unique in its file and in the world.
    public var uuid: String
    /// Its title.
    public var title: String
    /// How it is measured, in the operator's words; nil: not stated.
    public var method: String?
    /// When it began: microseconds since 1970.
    public var started: Int64
    /// The arm's file; nil: a sensor without an arm.
    public var arm: File?
    /// The sensor's file.
    public var sensor: File
    /// The graph's file; nil: the sensor's streams as they are.
    public var graph: File?
    /// The rules by which samples are located, as text; nil: the defaults.
    public var location: String?
    /// Where the arm stood at the start, as text; nil: not known.
    public var startPosition: String?
    /// The version of the program, such as `1.4.0`.
    public var version: String
    /// Its tags, in the order in which they were given.
    public var tags: [String]
    /// Whether it may leave this machine.
    public var allowsUpload: Bool
    /// The device.
    public var device: Device
    /// The UUID of each characteristic, in the order of the sensor's list.
    public var characteristics: [String]

    /// Creates a description from its parts.
    public init(
        uuid: String, title: String, method: String? = nil, started: Int64, arm: File? = nil, sensor: File,
        graph: File? = nil, location: String? = nil, startPosition: String? = nil, version: String,
        tags: [String] = [], allowsUpload: Bool = true, device: Device = Device(), characteristics: [String] = []
    ) {
        self.uuid = uuid
        self.title = title
        self.method = method
        self.started = started
        self.arm = arm
        self.sensor = sensor
        self.graph = graph
        self.location = location
        self.startPosition = startPosition
        self.version = version
        self.tags = tags
        self.allowsUpload = allowsUpload
        self.device = device
        self.characteristics = characteristics
    }

    /// What its samples are computed by.
    public var run: RunDescription {
        RunDescription(
            arm: arm?.text, sensor: sensor.text, graph: graph, location: location, startPosition: startPosition,
            version: version)
    }
}
