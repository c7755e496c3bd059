import Glibc
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoStore
import WaldoSurvey
import WaldoTime

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
        /// What the wall clock shows: no file can state a later time.
        var now: Int64
    }

    private typealias SensorFile = (value: Sensor, source: SourceText)

    /// How many lines are looked at for one that states its time.
    private static let maxUndated = 10_000
    /// The shortest heading by which a sensor's files are recognised.
    private static let shortestHeading = 6

    /// The surveys that a file becomes: one, or one for each block of AirCasting's phone app, or for each device of a
    /// bGeigie log.
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
        if let sensor = wishes.sensor {
            let sensor = try library.sensor(sensor), bGeigie = try? library.sensor(BGeigieLogFacts.family).value
            guard let bGeigie, BGeigieLogFacts.isOne(sensor.value, like: bGeigie) else {
                return [try log(path, name, sensor, wishes, library)]
            }
            return try logs(path, name, as: sensor.value, wishes, library) { _ in sensor }
        }
        let parts = try AirCastingPart.parts(of: path)
        if !parts.isEmpty { return try parts.map { try airCasting(path, name, $0, parts.count, wishes, library) } }
        let bGeigie = try library.sensor(BGeigieLogFacts.family).value
        guard try BGeigieLogFacts(path, as: bGeigie) != nil else {
            if let sensor = headed(beginning, library) {
                return [try log(path, name, library.sensor(sensor), wishes, library)]
            }
            throw FileError(
                file: path,
                try ForeignFile.reason(path, beginning)
                    ?? "unknown format; Waldo reads bGeigie logs, AirCasting CSV and drive recordings; for other text "
                    + "give `--sensor`")
        }
        return try logs(path, name, as: bGeigie, wishes, library) { facts in
            try library.sensor(facts?.sensor ?? BGeigieLogFacts.family)
        }
    }

    /// A survey for each device of a bGeigie log: the counts of one and the same moment by two devices are no rate, and
    /// each has its own place on the map, its own account of bytes, and its own log when it is exported.
    /// - Parameters:
    ///   - bGeigie: the sensor whose marks the lines of measurements begin with.
    ///   - sensor: the sensor for what the log states of a device; nil: it states nothing.
    private static func logs(
        _ path: String, _ name: String, as bGeigie: Sensor, _ wishes: Wishes, _ library: Library,
        sensor: (BGeigieLogFacts?) throws -> SensorFile
    ) throws -> [ImportItem] {
        let devices = try BGeigieDevices.numbers(in: path, as: bGeigie)
        guard devices.count > 1 else {
            let facts = try BGeigieLogFacts(path, as: bGeigie)
            var item = try log(path, name, sensor(facts), wishes, library)
            item.device.serial = devices.first.map { $0.isEmpty ? nil : $0 } ?? facts?.device
            return [item]
        }
        return try devices.enumerated().map { part, device in
            let facts = try BGeigieLogFacts(path, device: device, as: bGeigie)
            let label = device.isEmpty ? "without a device number" : "device \(device)"
            var item = try log(path, "\(name), \(label)", sensor(facts), wishes, library) { lines in
                BGeigieDeviceLog(lines, device: device, of: devices, as: bGeigie)
            }
            (item.part, item.label, item.device.serial) = (part, label, device.isEmpty ? nil : device)
            return item
        }
    }

    /// The sensor whose files have this heading: its file describes the heading as a message without fields.
    private static func headed(_ beginning: [UInt8], _ library: Library) -> String? {
        let text = ByteOrderMark.dropped(from: beginning)
        return library.sensors().first { entry in
            let headings = entry.value?.messages.filter(\.fields.isEmpty).flatMap(\.begins) ?? []
            return headings.contains { $0.count >= shortestHeading && text.starts(with: $0) }
        }?.name
    }

    /// - Parameter choose: the lines that are meant.
    private static func log(
        _ path: String, _ title: String, _ sensor: SensorFile, _ wishes: Wishes, _ library: Library,
        choose: @escaping (SensorLogReader) -> any LoggedLines = { $0 }
    ) throws -> ImportItem {
        let plan = try SurveyPlan(sensor, graph: wishes.graph, library: library)
        let measurements = plan.sensor.messages.filter { !$0.fields.isEmpty }
        let possible = possibleTimes(of: plan.sensor, wishes.now)
        let marks = measurements.contains { $0.begins.isEmpty } ? [] : measurements.flatMap(\.begins)
        var hasLocalTimes = false
        if plan.sensor.hasLocalTimes {
            let lines = try SensorLogReader(path, of: plan.sensor)
            hasLocalTimes = try firstTime(in: lines) && lines.hasLocalTimes
        }
        return ImportItem(
            title: title, plan: plan, isLog: true, hasLocalTimes: hasLocalTimes,
            open: { () throws(FileError) in
                LogEvents(
                    choose(try SensorLogReader(path, of: plan.sensor, zone: wishes.zone)),
                    interval: plan.sensor.interval, marks: marks, possible: possible)
            })
    }

    /// The times that a log of a sensor can state: from when the first was made to tomorrow, for a clock that is ahead
    /// or shows another zone's time.
    private static func possibleTimes(of sensor: Sensor, _ now: Int64) -> ClosedRange<Int64> {
        let tomorrow = now + TimeSpan.seconds(86_400).microseconds
        return min(sensor.since, tomorrow)...tomorrow
    }

    private static func airCasting(
        _ path: String, _ name: String, _ found: (index: Int, part: AirCastingPart), _ count: Int, _ wishes: Wishes,
        _ library: Library
    ) throws -> ImportItem {
        let (index, part) = found
        let source = part.sensor
        let sensor = try ParsedText.sensor(source.text, named: "\(path), the sensor of its headings")
        let plan = try SurveyPlan((sensor, source), graph: wishes.graph, library: library)
        let possible = possibleTimes(of: sensor, wishes.now)
        let title = part.session.isEmpty ? name : part.session
        let lines = try AirCastingLog(path, part: index, of: sensor)
        return ImportItem(
            title: count == 1 ? title : "\(title), \(part.streams.map(\.name).joined(separator: " "))", plan: plan,
            isLog: true, part: index, beginnings: part.beginnings,
            hasLocalTimes: try firstTime(in: lines) && lines.hasLocalTimes,
            device: SurveyDescription.Device(serial: part.package.isEmpty ? nil : part.package),
            open: { () throws(FileError) in
                LogEvents(
                    try AirCastingLog(path, part: index, of: sensor, zone: wishes.zone), interval: nil, marks: [],
                    possible: possible)
            })
    }

    /// Reads up to the first line that states its time.
    /// - Returns: whether there is one.
    private static func firstTime(in lines: some LoggedLines) throws(FileError) -> Bool {
        for _ in 0..<maxUndated {
            guard let line = try lines.next() else { return false }
            if line.utc != nil { return true }
        }
        return false
    }

    private static func recording(
        _ path: String, _ name: String, _ sensor: SensorFile, _ wishes: Wishes, _ library: Library
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
