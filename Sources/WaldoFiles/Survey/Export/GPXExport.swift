import WaldoCore
public import WaldoSurvey
import WaldoTime

/// Exports samples as a GPX 1.1 track: a segment for each run, and a point for each time and place in the world. The
/// samples of a point are in its extensions, one element `sample` each in a namespace of Waldo's own. A point's time
/// and place are those of the middle of its samples' exposures.
public final class GPXExport {
    private let file: ExportFile
    private let names: [[UInt8]], units: [[UInt8]]
    private let zone: StaticString
    private var flags = FlagNames()
    private var text: [UInt8] = []
    private var open: (utc: Int64?, position: Position)?
    private var isInSegment = false
    /// Points written so far.
    public private(set) var points = 0
    /// Samples left out so far, because they have no place in the world.
    public private(set) var leftOut = 0
    /// Samples left out so far, because their place is not trusted.
    public private(set) var untrusted = 0

    /// Creates the file and begins the track.
    /// - Throws: why the file cannot be created or written.
    public init(_ path: String, of survey: ExportedSurvey) throws(ExportError) {
        file = try ExportFile(path)
        names = survey.streams.map { Self.escaped($0.name) }
        units = survey.streams.map { Self.escaped($0.unit) }
        zone = survey.zone
        text.reserveCapacity(1024)
        text.add(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="waldo" xmlns="http://www.topografix.com/GPX/1/1" xmlns:w="urn:waldo:survey:1">
            <trk><name>
            """ as StaticString)
        text.append(contentsOf: Self.escaped(survey.title))
        text.add("</name><src>" as StaticString)
        text.append(contentsOf: Self.escaped(survey.device.isEmpty ? survey.sensor : survey.device))
        text.add("</src>\n" as StaticString)
        try file.write(text)
    }

    /// Text for an element or attribute; a character that XML 1.0 lacks, or that ends a line, becomes a space.
    static func escaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.add("&amp;" as StaticString)
            case "<": bytes.add("&lt;" as StaticString)
            case ">": bytes.add("&gt;" as StaticString)
            case "\"": bytes.add("&quot;" as StaticString)
            case "\u{fffe}", "\u{ffff}": bytes.append(UInt8(ascii: " "))
            default: bytes.append(contentsOf: UTF8.encode(SafeText.breaksLine(scalar) ? " " : scalar)!)
            }
        }
        return bytes
    }

    /// Ends the segment of the run before; the next sample begins another.
    /// - Throws: why the file cannot be written.
    public func beginRun() throws(ExportError) {
        text.removeAll(keepingCapacity: true)
        endPoint()
        if isInSegment { text.add("</trkseg>\n" as StaticString) }
        isInSegment = false
        try file.write(text)
    }

    /// Adds a sample.
    /// - Parameter isTrusted: whether its place is trusted (`PlaceTrust`).
    /// - Throws: why the file cannot be written.
    public func export(_ sample: Sample, isTrusted: Bool = true) throws(ExportError) {
        guard let position = sample.place.flatMap(Position.init) else {
            leftOut += 1
            return
        }
        guard isTrusted else {
            untrusted += 1
            return
        }
        text.removeAll(keepingCapacity: true)
        if open?.utc != sample.utc || open?.position != position {
            endPoint()
            beginPoint(position, sample.utc)
        }
        text.add("<w:sample stream=\"" as StaticString)
        text.append(contentsOf: names[sample.stream])
        if let value = sample.value, value.isFinite {
            text.add("\" value=\"" as StaticString)
            text.add(shortest: value)
        }
        text.add("\" unit=\"" as StaticString)
        text.append(contentsOf: units[sample.stream])
        text.add("\" flags=\"" as StaticString)
        text.append(contentsOf: flags.text(sample.flags))
        text.add("\"/>" as StaticString)
        try file.write(text)
    }

    /// Writes the end and gives the file its name.
    /// - Throws: why the file cannot be written, or that its name is taken by now.
    public func finish() throws(ExportError) {
        try beginRun()
        try file.write(Array("</trk></gpx>\n".utf8))
        try file.finish()
    }

    private func beginPoint(_ position: Position, _ utc: Int64?) {
        if !isInSegment { text.add("<trkseg>\n" as StaticString) }
        isInSegment = true
        text.add("<trkpt lat=\"" as StaticString)
        text.add(position.latitude, upTo: 7)
        text.add("\" lon=\"" as StaticString)
        // GPX has longitudes up to 180 degrees west, not east.
        text.add(position.longitude == 180 ? -180 : position.longitude, upTo: 7)
        text.add("\">" as StaticString)
        if let height = position.height {
            text.add("<ele>" as StaticString)
            text.add(height, upTo: 2)
            text.add("</ele>" as StaticString)
        }
        if let utc, CalendarTime.span.contains(utc) {
            text.add("<time>" as StaticString)
            text.add(utc: utc, decimals: 6, zone: zone)
            text.add("</time>" as StaticString)
        }
        text.add("<extensions>" as StaticString)
        open = (utc, position)
        points += 1
    }

    private func endPoint() {
        if open != nil { text.add("</extensions></trkpt>\n" as StaticString) }
        open = nil
    }
}
