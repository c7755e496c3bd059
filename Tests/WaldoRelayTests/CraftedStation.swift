import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// What a station can send that has only its credentials: any rows, of one survey with one stream. Each is a station of
/// its own.
struct CraftedStation {
    /// One sample.
    struct Sample {
        var value = 0.467, from: Int64 = 1_000_000, to: Int64 = 6_000_000, utc: Int64? = 1_795_366_800_000_000
        var x = 144.96, y = -37.81
    }

    let place: SurveyPlace
    var survey: SurveyID { place.survey }
    /// The exposure of the stream, and the end of the session, in microseconds; nil: none is stated.
    var exposure: Int64? = 5_000_000, end: Int64?
    /// When the survey began, and when it ended, in microseconds since 1970; 0 and nil: it is not known.
    var started: Int64 = 0, ended: Int64?
    /// The id of the survey's own row.
    var surveyRow = 1
    /// The name and the unit of the stream.
    var name = "dose", unit = "uSv/h"
    let stream = RelayStream(.sample, of: 1)!

    init(_ number: Int) throws {
        let digits = String(number + 100_000_000_000)
        guard let survey = SurveyID("3f2504e0-4f89-41d3-9a0c-\(digits)"), let station = StationName("station-\(number)")
        else { throw DidNotHappen("a UUID") }
        place = SurveyPlace(station, survey)
    }

    /// Samples of a second each, in rows of so many places.
    static func rectangle(_ columns: Int64, of count: Int64) -> [Sample] {
        (0..<count).map { second in
            var sample = Sample(from: second * 1_000_000, to: (second + 1) * 1_000_000)
            sample.x += Double(second % columns) / 10_000
            sample.y += Double(second / columns) / 10_000
            return sample
        }
    }

    /// The rows of the small tables.
    func meta(revision: Int64 = 1, deleted: Int64? = nil) -> MetaDocument {
        let null = "\\N"
        let rows: [String: [String: String]] = [
            "survey": [
                "id": "\(surveyRow)", "uuid": survey.text, "title": "station \(survey.text.suffix(3))",
                "sensor_name": "demo",
                "upload": "t", "deleted": deleted.map { "\($0)" } ?? null, "started": "\(started)",
                "ended": ended.map { "\($0)" } ?? null,
            ],
            "session": [
                "id": "1", "survey": "\(surveyRow)", "mono_start": "0", "mono_end": end.map { "\($0)" } ?? null,
            ],
            "run": ["id": "1", "session": "1"],
            "stream": [
                "id": "1024", "run": "1", "name": name, "quantity": "Dose", "unit": unit,
                "exposure": exposure.map { "\($0)" } ?? null,
            ],
        ]
        return MetaDocument(
            revision: revision,
            rows: StoreTable.meta.map { table in rows[table.name].map { Self.line(table, $0) } ?? [] })
    }

    /// Samples with the sequences from `first` on.
    func batch(_ samples: [Sample], from first: Int64 = 0) throws -> Batch {
        guard let table = StoreTable.of("sample") else { throw DidNotHappen("a table") }
        var rows: [UInt8] = []
        for (place, sample) in samples.enumerated() {
            let sequence = first + Int64(place)
            var value: [UInt8] = []
            CopyLine.write(sample.value, to: &value)
            rows += Self.line(
                table,
                [
                    "id": "\(stream.start + 1 + sequence)", "run": "1", "stream": "1024", "seq": "\(sequence)",
                    "value": String(decoding: value, as: UTF8.self), "mono_from": "\(sample.from)",
                    "mono_to": "\(sample.to)", "utc": sample.utc.map { "\($0)" } ?? "\\N", "x": "\(sample.x)",
                    "y": "\(sample.y)", "srs": "4326",
                ])
        }
        let after = stream.start + first
        return Batch(stream, after: after, last: after + Int64(samples.count), count: samples.count, rows: rows)
    }

    /// What it is, and some samples.
    func group(_ samples: [Sample]) throws -> IngestGroup {
        var group = IngestGroup()
        group.add(meta(), of: place)
        _ = group.add(try batch(samples), of: place)
        return group
    }

    /// A row in COPY text: what is not named is missing, or 0, empty or false.
    static func line(_ table: StoreTable, _ values: [String: String]) -> [UInt8] {
        let fields = table.columns.map { column -> String in
            if let value = values[column.name] { return value }
            if column.isOptional { return "\\N" }
            return switch column.kind {
            case .integer, .double: "0"
            case .boolean: "f"
            case .text, .dateTime: ""
            case .bytes: "\\\\x"
            }
        }
        return Array((fields.joined(separator: "\t") + "\n").utf8)
    }
}
