import WaldoCore
import WaldoSurvey
import WaldoTime

/// Reads `streams` of a sensor file.
enum SensorStreamsReader {
    static func streams(
        _ top: YamlSection, _ formats: [MessageFormat], _ interval: TimeSpan?
    ) throws(FileError) -> [SensorStream] {
        let isDescribed = formats.contains { $0.description != nil }
        guard let value = top["streams"] else {
            guard isDescribed else { throw top.value.error("the file has no key `streams`; add what it measures") }
            return []
        }
        let section = try YamlSection(names: value, expected: "names of streams") {
            (location, name) throws(FileError) in
            guard YamlValue.isTitle(name) else {
                throw location.error("a stream's name has 1 to 120 characters; correct it")
            }
        }
        var streams: [SensorStream] = []
        for name in section.keys {
            streams.append(try stream(name, try section.required(name), formats, interval))
        }
        guard (1...16).contains(streams.count) else { throw value.mismatch(expected: "one to sixteen streams") }
        return streams
    }

    private static func stream(
        _ name: String, _ value: YamlValue, _ formats: [MessageFormat], _ interval: TimeSpan?
    ) throws(FileError) -> SensorStream {
        let section = try value.section(["of", "unit", "quantity", "over", "every", "valid", "compensated"])
        if name.contains("."), section["of"] == nil {
            throw value.error(
                "no field has the name `\(SafeText.escaped(name))`, which has a point; name the field with `of:`")
        }
        let source = try section["of"]?.text(expected: "a field, or `message.field`") ?? name
        let span = TimeSpan.milliseconds(1)...TimeSpan.seconds(86_400)
        let parts = source.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var sources: [SensorStream.Source?] = []
        var unit: String?
        for format in formats {
            let isMeant = parts.count == 1 || parts.count == 2 && parts[0] == format.name
            guard isMeant, let field = format.fields.firstIndex(where: { $0.name == parts[parts.count - 1] }) else {
                sources.append(nil)
                continue
            }
            unit = unit ?? format.fields[field].unit
            let valid = try section["valid"].map { (value) throws(FileError) in
                try SensorFieldReader.index(of: value, format.fields.map(\.name))
            }
            sources.append(SensorStream.Source(field: field, valid: valid))
        }
        guard let unit else {
            let names = formats.flatMap { $0.fields.map(\.name) }
            throw (section["of"] ?? value).error(
                "no message has the field `\(SafeText.escaped(source))`"
                    + Spelling.hint(source, among: names, then: "name the field with `of:`"))
        }
        return SensorStream(
            StreamDescription(
                name: name, quantity: try section["quantity"]?.title(), unit: try section["unit"]?.title() ?? unit,
                exposure: try section["over"]?.duration(in: span),
                interval: try section["every"]?.duration(in: span) ?? interval,
                isCompensated: try section["compensated"]?.flag() ?? false), sources: sources)
    }
}
