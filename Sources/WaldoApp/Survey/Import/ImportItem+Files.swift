internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoSimulator
internal import WaldoStore

/// What a file is.
extension ImportItem {
    /// What the operator states of files.
    struct Wishes {
        /// The sensor's name or file; nil: that of the file's format.
        var sensor: String?
        /// The graph's name or file; nil: the sensor's own.
        var graph: String?
        /// The zone of local times; nil: not known.
        var zone: LocalZone?
    }

    /// How many lines are looked at for one that states its time.
    private static let mostUndated = 10_000
    /// The shortest heading by which a sensor's files are recognised.
    private static let shortestHeading = 6

    /// The surveys that a file becomes: one, or one for each block of AirCasting's phone app.
    /// - Throws: `FileError` or `Failure` for a file that Waldo does not know, or a sensor or graph that is wrong.
    static func items(of path: String, _ wishes: Wishes, library: Library = Library()) throws -> [ImportItem] {
        let beginning = try FileBeginning.bytes(of: path), text = FileBeginning.text(of: beginning)
        let name = String(InputFile.name(path).split(separator: "/").last ?? "log")
        if text.hasPrefix("{"), wishes.sensor != nil || text.hasPrefix("{\"recording\"") {
            guard let sensor = wishes.sensor else {
                throw Failure(
                    .file,
                    "\(path): a recording does not name the sensor; add --sensor NAME (see `waldo sensors`)")
            }
            return [try recording(path, name, try library.sensor(sensor), wishes, library)]
        }
        if let sensor = wishes.sensor { return [try log(path, name, library.sensor(sensor), wishes, library)] }
        let parts = try AirCastingPart.parts(of: path)
        if !parts.isEmpty { return try parts.map { try airCasting(path, name, $0, parts.count, wishes, library) } }
        guard let facts = try BGeigieLogFacts(path, as: library.sensor(BGeigieLogFacts.family).value) else {
            if let sensor = headed(beginning, library) {
                return [try log(path, name, library.sensor(sensor), wishes, library)]
            }
            throw FileError(
                file: path,
                ForeignFile.sentence(beginning).map { "this is \($0)" }
                    ?? "unknown format; Waldo reads bGeigie logs, AirCasting CSV and drive recordings; for other text "
                    + "give `--sensor`")
        }
        var item = try log(path, name, library.sensor(facts.sensor), wishes, library)
        item.device.serial = facts.device
        return [item]
    }

    /// The sensor whose files have this heading: its file describes the heading as a message without fields.
    private static func headed(_ beginning: [UInt8], _ library: Library) -> String? {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = beginning.dropFirst(beginning.starts(with: mark) ? mark.count : 0)
        return library.sensors().first { entry in
            let headings = entry.value?.messages.filter(\.fields.isEmpty).flatMap(\.begins) ?? []
            return headings.contains { $0.count >= shortestHeading && text.starts(with: $0) }
        }?.name
    }

    private static func log(
        _ path: String, _ name: String, _ sensor: (value: Sensor, source: SourceText), _ wishes: Wishes,
        _ library: Library
    ) throws -> ImportItem {
        let plan = try SurveyPlan(sensor, graph: wishes.graph, library: library)
        let measurements = plan.sensor.messages.filter { !$0.fields.isEmpty }
        let marks = measurements.contains { $0.begins.isEmpty } ? [] : measurements.flatMap(\.begins)
        var hasLocalTimes = false
        if plan.sensor.hasLocalTimes {
            let lines = try SensorLogReader(path, of: plan.sensor)
            hasLocalTimes = try firstTime(in: lines) && lines.hasLocalTimes
        }
        return ImportItem(
            title: name, plan: plan, isLog: true, hasLocalTimes: hasLocalTimes,
            open: { () throws(FileError) in
                LogEvents(
                    try SensorLogReader(path, of: plan.sensor, zone: wishes.zone), interval: plan.sensor.interval,
                    marks: marks)
            })
    }

    private static func airCasting(
        _ path: String, _ name: String, _ found: (place: Int, part: AirCastingPart), _ count: Int, _ wishes: Wishes,
        _ library: Library
    ) throws -> ImportItem {
        let (place, part) = found
        let source = part.sensor
        let sensor = try ParsedText.sensor(source.text, named: "\(path), the sensor of its headings")
        let plan = try SurveyPlan((sensor, source), graph: wishes.graph, library: library)
        let title = part.session.isEmpty ? name : part.session
        let lines = try AirCastingLog(path, part: place, of: sensor)
        return ImportItem(
            title: count == 1 ? title : "\(title), \(part.streams.map(\.name).joined(separator: " "))", plan: plan,
            isLog: true, part: place, hasLocalTimes: try firstTime(in: lines) && lines.hasLocalTimes,
            device: SurveyDescription.Device(serial: part.package.isEmpty ? nil : part.package),
            open: { () throws(FileError) in
                LogEvents(
                    try AirCastingLog(path, part: place, of: sensor, zone: wishes.zone), interval: nil, marks: [])
            })
    }

    /// Reads up to the first line that states its time.
    /// - Returns: whether there is one.
    private static func firstTime(in lines: some LoggedLines) throws(FileError) -> Bool {
        for _ in 0..<mostUndated {
            guard let line = try lines.next() else { return false }
            if line.utc != nil { return true }
        }
        return false
    }

    private static func recording(
        _ path: String, _ name: String, _ sensor: (value: Sensor, source: SourceText), _ wishes: Wishes,
        _ library: Library
    ) throws -> ImportItem {
        var plan = try SurveyPlan(sensor, graph: wishes.graph, library: library)
        let head = try RecordedSurveyReader(path, of: [])
        do throws(SimulationOptionError) {
            try plan.join(head.arm.link, recordedOver: head.link)
        } catch {
            throw FileError(file: path, line: 1, column: 1, "`simulation` cannot be read: \(error.sentence)")
        }
        if head.isRaster { plan.rules.sources = [.arm] }
        let isOnArm = plan.isOnArm, heard = isOnArm ? plan.armChannels : plan.sensor.hears.notify
        return ImportItem(
            title: name, plan: plan, isLog: false,
            arm: SurveyDescription.File(name: head.armSource.name, text: head.armSource.text),
            startPosition: head.startPosition, characteristics: heard.map(\.description),
            open: { () throws(FileError) in try RecordedSurveyReader(path, of: heard, isOnArm: isOnArm) })
    }
}
