import WaldoCore
import WaldoSurvey

/// Reads which field of a message is its own time.
enum MessageTimeReader {
    /// The time's field; nil: the message states none.
    /// - Parameters:
    ///   - own: the message's `time`.
    ///   - place: the `time` of its place, as older files have it.
    ///   - file: the file's `time`, which holds for the messages that have such a field.
    static func time(
        _ own: YamlValue?, place: YamlValue?, file: YamlValue?, _ format: MessageFormat
    ) throws(FileError) -> Int? {
        let names = format.fields.map(\.name)
        if let own {
            guard own.text != "none" else { return nil }
            let field = try SensorFieldReader.index(of: own, names)
            guard format.columns != nil else {
                throw own.error(
                    "`\(own.name)` dates the lines of a text, and there is no `split`; add it, or remove the time")
            }
            guard field < format.burst?.firstField ?? names.count else {
                throw own.error("`\(names[field])` is a field of a row; name one of the message itself")
            }
            return field
        }
        if let place, place.text != "none" {
            let field = try SensorFieldReader.index(of: place, names)
            return format.columns == nil || field >= format.burst?.firstField ?? names.count ? nil : field
        }
        guard let file = file?.text, format.columns != nil else { return nil }
        return names[..<(format.burst?.firstField ?? names.count)].firstIndex(of: file)
    }

    /// A time that the file names for all messages is a field of one at least.
    static func check(_ file: YamlValue?, _ formats: [MessageFormat]) throws(FileError) {
        guard let file else { return }
        let expected = "the name of a field of a text message"
        let name = try file.text(expected: expected)
        let names = formats.filter { $0.columns != nil }.flatMap { $0.fields.map(\.name) }
        guard names.contains(name) else { throw file.mismatch(name, among: names, expected: expected) }
    }
}
