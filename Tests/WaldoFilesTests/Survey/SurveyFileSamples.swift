import Foundation
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// A survey of two streams for the tests of files: counts of five seconds and a dose rate, while one walks east.
enum SurveyFileSamples {
    /// 2026-11-21T07:15:02Z.
    static let start: Int64 = 1_795_245_302_000_000

    static let survey = ExportedSurvey(
        title: "Café \"north\", field", uuid: "0b6e4a4e-7d0c-4f5c-9d7a-0d1c2b3a4f5e", device: "5002", sensor: "bgeigie",
        version: "1.0.0",
        streams: [
            StreamDescription(name: "counts", unit: "count", exposure: .seconds(5)),
            StreamDescription(name: "dose", quantity: "Dose rate", unit: "uSv/h"),
            StreamDescription(name: "rate", unit: "cpm"),
        ], correctsDeadTime: true)

    static func place(_ index: Int) -> Place {
        Place(
            x: 136.162_815 + Double(index) * 0.000_1, y: 34.482_715, z: 572.25, accuracy: 3.5, verticalAccuracy: 7)
    }

    static func sample(
        _ stream: Int, _ index: Int, _ value: Double?, span: Int64 = 5, flags: SampleFlags = [], place: Place?
    ) -> Sample {
        let end = Instant(microseconds: Int64(index + 1) * 5_000_000)
        let from = end - .seconds(span)
        return Sample(
            stream: stream, sequence: Int64(index), value: value, low: value.map { $0 - 0.5 },
            high: value.map { $0 + 0.5 }, from: from, to: end, utc: start + from.middle(to: end).microseconds,
            flags: flags, place: place)
    }

    /// The samples of so many intervals of five seconds.
    static func all(_ count: Int) -> [Sample] {
        (0..<count).flatMap { index in
            [
                sample(0, index, 11, place: place(index)),
                sample(1, index, 0.125 * Double(index % 4), place: place(index)),
                sample(2, index, 132, span: 60, flags: index < 11 ? .partial : [], place: place(index)),
            ]
        }
    }

    /// What is known of the ends of samples: the place that each of them has.
    static func moments(
        of samples: [Sample], satellites: Int? = nil, hdop: Double? = nil
    ) -> (Instant) -> BGeigieMoment {
        var moments: [Instant: BGeigieMoment] = [:]
        for sample in samples {
            moments[sample.to] = BGeigieMoment(
                utc: sample.utc.map { $0 &+ (sample.to - sample.middle).microseconds }, place: sample.place,
                hasOutlier: sample.flags.contains(.outlierPlace), satellites: satellites, hdop: hdop)
        }
        return { moments[$0] ?? BGeigieMoment() }
    }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// The file's lines, without their ends.
    static func lines(_ path: String) throws -> [String] {
        var lines = String(decoding: try bytes(path), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasSuffix("\r") ? String($0.dropLast()) : String($0) }
        // "\r\n" is one Character, so that the split above leaves such lines whole.
        if lines.count == 1 {
            lines = String(decoding: try bytes(path), as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        } else if lines.last == "" {
            lines.removeLast()
        }
        return lines
    }
}
