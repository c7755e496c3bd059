import WaldoCore
import WaldoSurvey
import WaldoTime

/// One line of a bGeigie log in the making.
struct BGeigieRow {
    /// How many metres of accuracy a dilution of precision of 1 is.
    private static let metresADilution = 6.0

    /// The end of its five seconds on the session's clock, and in microseconds since 1970.
    var end: Instant, utc: Int64?
    /// The counts of a minute, of five seconds and since the log's first row.
    var perMinute: Double = 0, perBin: Double = 0, total: Double = 0
    /// Whether the counts are valid.
    var isValid: Bool
    /// Where the device was at its end; nil: not known.
    var place: Place?
    /// Whether a fix beside its end is at a place that no speed explains.
    var hasOutlier = false
    var satellites: Int?, hdop: Double?

    /// Takes over what is known of its end.
    /// - Parameter isUndated: whether the date of its counts is not known: that of its end may be the next row's.
    mutating func end(at moment: BGeigieMoment, isUndated: Bool) {
        utc = isUndated ? nil : moment.utc
        place = moment.place.flatMap { Position($0) == nil ? nil : $0 }
        hasOutlier = moment.hasOutlier
        (satellites, hdop) = (moment.satellites, moment.hdop)
    }

    /// The row's line: `$BNRDD` and 14 more fields, as the bGeigie Nano since version 1.1.0 writes them: field 13 is
    /// the number of satellites, field 14 the HDOP times 100. Where they are not known, a place counts as one of 8
    /// satellites, and its HDOP as its accuracy divided by 6 m.
    /// - Parameter limit: the accuracy in metres that the log's places have; nil: any.
    func write(device: [UInt8], accurateTo limit: Double? = nil, to line: inout [UInt8]) {
        let start = line.count
        line.add("$BNRDD," as StaticString)
        line.append(contentsOf: device)
        line.append(UInt8(ascii: ","))
        line.add(utc: (utc ?? 0) + 500_000, decimals: 0)
        for counts in [perMinute, perBin, total] {
            line.append(UInt8(ascii: ","))
            line.add(counts, decimals: 0)
        }
        line.add(isValid ? ",A," as StaticString : ",V,")
        Self.angle(place?.y ?? 0, degrees: 2, "N", "S", &line)
        Self.angle(place?.x ?? 0, degrees: 3, "E", "W", &line)
        line.add(place?.z ?? 0, decimals: 2)
        line.add(place == nil || hasOutlier ? ",V," as StaticString : ",A,")
        line.add(digits: Int64(max(0, satellites ?? (place == nil ? 0 : 8))), decimals: 0)
        line.append(UInt8(ascii: ","))
        line.add(dilution(limit), decimals: 0)
        line.endSentence(from: start)
    }

    /// The HDOP times 100. A known accuracy states at least 1, as 0 is what receivers write where they do not know it,
    /// and never more than the limit by which the row was taken: who reads the log has nothing but the HDOP to take it
    /// by.
    private func dilution(_ limit: Double?) -> Double {
        let known = place?.accuracy.flatMap { $0 > 0 ? $0 / Self.metresADilution : nil }
        let dilution = (min(99.99, max(0, hdop ?? known ?? 0)) * 100).rounded()
        guard known != nil else { return dilution }
        let greatest = limit.map { ($0 / Self.metresADilution * 100 + 1e-6).rounded(.down) }
        return max(1, min(dilution, greatest ?? dilution))
    }

    /// Degrees as NMEA 0183 writes them, `ddmm.mmmm`, and the hemisphere, each with a comma behind it.
    static func angle(
        _ angle: Double, degrees: Int, _ positive: StaticString, _ negative: StaticString, _ line: inout [UInt8]
    ) {
        let units = Int((angle.magnitude * 600_000).rounded())
        line.add(units / 600_000, width: degrees)
        line.add(units % 600_000 / 10_000, width: 2)
        line.append(UInt8(ascii: "."))
        line.add(units % 10_000, width: 4)
        line.append(UInt8(ascii: ","))
        line.add(angle < 0 && units > 0 ? negative : positive)
        line.append(UInt8(ascii: ","))
    }
}
