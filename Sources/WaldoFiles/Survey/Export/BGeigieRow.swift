internal import WaldoCore
internal import WaldoTime

/// One line of a bGeigie log in the making.
struct BGeigieRow {
    /// The end of its five seconds on the session's clock, and in microseconds since 1970.
    var end: Instant, utc: Int64?
    /// The counts of a minute, of five seconds and since the export's first row.
    var perMinute: Double = 0, perBin: Double = 0, total: Double = 0
    /// Whether the counts are valid and their minute is full.
    var isValid: Bool
    /// Where; nil: not known.
    var place: Place?
    /// Whether the place is near to one that no speed explains.
    var hasOutlier = false
    var satellites: Int?, hdop: Double?

    /// The row's line: `$BNRDD` and 14 more fields, as the bGeigie Nano since version 1.1.0 writes them: field 13 is
    /// the number of satellites, field 14 the HDOP times 100. Where they are not known, a place counts as one of 8
    /// satellites, and its HDOP as its accuracy divided by 6 m.
    func write(device: [UInt8], to line: inout [UInt8]) {
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
        // 0 is what receivers write where they do not know it.
        let dilution = hdop ?? place?.accuracy.map { $0 / 6 }
        line.add(min(99.99, max(0, dilution ?? 0)) * 100, decimals: 0)
        line.endSentence(from: start)
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
