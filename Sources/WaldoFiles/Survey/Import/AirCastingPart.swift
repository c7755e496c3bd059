import WaldoCore
public import WaldoSurvey

/// One part of an AirCasting CSV file: its streams, and the sensor file that decodes its rows.
public struct AirCastingPart: Equatable, Sendable {
    /// The name of the sensor file that is written for a part.
    public static let sensorName = "aircasting-csv"
    private static let maxStreams = 16
    /// The most parts of a file: the phone's app writes one for each stream. Each is read by itself.
    static let maxParts = 100

    /// The streams, in the order of their columns.
    public private(set) var streams: [StreamDescription] = []
    /// The device, such as `AirBeam2:0018961070D6`.
    public private(set) var package = ""
    /// The session's title; empty: not stated.
    public private(set) var session = ""
    /// Whether its rows have places: those of an indoor session have none.
    public private(set) var hasPlaces = false
    /// The lines with text that are only the beginning of a row: a title in quotes may have line ends.
    public private(set) var beginnings = 0
    /// The columns before the first value, commas within the session's title counted.
    private var before = 5, columns = 6
    private var isPhone = false
    /// The phone's line of names, whose beginning distinguishes it from a row.
    private var names: [UInt8] = []
    private var hasRows = false

    /// The parts of a file that have rows and streams that can be read, each with its index among all parts.
    /// - Throws: that the file cannot be read.
    public static func parts(of path: String) throws(FileError) -> [(index: Int, part: AirCastingPart)] {
        var parts = try headings(of: path)
        guard !parts.isEmpty else { return [] }
        let reader = try AirCastingReader(path)
        while let item = try reader.next() {
            guard let index = parts.lastIndex(where: { $0.line <= reader.line }) else { continue }
            switch item {
            case .stream(let stream, let package):
                parts[index].part.streams.append(stream)
                parts[index].part.package = package
            case .row(let row): parts[index].part.note(row)
            case .reject: break
            }
        }
        return parts.enumerated().map { ($0.offset, $0.element.part) }.filter {
            $0.1.hasRows && (1...maxStreams).contains($0.1.streams.count)
        }
    }

    private static func headings(of path: String) throws(FileError) -> [(line: Int, part: AirCastingPart)] {
        let lines = try RawLineReader(path, longest: SensorLogReader.longestLine)
        var parts: [(line: Int, part: AirCastingPart)] = []
        while let line = try lines.next() {
            if let last = parts.indices.last, parts[last].part.isPhone, parts[last].line == lines.number - 1 {
                parts[last].part.names = Array(line.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") })
            }
            guard !lines.isFurther, AirCastingLog.begins(line) else { continue }
            guard parts.count < maxParts else {
                throw FileError(
                    file: path, line: lines.number, column: 1,
                    "the file has more than \(maxParts) headings of AirCasting; cut it into several")
            }
            var part = AirCastingPart()
            part.isPhone = ByteOrderMark.dropped(from: line).first == UInt8(ascii: "s")
            parts.append((lines.number, part))
        }
        return parts
    }

    private mutating func note(_ row: AirCastingRow) {
        hasPlaces = hasPlaces || row.place != nil
        // A quoted text may have line ends in it: the decoder takes the row's last line.
        func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        if row.bytes.dropLast(2).contains(where: isEnd) {
            beginnings += row.bytes.split(whereSeparator: isEnd).count - 1
        }
        guard !hasRows else { return }
        hasRows = true
        session = row.session
        var text = row.bytes[...]
        while let last = text.last, isEnd(last) { text.removeLast() }
        let line = text[((text.lastIndex(where: isEnd) ?? -1) + 1)...]
        columns = line.count { $0 == UInt8(ascii: ",") } + 1
        before = isPhone ? 3 : columns - streams.count
    }

    // MARK: the sensor file

    /// The sensor file that decodes the part's rows, and passes over its headings.
    public var sensor: SourceText {
        let isAt = isPhone ? 1 : before - 2
        var text = """
            # The rows of an AirCasting CSV file, as its headings describe them.
            name: \(Self.quoted("AirCasting CSV of " + (Self.title(package) ?? "an unnamed device")))
            hear: arm
            messages:
              headings: { begins: [\(marks.map(Self.quoted).joined(separator: ", "))], ends: "\\n", longest: 1024 }
              row:
                ends: "\\n"
                longest: 1024
                split: ","
                columns: \(columns)
                fields:
                  time: { iso8601: \(isPhone ? 0 : before - 3), zone: local }

            """
        if hasPlaces {
            text += "      latitude: { number: \(isAt), unit: deg, range: [-90, 90], optional: true }\n"
            text += "      longitude: { number: \(isAt + 1), unit: deg, range: [-180, 180], optional: true }\n"
        }
        for (index, stream) in streams.enumerated() {
            let unit = Self.title(stream.unit).map { ", unit: \(Self.quoted($0))" } ?? ""
            text += "      value \(index + 1): { number: \(before + index), optional: true\(unit) }\n"
        }
        if hasPlaces { text += "    place: { latitude: latitude, longitude: longitude, none: [0, 0] }\n" }
        text += "    time: time\n"
        text += "streams:\n"
        for (index, name) in streamNames.enumerated() {
            let quantity = streams[index].quantity.flatMap(Self.title).map { ", quantity: \(Self.quoted($0))" } ?? ""
            text += "  \(Self.quoted(name)): { of: value \(index + 1)\(quantity) }\n"
        }
        return SourceText(name: Self.sensorName, text: text)
    }

    /// What the lines that are no rows begin with.
    private var marks: [String] {
        guard isPhone else { return [",,,,,", "ObjectID,"] }
        let names = String(decoding: names.prefix(20), as: UTF8.self)
        return ["sensor:model,", "Timestamp,"] + (names.isEmpty || names.utf8.count > 20 ? [] : [names])
    }

    /// A name for each stream; of equal ones the later get a number.
    private var streamNames: [String] {
        var names: [String] = []
        for stream in streams {
            let name = Self.title(stream.name) ?? "value"
            var unique = name, number = 2
            while names.contains(unique) {
                unique = "\(name) \(number)"
                number += 1
            }
            names.append(unique)
        }
        return names
    }

    /// A text of the file as a title in a sensor file; nil: it is empty.
    private static func title(_ text: String) -> String? {
        let plain = String(text.unicodeScalars.prefix(100).map { SafeText.isSafe($0) ? Character($0) : " " })
        let trimmed = TimeText.trimmed(plain[...])
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// A string of YAML, which has those of JSON.
    private static func quoted(_ text: String) -> String { JSONQuoting.text(text) }
}
