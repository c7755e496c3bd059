package import WaldoCore
package import WaldoFiles
package import WaldoSimulator
package import WaldoSurvey

/// What is surveyed and how, with its files already read.
package struct SurveyPlan {
    /// The sensor, and its file.
    package var sensor: Sensor, sensorSource: SourceText
    /// The graph, fitted to the sensor's streams, and its file; without a file: each stream as it is.
    package var graph: Graph, graphSource: SourceText?
    /// How samples are located.
    package var rules: LocationRules
    /// How the sensor is carried, as the operator or the sensor's file states it; nil: in any way.
    package private(set) var travel: TravelMethod?
    /// The one place of the survey; nil: it moves.
    package var fixed: Place?
    /// Where gpsd is; nil: it is not asked.
    package var gpsd: String?
    /// The store, a file or a directory; nil: nothing is kept.
    package var store: String?
    /// What the operator calls the survey; nil: a title made of the sensor and the date.
    package var title: String?
    /// The operator's tags.
    package var tags: [String]
    /// Whether the survey may be published.
    package var allowsUpload: Bool
    /// Whether the sensor is the built-in demo.
    package var isDemo: Bool
    /// The address or name of the sensor's peripheral; nil: the remembered one, else the only one in reach.
    package var peripheral: String?
    /// The Bluetooth adapter; nil: the first that is powered.
    package var adapter: String?
    /// Whether to wait for an adapter or a peripheral that is missing.
    package var waits = false
    /// Whether the sensor is only listened to, and not sent what starts and stops it.
    package var isOverride = false
    /// Whether an arm is driven meanwhile.
    package var isBesideDrive = false
    /// Where it is streamed to while it goes on; nil: nowhere.
    package var stream: StreamPlan?
    /// The simulation that the sensor belongs to; nil: it is a real one.
    package private(set) var simulation: SimulationOptions?

    /// The name of the sensor that the program plays itself.
    package static let demo = "demo"

    /// What stands for no graph: each stream as it is.
    package static let noGraph = "none"

    /// Puts a plan together from what the operator asked for.
    /// - Parameters:
    ///   - graph: the graph's name or file; nil: the sensor's own; `none`: each stream as it is.
    ///   - locate: the sources of places; empty: the graph's, or all.
    /// - Throws: `FileError` for a file that is missing or wrong, `Failure` where sensor and graph do not fit.
    package init(
        sensor name: String, graph: String? = nil, locate: Locating = Locating(), store: String? = nil,
        title: String? = nil, tags: [String] = [], allowsUpload: Bool = true, library: Library = Library()
    ) throws {
        try self.init(library.sensor(name), graph: graph, locate: locate, library: library)
        guard !sensor.hears.isFile else {
            throw Failure(
                .file,
                "“\(SafeText.escaped(sensor.name))” is found in files only (`hear: file`); read them by `waldo survey "
                    + "import`, or name the sensor that is heard")
        }
        self.store = store
        self.title = title
        self.tags = tags
        self.allowsUpload = self.allowsUpload && allowsUpload
        isDemo = name == Self.demo
    }

    /// Puts a plan together for a sensor whose file is already read.
    /// - Throws: `FileError` for a graph that is missing or wrong, `Failure` where sensor and graph do not fit.
    package init(
        _ sensor: (value: Sensor, source: SourceText), graph: String? = nil, locate: Locating = Locating(),
        library: Library = Library()
    ) throws {
        let wanted = graph ?? sensor.value.graph
        var found: (value: Graph, source: SourceText)?
        if let wanted, wanted != Self.noGraph {
            found = try graph == nil ? library.graph(wanted, besideSensor: sensor.source.name) : library.graph(wanted)
        }
        try self.init(sensor, graph: found, locate: locate)
    }

    /// Puts a plan together for a sensor and a graph whose files are already read.
    /// - Parameter graph: the graph; nil: each stream as it is.
    /// - Throws: `Failure` where sensor and graph do not fit.
    init(
        _ sensor: (value: Sensor, source: SourceText), graph: (value: Graph, source: SourceText)?,
        locate: Locating = Locating()
    ) throws {
        (self.sensor, sensorSource) = (sensor.value, sensor.source)
        let streams = sensor.value.descriptions
        if let graph {
            let problem = graph.value.problem(with: streams) ?? graph.value.silenceProblem(with: streams)
            if !streams.isEmpty, let problem {
                throw Failure(.file, "the graph “\(graph.value.name)” does not fit: \(problem)")
            }
            self.graph = graph.value.fitted(to: streams)
            graphSource = graph.source
        } else {
            self.graph = Graph.identity(for: streams)
        }
        travel = sensor.value.method
        rules = self.graph.location ?? LocationRules()
        rules.fastest = (travel ?? .aircraft).fastest
        rules.edition = LocationRules.newest
        if let sources = locate.sources { rules.sources = sources }
        fixed = locate.fixed
        gpsd = locate.gpsd
        tags = []
        // Invented numbers do not belong on anybody's map.
        allowsUpload = sensor.source.name != Self.demo
        isDemo = false
        if let address = locate.gpsd, GPSDAddress.parse(address) == nil {
            throw Failure(.usage, "--locate: \(GPSDAddress.refusal(of: address))")
        }
    }

    /// States how the sensor is carried: fixes that no speed of that explains are outliers.
    package mutating func carry(by method: TravelMethod) {
        travel = method
        rules.fastest = method.fastest
    }

    /// Lets an arm that knows where its hand is place the sensor first: what the sensor says of its own place is
    /// coarser.
    package mutating func preferHand(of arm: Arm) {
        guard let pose = arm.pose, !pose.joints.isEmpty, rules.sources.contains(.arm) else { return }
        rules.sources = [.arm] + rules.sources.filter { $0 != .arm }
    }

    /// Makes the plan that of a drive: the sensor may sit on the arm's shield, and be heard over its link.
    package mutating func join(_ link: ArmLink) {
        guard !isDemo, peripheral == nil else { return }
        let hears = sensor.hears
        switch link {
        case .serial: isOnPort = hears.service == nil
        case .bluetooth(let profile) where hears.service == nil: armChannels = [profile.notify].compactMap(\.self)
        case .bluetooth(let profile): if hears.service == profile.service { armChannels = hears.notify }
        }
    }

    /// Makes the plan that of a simulation: the sensor is on the simulated arm's hand, whatever link it has in life.
    /// Without an arm it stands at the base.
    package mutating func simulate(_ options: SimulationOptions, on link: ArmLink? = nil) {
        simulation = options
        isDemo = false
        allowsUpload = false
        if !tags.contains(Self.simulated) { tags.append(Self.simulated) }
        // It sends by itself, and what starts another one is no command of this arm.
        if sensor.hears.service != nil { sensor.says = nil }
        guard let link else { return }
        armChannels = sensor.hears.notify
        guard armChannels.isEmpty else { return }
        switch link {
        case .bluetooth(let profile): armChannels = [profile.notify ?? profile.write]
        case .serial: isOnPort = true
        }
    }

    /// The tag of a survey of a simulation, and what its method begins with; the options follow.
    static let simulated = "simulated", simulationMethod = "simulation: "

    /// The characteristics of the arm's shield on which the sensor is heard, in the order of its channels; empty: it
    /// has a peripheral of its own.
    package private(set) var armChannels: [BluetoothUUID] = []

    /// Whether the sensor is heard by the arm's serial port.
    private var isOnPort = false

    /// Whether the sensor is heard over the arm's link.
    var isOnArm: Bool { isOnPort || !armChannels.isEmpty }

    /// The channel of a characteristic of the arm's shield, or of its serial port; nil: the sensor does not use it.
    func channel(onArm characteristic: BluetoothUUID?) -> Int? {
        guard let characteristic else { return isOnPort ? 0 : nil }
        return armChannels.firstIndex(of: characteristic)
    }
}
