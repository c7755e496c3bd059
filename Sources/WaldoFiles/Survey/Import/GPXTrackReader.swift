import WaldoCore
import WaldoSurvey

/// Reads the points of a GPX file's tracks, `trkpt`, that have a place and a time, in the order of the file. Everything
/// else in it is passed over, and so is a point that is wrong, which is counted.
public final class GPXTrackReader {
    /// The accuracy in metres of a dilution of precision of 1, as for the loggers.
    private static let metresADilution = 6.0

    private var tags: XMLTags
    private var latitude: Double?, longitude: Double?, height: Double?, hdop: Double?, utc: Int64?
    private var isInPoint = false, isInExtensions = false, isZoneless = false
    /// Points without a time or a place so far.
    public private(set) var leftOut = 0
    /// Points so far whose times state no zone.
    public private(set) var zoneless = 0
    /// Whether the root element has begun and not ended: at the end of the file, that it is cut.
    public private(set) var isCut = false

    /// Opens a file.
    /// - Throws: that it cannot be opened, or is no regular file.
    public init(_ path: String) throws(FileError) { tags = try XMLTags(path) }

    /// The next point; nil at the end.
    /// - Throws: that the file cannot be read.
    public func next() throws(FileError) -> TrackPoint? {
        while try tags.next() {
            if tags.isEnd {
                if let point = end() { return point }
            } else {
                begin()
            }
        }
        return nil
    }

    private func begin() {
        if tags.name == "trkpt" {
            isInPoint = !tags.isEmpty
            isInExtensions = false
            (latitude, longitude) = (
                tags.attribute("lat").flatMap(Self.number), tags.attribute("lon").flatMap(Self.number)
            )
            (height, hdop, utc, isZoneless) = (nil, nil, nil, false)
            if tags.isEmpty { leftOut += 1 }
        } else if tags.name == "extensions", !tags.isEmpty {
            isInExtensions = true
        } else if tags.name == "gpx", !tags.isEmpty {
            isCut = true
        }
        tags.collects = isInPoint && !isInExtensions
    }

    private func end() -> TrackPoint? {
        defer { tags.collects = false }
        switch tags.name {
        case "extensions": isInExtensions = false
        case "gpx": isCut = false
        case _ where isInExtensions || !isInPoint: break
        case "ele": height = Self.number(tags.text)
        case "hdop": hdop = Self.number(tags.text)
        case "time":
            utc = CalendarTime.utc(tags.text)
            isZoneless = utc == nil
            if isZoneless { utc = CalendarTime.utc(tags.text, zone: 0) }
        case "trkpt":
            isInPoint = false
            guard let point else {
                leftOut += 1
                return nil
            }
            if isZoneless { zoneless += 1 }
            return point
        default: break
        }
        return nil
    }

    private var point: TrackPoint? {
        guard let latitude, let longitude, let utc, latitude.magnitude <= 90, longitude.magnitude <= 180 else {
            return nil
        }
        let accuracy = hdop.flatMap { $0 > 0 ? Self.metresADilution * $0 : nil }
        return TrackPoint(
            utc: utc, place: Place(x: longitude, y: latitude, z: height, accuracy: accuracy), hdop: hdop)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
        // `Double` reads hexadecimal, `nan` and `inf` too, which no track means.
        guard bytes.count <= 32, bytes.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
            let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite
        else { return nil }
        return number
    }
}
