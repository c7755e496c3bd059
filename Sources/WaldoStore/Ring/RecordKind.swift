/// What a record in the ring is. The names are those under which rows that did not fit are counted.
enum RecordKind: UInt8, CaseIterable {
    case reading, command, fix, clock, undated, link, placed, spot, deadline, end
    case stream, sample, alarm, gap, reject
    /// Never a record: the fixes that are left out are only counted.
    case surplusFix
    /// Counts of the loop's side: what did not fit, what the decoder has accepted, and what came.
    case overflowedBytes, overflowedRows, accepted, received, measurements
    /// The sensor forbids publishing the survey.
    case forbidsUpload
    /// The peripheral that is heard.
    case device

    /// All kinds, as one array: `allCases` makes a new one each time.
    static let all = allCases

    /// Whether it carries a row.
    var isRow: Bool { rawValue < RecordKind.overflowedBytes.rawValue }

    /// Its name in `account_lost`.
    var name: String { "\(self)" }
}
