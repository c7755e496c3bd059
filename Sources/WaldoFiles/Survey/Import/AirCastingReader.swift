import WaldoCore
import WaldoSurvey

/// Reads AirCasting's CSV files: those of its server, which have four headings of two lines each and then a column for
/// each stream, and those of its phone app, which have a block for each stream.
public final class AirCastingReader {
    /// How the rows that come next are laid out.
    private enum Layout {
        /// Nothing is known yet.
        case none
        /// So many of the server's nine heading lines have come.
        case headings(Int)
        /// Rows of the server, whose first stream has this number.
        case server(first: Int)
        /// The phone's stream line, then its column names, come next.
        case phoneStream, phoneColumns
        /// Rows of the phone for the stream that began last.
        case phone
    }

    private static let before = 5
    private static let names = [
        "Sensor_Package_Name", "Sensor_Name", "Measurement_Type", "Measurement_Units",
    ].map { Array($0.utf8) }
    private static let serverColumns = ["ObjectID", "Session_Name", "Timestamp", "Latitude", "Longitude"]
    private static let phoneHeading = Array("sensor:model".utf8)
    private static let phoneColumns = ["Timestamp", "geo:lat", "geo:long", "Value"].map { Array($0.utf8) }

    private let records: CSVRecordReader
    private var layout = Layout.none
    /// The values of the headings so far, and the number of fields that each line has.
    private var headings: [[String]] = [], width = 0
    private var streams = 0
    private var waiting: [AirCastingItem] = [], delivered = 0
    /// The number of the line from which the item that `next` returned last has come, from 1.
    public private(set) var line = 0

    /// Opens a file.
    /// - Throws: that it cannot be opened, or is no regular file.
    public init(_ path: String) throws(FileError) { records = try CSVRecordReader(path) }

    /// The part of the file that has been read, 0...1.
    public var progress: Double { records.progress }

    /// What comes next in the order of the file; nil at its end.
    /// - Throws: that the file cannot be read.
    public func next() throws(FileError) -> AirCastingItem? {
        while delivered == waiting.count {
            (waiting, delivered) = ([], 0)
            switch try records.next() {
            case nil: return nil
            case .reject(let reject):
                line = reject.line
                return .reject(reject)
            case .record(let record):
                line = record.line
                read(record)
            }
        }
        delivered += 1
        return waiting[delivered - 1]
    }

    private func read(_ record: CSVRecord) {
        // An empty line means nothing in either layout.
        if record.fields.count == 1, record.fields[0].isEmpty { return }
        if Self.isHeading(record, 0) {
            layout = .headings(1)
            (headings, width) = ([], record.fields.count)
            return
        }
        if record.fields.first?.elementsEqual(Self.phoneHeading) == true {
            layout = record.fields.count == 4 ? .phoneStream : .none
            if record.fields.count != 4 { reject(record, .heading) }
            return
        }
        switch layout {
        case .none: reject(record, .heading)
        case .headings(let count): readHeading(record, count)
        case .server(let first): readServerRow(record, first: first)
        case .phoneStream: readPhoneStream(record)
        case .phoneColumns:
            let isRight = record.fields.elementsEqual(Self.phoneColumns) { $0.elementsEqual($1) }
            layout = isRight ? .phone : .none
            if !isRight { reject(record, .heading) }
        case .phone: readPhoneRow(record)
        }
    }

    private func reject(_ record: CSVRecord, _ reason: ImportReject.Reason, column: Int? = nil) {
        waiting.append(
            .reject(ImportReject(line: record.line, bytes: record.bytes, reason: reason, column: column)))
    }

    // MARK: the server's files

    /// Whether it is the line of one of the four names, once for each stream.
    private static func isHeading(_ record: CSVRecord, _ name: Int) -> Bool {
        record.fields.count > before && record.fields[..<before].allSatisfy(\.isEmpty)
            && record.fields[before...].allSatisfy { $0.elementsEqual(names[name]) }
    }

    private func readHeading(_ record: CSVRecord, _ count: Int) {
        let isRight =
            switch count {
            case 8:
                (0..<Self.before).allSatisfy { record.fields.count > $0 && record.text($0) == Self.serverColumns[$0] }
            case 2, 4, 6: Self.isHeading(record, count / 2)
            default: record.fields.count > Self.before && record.fields[..<Self.before].allSatisfy(\.isEmpty)
            }
        guard isRight, record.fields.count == width else {
            layout = .none
            return reject(record, .heading)
        }
        if count % 2 == 1 { headings.append((Self.before..<width).map(record.text)) }
        layout = .headings(count + 1)
        guard count == 8 else { return }
        layout = .server(first: streams)
        for column in headings[0].indices {
            begin(
                StreamDescription(name: headings[1][column], quantity: headings[2][column], unit: headings[3][column]),
                package: headings[0][column])
        }
    }

    private func begin(_ stream: StreamDescription, package: String) {
        waiting.append(.stream(stream, package: package))
        streams += 1
    }

    private func readServerRow(_ record: CSVRecord, first: Int) {
        guard record.fields.count == width else { return reject(record, .fields) }
        guard let utc = CalendarTime.utc(record.fields[2], zone: 0) else { return reject(record, .time, column: 3) }
        guard let place = Self.place(record, latitude: 3, longitude: 4) else {
            return reject(record, .place, column: 4)
        }
        var row = AirCastingRow(
            line: record.line, bytes: record.bytes, session: record.text(1), utc: utc, place: place, values: [])
        var wrong: Int?
        for column in Self.before..<record.fields.count where !record.fields[column].isEmpty {
            if let value = record.number(column) {
                row.values.append(.init(stream: first + column - Self.before, value: value))
            } else if wrong == nil {
                wrong = column + 1
            }
        }
        if !row.values.isEmpty { waiting.append(.row(row)) }
        if let wrong { reject(record, .value, column: wrong) } else if row.values.isEmpty { reject(record, .fields) }
    }

    /// The place of a row; none where it cannot be read; nil for a row that states none: a column is empty, or both are
    /// 200, as in an indoor session.
    private static func place(_ record: CSVRecord, latitude: Int, longitude: Int) -> Place?? {
        if record.fields[latitude].isEmpty || record.fields[longitude].isEmpty { return .some(nil) }
        guard let y = record.number(latitude), let x = record.number(longitude) else { return .none }
        if x == 200, y == 200 { return .some(nil) }
        return x.magnitude <= 180 && y.magnitude <= 90 ? .some(Place(x: x, y: y)) : .none
    }

    // MARK: the phone's files

    private func readPhoneStream(_ record: CSVRecord) {
        guard record.fields.count == 4 else {
            layout = .none
            return reject(record, .heading)
        }
        begin(
            StreamDescription(name: record.text(0), quantity: record.text(2), unit: record.text(3)),
            package: record.text(1))
        layout = .phoneColumns
    }

    private func readPhoneRow(_ record: CSVRecord) {
        guard record.fields.count == 4 else { return reject(record, .fields) }
        guard let utc = CalendarTime.utc(record.fields[0], zone: 0) else { return reject(record, .time, column: 1) }
        guard let place = Self.place(record, latitude: 1, longitude: 2) else {
            return reject(record, .place, column: 2)
        }
        guard let value = record.number(3) else { return reject(record, .value, column: 4) }
        waiting.append(
            .row(
                AirCastingRow(
                    line: record.line, bytes: record.bytes, session: "", utc: utc, place: place,
                    values: [.init(stream: streams - 1, value: value)])))
    }
}
