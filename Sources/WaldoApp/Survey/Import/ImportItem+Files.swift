internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoSimulator
internal import WaldoStore

/// What a file is.
extension ImportItem {
    /// The surveys that a file becomes: one, or one for each block of AirCasting's phone app, or for each device of a
    /// bGeigie log.
    /// - Parameters:
    ///   - sensor: the sensor's name or file; nil: that of the file's format.
    ///   - graph: the graph's name or file; nil: the sensor's own.
    /// - Throws: `FileError` or `Failure` for a file that Waldo does not know, or a sensor or graph that is wrong.
    static func items(
        of path: String, sensor: String?, graph: String?, library: Library = Library()
    ) throws -> [ImportItem] {
        let beginning = try FileBeginning.text(of: path)
        let name = String(InputFile.name(path).split(separator: "/").last ?? "log")
        if beginning.hasPrefix("{") {
            guard let sensor else {
                throw Failure(
                    .file,
                    "\(path): a recording does not name the sensor; add --sensor NAME (see `waldo sensors`)")
            }
            return [try recording(path, name, try library.sensor(sensor), graph, library)]
        }
        if let sensor {
            let sensor = try library.sensor(sensor)
            return try logs(path, name, graph, library, marks: BGeigieDevices.marks(of: sensor.value)) { _ in sensor }
        }
        let parts = try AirCastingPart.parts(of: path)
        if !parts.isEmpty { return try parts.map { try airCasting(path, name, $0, parts.count, graph, library) } }
        guard try BGeigieLogFacts(path) != nil else {
            throw FileError(
                file: path,
                "unknown format; Waldo reads bGeigie logs, AirCasting CSV and drive recordings; for other text give "
                    + "`--sensor`")
        }
        return try logs(path, name, graph, library, marks: BGeigieLogFacts.marks) { facts in
            try library.sensor(facts?.sensor ?? "bgeigie")
        }
    }

    private typealias SensorFile = (value: Sensor, source: SourceText)

    /// A survey for each device of a log: the counts of one and the same moment by two devices are no rate, and each
    /// has its own place on the map, its own account of bytes, and its own log when it is exported.
    /// - Parameters:
    ///   - marks: what the lines of a bGeigie's measurements begin with; empty: it is another sensor's log.
    ///   - sensor: the sensor for what such a log states; nil: it states nothing.
    private static func logs(
        _ path: String, _ name: String, _ graph: String?, _ library: Library, marks: [[UInt8]],
        sensor: (BGeigieLogFacts?) throws -> SensorFile
    ) throws -> [ImportItem] {
        guard !marks.isEmpty else {
            return [
                try log(name, sensor(nil), graph, library) { () throws(FileError) in try BGeigieLogReader(path) }
            ]
        }
        let devices = try BGeigieDevices.numbers(in: path, marks: marks)
        guard devices.count > 1 else {
            let facts = try BGeigieLogFacts(path, marks: marks)
            var item = try log(name, sensor(facts), graph, library) { () throws(FileError) in
                try BGeigieLogReader(path)
            }
            item.device.serial = devices.first ?? facts?.device
            return [item]
        }
        return try devices.enumerated().map { part, device in
            let facts = try BGeigieLogFacts(path, device: device, marks: marks)
            var item = try log("\(name), device \(device)", sensor(facts), graph, library) { () throws(FileError) in
                try BGeigieDeviceLog(path, device: device, of: devices, marks: marks)
            }
            (item.part, item.label, item.device.serial) = (part, "device \(device)", device)
            return item
        }
    }

    private static func log(
        _ title: String, _ sensor: SensorFile, _ graph: String?, _ library: Library,
        open: @escaping () throws(FileError) -> any LoggedLines
    ) throws -> ImportItem {
        let plan = try SurveyPlan(sensor, graph: graph, library: library)
        let measurements = plan.sensor.messages.filter { !$0.fields.isEmpty }
        let marks = measurements.contains { $0.begins.isEmpty } ? [] : measurements.flatMap(\.begins)
        return ImportItem(
            title: title, plan: plan, isLog: true,
            open: { () throws(FileError) in
                LogEvents(try open(), interval: plan.sensor.interval, marks: marks)
            })
    }

    private static func airCasting(
        _ path: String, _ name: String, _ found: (place: Int, part: AirCastingPart), _ count: Int, _ graph: String?,
        _ library: Library
    ) throws -> ImportItem {
        let (place, part) = found
        let source = part.sensor
        let sensor = try ParsedText.sensor(source.text, named: "\(path), the sensor of its headings")
        let plan = try SurveyPlan((sensor, source), graph: graph, library: library)
        let title = part.session.isEmpty ? name : part.session
        return ImportItem(
            title: count == 1 ? title : "\(title), \(part.streams.map(\.name).joined(separator: " "))", plan: plan,
            isLog: true, part: place,
            device: SurveyDescription.Device(serial: part.package.isEmpty ? nil : part.package),
            open: { () throws(FileError) in
                LogEvents(try AirCastingLog(path, part: place), interval: nil, marks: [])
            })
    }

    private static func recording(
        _ path: String, _ name: String, _ sensor: (value: Sensor, source: SourceText), _ graph: String?,
        _ library: Library
    ) throws -> ImportItem {
        var plan = try SurveyPlan(sensor, graph: graph, library: library)
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
