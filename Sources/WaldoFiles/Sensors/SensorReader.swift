import WaldoCore
import WaldoSurvey
import WaldoTime

/// Parses and validates a sensor file.
enum SensorReader {
    static func sensor(from text: String, file: String) throws(FileError) -> Sensor {
        try sensor(at: YamlDocument.root(of: text, file: file, as: .sensor))
    }

    /// Reads the tree of a file.
    static func sensor(at root: YamlValue) throws(FileError) -> Sensor {
        let top = try root.section([
            "name", "hear", "say", "graph", "every", "lag", "since", "method", "time", "message", "messages", "streams",
        ])
        let formats = try MessagesReader.formats(top)
        let hears = try source(top.required("hear"))
        let interval = try top["every"]?.duration(in: TimeSpan.milliseconds(1)...TimeSpan.seconds(86_400))
        return Sensor(
            name: try top.required("name").title(), hears: hears, says: try commands(top["say"], to: hears),
            messages: formats,
            streams: try SensorStreamsReader.streams(top, formats, interval),
            graph: try top["graph"]?.text(expected: "the name of a graph, such as `lnd7317`"), interval: interval,
            lag: try top["lag"]?.duration(in: TimeSpan.zero...TimeSpan.seconds(60)) ?? .zero,
            since: try since(top["since"]),
            method: try top["method"]?.word([
                "foot": .foot, "bicycle": .bicycle, "boat": .boat, "uav": .uav, "car": .car, "train": .train,
                "aircraft": .aircraft,
            ]))
    }

    private static func since(_ value: YamlValue?) throws(FileError) -> Int64 {
        guard let value else { return Sensor.usualSince }
        let day = "a day, such as `2011-04-01`"
        guard let utc = CalendarTime.utc("\(try value.text(expected: day))T00:00:00Z".utf8) else {
            throw value.mismatch(expected: day)
        }
        return utc
    }

    // MARK: where it is heard

    private static func source(_ value: YamlValue) throws(FileError) -> Sensor.Source {
        guard value.isMapping else {
            return Sensor.Source(isFile: try value.word(["arm": false, "file": true]))
        }
        let section = try value.section(["service", "notify"])
        let notify = try section.required("notify")
        let uuids = try notify.oneOrMore.map { (one) throws(FileError) in try one.uuid() }
        guard (1...8).contains(uuids.count) else {
            throw notify.mismatch(expected: "one to eight characteristics")
        }
        guard Set(uuids).count == uuids.count else {
            throw notify.error("`\(notify.name)` names a characteristic twice; keep one of them")
        }
        return Sensor.Source(service: try section.required("service").uuid(), notify: uuids)
    }

    // MARK: what it is sent

    private static func commands(_ value: YamlValue?, to source: Sensor.Source) throws(FileError) -> Sensor.Commands? {
        guard let value else { return nil }
        let section = try value.section(["to", "start", "stop"])
        if source.service != nil {
            _ = try section.required("to")
        } else if let to = section["to"] {
            throw to.error(
                "`\(to.name)` is of use only for a sensor with a service; an arm's shield has its own; remove it")
        }
        let commands = Sensor.Commands(
            to: try section["to"]?.uuid(), start: try bytes(section["start"]), stop: try bytes(section["stop"]))
        guard commands.start != nil || commands.stop != nil else {
            throw value.error("`\(value.name)` has neither `start` nor `stop`; add one of them")
        }
        return commands
    }

    private static func bytes(_ value: YamlValue?) throws(FileError) -> Frame? {
        guard let value else { return nil }
        let bytes = try ByteMark.bytes(value)
        guard bytes.count <= 20, let frame = Frame(bytes) else {
            throw value.error("`\(value.name)` has \(bytes.count) bytes, and one write takes 20; shorten it")
        }
        return frame
    }
}
