import Foundation
import WaldoTestSupport

/// A walk in a straight line to the north-east of Prague's centre, and what a GPS receiver reports of it: a position a
/// second, as NMEA 0183 sentences.
struct Walk {
    /// Ten-thousandths of a minute of arc: the last digit that a sentence has.
    typealias Arc = Int

    /// The beginning, 50°05.2500' N 014°25.2800' E, and how far each second leads.
    private static let north: Arc = (50 * 60 * 10_000) + 52_500, east: Arc = (14 * 60 * 10_000) + 252_800
    private static let northward: Arc = 6, eastward: Arc = 12

    /// The seconds of the walk that are reported.
    let seconds: Range<Int>

    /// The latitude and the longitude, in degrees, of a second of the walk.
    static func place(_ second: Int) -> (latitude: Double, longitude: Double) {
        (Double(north + northward * second) / 600_000, Double(east + eastward * second) / 600_000)
    }

    /// How far a place is from the walk's line, in degrees of longitude.
    static func distance(latitude: Double, longitude: Double) -> Double {
        let begin = place(0), ratio = Double(eastward) / Double(northward)
        return abs((longitude - begin.longitude) - ratio * (latitude - begin.latitude))
    }

    /// A receiver's log: recommended minimum, fix and active satellites of each second.
    var log: String { seconds.map(Self.sentences).joined() }

    private static func sentences(_ second: Int) -> String {
        let hour = 12 + second / 3_600, time = text(hour * 10_000 + second / 60 % 60 * 100 + second % 60, 6)
        let place = "\(arc(north + northward * second, 2)),N,\(arc(east + eastward * second, 3)),E"
        return sentence("GPRMC,\(time).00,A,\(place),5.2,52.1,150726,,,A")
            + sentence("GPGGA,\(time).00,\(place),1,08,0.9,235.0,M,45.0,M,,")
            + sentence("GPGSA,A,3,02,05,07,09,12,16,21,29,,,,,1.8,0.9,1.6")
    }

    /// Degrees and minutes, `ddmm.mmmm`.
    private static func arc(_ value: Arc, _ digits: Int) -> String {
        let minutes = value % 600_000
        return "\(text(value / 600_000, digits))\(text(minutes / 10_000, 2)).\(text(minutes % 10_000, 4))"
    }

    private static func text(_ number: Int, _ digits: Int) -> String { String(format: "%0\(digits)d", number) }

    /// A sentence with its checksum: the exclusive or of the bytes between `$` and `*`.
    private static func sentence(_ fields: String) -> String {
        checkedSentence(fields) + "\r\n"
    }
}
