/// The points of a GPX file's tracks, and what is wrong with the file.
public struct GPXTrack: Equatable, Sendable {
    /// The points in the order of their times.
    public private(set) var points: [TrackPoint] = []
    /// Points that were passed over, because their time or place is missing or cannot be read.
    public private(set) var leftOut = 0
    /// Points whose times state no zone; they count as UTC, which GPX requires.
    public private(set) var zoneless = 0
    /// Whether the file ends inside an element.
    public private(set) var isCut = false

    /// The most points of a track: a year of one each ten seconds.
    private static let maxPoints = 3_000_000

    /// Reads a file.
    /// - Throws: that it cannot be read, has no point with a place and a time, or more points than a track has.
    public init(_ path: String) throws(FileError) { try self.init(path, limit: Self.maxPoints) }

    init(_ path: String, limit: Int) throws(FileError) {
        let reader = try GPXTrackReader(path)
        while let point = try reader.next() {
            guard points.count < limit else {
                throw FileError(
                    file: path,
                    "the file has more than \(limit) points; cut it to the time of the measurements")
            }
            points.append(point)
        }
        guard !points.isEmpty else {
            throw FileError(
                file: path,
                reader.leftOut > 0
                    ? "no time and place can be read of the points of its GPX track (`trkpt` with "
                        + "`<time>2026-11-21T07:15:00Z</time>`); export the track as GPX with its times"
                    : "no point of a GPX track is in it (`trkpt`); export the track as GPX with its times")
        }
        // Files list one track after another, which need not be in the order of their times.
        points = points.enumerated().sorted { ($0.element.utc, $0.offset) < ($1.element.utc, $1.offset) }
            .map(\.element)
        (leftOut, zoneless, isCut) = (reader.leftOut, reader.zoneless, reader.isCut)
    }
}
