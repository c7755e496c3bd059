internal import WaldoCore
internal import WaldoTime

/// Parses and validates a sensor file.
enum SensorReader {
    static func sensor(from text: String, file: String) throws(FileError) -> Sensor {
        let root = try YamlDocument.root(of: text, file: file)
        let top = try root.section(["name", "hear", "say", "graph", "every", "lag", "message", "messages", "streams"])
        let formats = try MessagesReader.formats(top)
        let interval = try top["every"]?.duration(in: TimeSpan.milliseconds(1)...TimeSpan.seconds(86_400))
        return Sensor(
            name: try top.required("name").title(), hears: try source(top.required("hear")),
            start: try bytes(top["say"], "start"), stop: try bytes(top["say"], "stop"), messages: formats,
            streams: try SensorStreamsReader.streams(top, formats, interval),
            graph: try top["graph"]?.text(expected: "the name of a graph, such as `lnd7317`"), interval: interval,
            lag: try top["lag"]?.duration(in: TimeSpan.zero...TimeSpan.seconds(60)) ?? .zero)
    }

    // MARK: where it is heard

    private static func source(_ value: YamlValue) throws(FileError) -> Sensor.Source {
        guard value.isMapping else {
            let _: Bool = try value.word(["arm": true])
            return Sensor.Source()
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

    private static func bytes(_ value: YamlValue?, _ key: String) throws(FileError) -> [UInt8]? {
        guard let value, let said = try value.section(["start", "stop"])[key] else { return nil }
        let bytes = try ByteMark.bytes(said)
        guard bytes.count <= 20 else {
            throw said.error("`\(said.name)` has \(bytes.count) bytes, and one write takes 20; shorten it")
        }
        return bytes
    }
}
