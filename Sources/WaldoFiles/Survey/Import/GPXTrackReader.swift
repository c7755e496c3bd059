internal import WaldoCore

/// Reads the points of a GPX file's tracks, `trkpt`, that have a place and a time, in the order of the file. Everything
/// else in it is passed over, and so is a point that is wrong.
public final class GPXTrackReader {
    /// The accuracy in metres of a dilution of precision of 1, as for the loggers.
    private static let metresADilution = 6.0

    private var tags: XMLTags
    private var latitude: Double?, longitude: Double?, height: Double?, hdop: Double?, utc: Int64?
    private var isInPoint = false, isInExtensions = false
    /// Points without a time or a place so far.
    public private(set) var leftOut = 0

    /// Opens a file.
    /// - Throws: that it cannot be opened, or is no regular file.
    public init(_ path: String) throws(FileError) { tags = try XMLTags(path) }

    /// All points of a file in the order of their times.
    /// - Throws: that it cannot be read, or has no point with a place and a time.
    public static func points(of path: String) throws(FileError) -> [TrackPoint] {
        let reader = try GPXTrackReader(path)
        var points: [TrackPoint] = []
        while let point = try reader.next() { points.append(point) }
        guard !points.isEmpty else {
            throw FileError(
                file: path,
                "no point of a GPX track with a place and a time is in it (`trkpt` with `time`); export the track as GPX "
                    + "with its times")
        }
        // Files list one track after another, which need not be in the order of their times.
        return points.enumerated().sorted { ($0.element.utc, $0.offset) < ($1.element.utc, $1.offset) }.map(\.element)
    }

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
            (height, hdop, utc) = (nil, nil, nil)
            if tags.isEmpty { leftOut += 1 }
        } else if tags.name == "extensions", !tags.isEmpty {
            isInExtensions = true
        }
        tags.collects = isInPoint && !isInExtensions
    }

    private func end() -> TrackPoint? {
        defer { tags.collects = false }
        switch tags.name {
        case "extensions": isInExtensions = false
        case _ where isInExtensions || !isInPoint: break
        case "ele": height = Self.number(tags.text)
        case "hdop": hdop = Self.number(tags.text)
        case "time": utc = CalendarTime.utc(tags.text, zone: 0)
        case "trkpt":
            isInPoint = false
            guard let point else {
                leftOut += 1
                return nil
            }
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
