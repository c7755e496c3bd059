internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoSimulator
internal import WaldoStore
internal import WaldoTime

/// What a file is.
extension ImportItem {
    /// The surveys that a file becomes: one, or one for each block of AirCasting's phone app.
    /// - Parameters:
    ///   - sensor: the sensor's name or file; nil: that of the file's format.
    ///   - graph: the graph's name or file; nil: the sensor's own.
    ///   - now: what the wall clock shows: no file can state a later time.
    /// - Throws: `FileError` or `Failure` for a file that Waldo does not know, or a sensor or graph that is wrong.
    static func items(
        of path: String, sensor: String?, graph: String?, now: Int64, library: Library = Library()
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
        if let sensor { return [try log(path, name, library.sensor(sensor), graph, now, library)] }
        let parts = try AirCastingPart.parts(of: path)
        if !parts.isEmpty { return try parts.map { try airCasting(path, name, $0, parts.count, graph, now, library) } }
        guard let facts = try BGeigieLogFacts(path) else {
            throw FileError(
                file: path,
                "unknown format; Waldo reads bGeigie logs, AirCasting CSV and drive recordings; for other text give "
                    + "`--sensor`")
        }
        var item = try log(path, name, library.sensor(facts.sensor), graph, now, library)
        item.device.serial = facts.device
        return [item]
    }

    private static func log(
        _ path: String, _ name: String, _ sensor: (value: Sensor, source: SourceText), _ graph: String?,
        _ now: Int64, _ library: Library
    ) throws -> ImportItem {
        let plan = try SurveyPlan(sensor, graph: graph, library: library)
        let measurements = plan.sensor.messages.filter { !$0.fields.isEmpty }
        let possible = possibleTimes(of: plan.sensor, now)
        let marks = measurements.contains { $0.begins.isEmpty } ? [] : measurements.flatMap(\.begins)
        return ImportItem(
            title: name, plan: plan, isLog: true,
            open: { () throws(FileError) in
                LogEvents(
                    try BGeigieLogReader(path), interval: plan.sensor.interval, marks: marks, possible: possible)
            })
    }

    /// The times that a log of a sensor can state: from when the first was made to tomorrow, for a clock that is ahead
    /// or shows another zone's time.
    private static func possibleTimes(of sensor: Sensor, _ now: Int64) -> ClosedRange<Int64> {
        let tomorrow = now + TimeSpan.seconds(86_400).microseconds
        return min(sensor.since, tomorrow)...tomorrow
    }

    private static func airCasting(
        _ path: String, _ name: String, _ found: (place: Int, part: AirCastingPart), _ count: Int, _ graph: String?,
        _ now: Int64, _ library: Library
    ) throws -> ImportItem {
        let (place, part) = found
        let source = part.sensor
        let sensor = try ParsedText.sensor(source.text, named: "\(path), the sensor of its headings")
        let plan = try SurveyPlan((sensor, source), graph: graph, library: library)
        let possible = possibleTimes(of: sensor, now)
        let title = part.session.isEmpty ? name : part.session
        return ImportItem(
            title: count == 1 ? title : "\(title), \(part.streams.map(\.name).joined(separator: " "))", plan: plan,
            isLog: true, part: place,
            device: SurveyDescription.Device(serial: part.package.isEmpty ? nil : part.package),
            open: { () throws(FileError) in
                LogEvents(try AirCastingLog(path, part: place), interval: nil, marks: [], possible: possible)
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
