/// The track of a run, collected beside the export in which it comes after the points: in memory up to 256 KiB, then in
/// a file without a name.
struct Track {
    private static let capacity = 1 << 18

    private let path: String
    private var text: [UInt8] = []
    private var spill: SpillFile?
    private var last: Position?
    private var count = 0
    /// Whether it crosses the antimeridian, and so has several lines.
    private(set) var isCut = false
    /// The times of its first and last position.
    private(set) var from: Int64?, to: Int64?

    /// - Parameter path: the export; the spilled text goes onto the same disk.
    init(besides path: String) { self.path = path }

    /// Whether it has the two positions that a line needs.
    var hasLine: Bool { count > 1 }

    /// Adds a position, unless it is where the track is already, or from before its end: the middle of a long exposure
    /// is earlier than that of a short one that ended with it.
    mutating func add(_ position: Position, at utc: Int64?) throws(ExportError) {
        if let to, let utc, utc < to { return }
        if from == nil { from = utc }
        to = utc ?? to
        guard position != last else { return }
        if let last {
            text.append(UInt8(ascii: ","))
            if let (end, start) = last.crossing(to: position) {
                isCut = true
                end.write(&text)
                text.add("],[" as StaticString)
                start.write(&text)
                text.append(UInt8(ascii: ","))
            }
        }
        position.write(&text)
        last = position
        count += 1
        guard text.count >= Self.capacity else { return }
        if spill == nil { spill = try SpillFile(besides: path) }
        try spill?.write(text)
        text.removeAll(keepingCapacity: true)
    }

    /// Writes its positions.
    func write(to file: ExportFile) throws(ExportError) {
        if let spill { try spill.copy(to: file) }
        try file.write(text)
    }

    /// Begins another track.
    mutating func clear() { self = Track(besides: path) }
}
