import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport

@testable import WaldoFiles

@Suite struct AirCastingReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ text: String) throws -> [AirCastingItem] {
        let reader = try AirCastingReader(try folder.write(text, to: "in.csv"))
        var items: [AirCastingItem] = []
        while let item = try reader.next() { items.append(item) }
        return items
    }

    /// A file of AirCasting's server with two streams.
    private let server =
        ",,,,,Sensor_Package_Name,Sensor_Package_Name\n" + ",,,,,AirBeam2:00189610719F,AirBeam2:00189610719F\n"
        + ",,,,,Sensor_Name,Sensor_Name\n" + ",,,,,AirBeam2-F,AirBeam2-PM2.5\n"
        + ",,,,,Measurement_Type,Measurement_Type\n" + ",,,,,Temperature,Particulate Matter\n"
        + ",,,,,Measurement_Units,Measurement_Units\n" + ",,,,,Fahrenheit,micrograms per cubic meter\n"
        + "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value,2:Measurement_Value\n"
        + "1,\"Walk, with \"\"quotes\"\"\nand a line\",2018-08-20T11:16:44.234,40.68038924,-73.97631499,77.0,\n"
        + "2,Walk,2018-08-20T11:16:45.000,200,200,77.5,4e0\n"

    /// A file of the phone app with two streams.
    private let phone =
        "sensor:model,sensor:package,sensor:capability,sensor:units\n"
        + "AirBeam2-F,AirBeam2:00189610719F,Temperature,degrees Fahrenheit\n" + "Timestamp,geo:lat,geo:long,Value\n"
        + "2018-08-20T11:16:44.234+0200,40.5,-73.5,77.0\n"
        + "sensor:model,sensor:package,sensor:capability,sensor:units\n"
        + "AirBeam2-RH,AirBeam2:00189610719F,Humidity,percent\n" + "Timestamp,geo:lat,geo:long,Value\n"
        + "2018-08-20T11:16:44.234+0200,40.5,-73.5,51.5\n"

    // Python: datetime(2018, 8, 20, 11, 16, 44, 234000, tzinfo=utc).timestamp() is 1534763804.234.
    private let utc: Int64 = 1_534_763_804_234_000

    @Test func aFileOfTheServer() throws {
        let items = try read(server)
        let package = "AirBeam2:00189610719F"
        try #require(items.count == 4)
        #expect(
            items[0]
                == .stream(
                    StreamDescription(name: "AirBeam2-F", quantity: "Temperature", unit: "Fahrenheit"), package: package
                ))
        #expect(
            items[1]
                == .stream(
                    StreamDescription(
                        name: "AirBeam2-PM2.5", quantity: "Particulate Matter", unit: "micrograms per cubic meter"),
                    package: package))
        guard case .row(let first) = items[2], case .row(let second) = items[3] else { throw DidNotHappen("rows") }
        #expect(first.line == 10 && first.session == "Walk, with \"quotes\"\nand a line" && first.utc == utc)
        #expect(first.place == Place(x: -73.976_314_99, y: 40.680_389_24))
        #expect(first.values == [.init(stream: 0, value: 77)])
        #expect(second.line == 12 && second.place == nil && second.utc == utc + 766_000)
        #expect(second.values == [.init(stream: 0, value: 77.5), .init(stream: 1, value: 4)])
    }

    /// A phone without a fix leaves the columns empty.
    @Test(arguments: [",", "40.5,", ",-73.5"]) func aRowWithoutAPlaceKeepsItsValuesAndTime(_ place: String) throws {
        let items = try read(server + "3,Walk,2018-08-20T11:16:46.234,\(place),78,5\n")
        guard case .row(let row)? = items.last else { throw DidNotHappen("a row") }
        #expect(row.place == nil && row.utc == utc + 2_000_000)
        #expect(row.values == [.init(stream: 0, value: 78), .init(stream: 1, value: 5)])
        guard case .row(let other)? = try read(phone + "2018-08-20T11:16:46.234+0200,\(place),52\n").last else {
            throw DidNotHappen("a row of the phone")
        }
        #expect(other.place == nil && other.values == [.init(stream: 1, value: 52)])
    }

    @Test func aFileOfThePhone() throws {
        let items = try read(phone)
        try #require(items.count == 4)
        guard case .row(let first) = items[1], case .row(let second) = items[3] else { throw DidNotHappen("rows") }
        #expect(first.utc == utc - 2 * 3_600_000_000 && first.values == [.init(stream: 0, value: 77)])
        #expect(second.values == [.init(stream: 1, value: 51.5)] && second.line == 8)
    }

    @Test(
        arguments: [
            ("1,W,2018-08-20 11:16:44,40,-73,1,2\n", ImportReject.Reason.time, 3),
            ("1,W,2018-08-20T11:16:44.234,91,-73,1,2\n", .place, 4),
            ("1,W,2018-08-20T11:16:44.234,40,x,1,2\n", .place, 4),
            ("1,W,2018-08-20T11:16:44.234,40,-73,1,nan\n", .value, 7),
            ("1,W,2018-08-20T11:16:44.234,40,-73,0x1p3,2\n", .value, 6),
            ("1,W,2018-08-20T11:16:44.234,40,-73,1\n", .fields, nil),
            ("1,W,2018-08-20T11:16:44.234,40,-73,1,2,3\n", .fields, nil),
            ("1,W,2018-08-20T11:16:44.234,40,-73,,\n", .fields, nil),
            ("1,\"W,2018-08-20T11:16:44.234,40,-73,1,2\n", .quotes, nil),
            ("1,\"W\"x,2018-08-20T11:16:44.234,40,-73,1,2\n", .quotes, nil), ("garbage\n", .fields, nil),
        ] as [(String, ImportReject.Reason, Int?)]) func malformedRowsAreRejects(
            _ row: String, _ reason: ImportReject.Reason, _ column: Int?
        ) throws
    {
        let items = try read(server + row + "9,Walk,2018-08-20T11:16:46.000,40,-73,1,2\n")
        let rejects = items.compactMap { if case .reject(let reject) = $0 { reject } else { nil } }
        #expect(rejects == [ImportReject(line: 13, bytes: Array(row.utf8), reason: reason, column: column)])
        // What follows is read: quotes that do not end cost one line.
        guard case .row(let last)? = items.last else { throw DidNotHappen("a row") }
        #expect(last.utc == utc + 1_766_000 && last.line == 14)
    }

    @Test func whatStandsBeforeTheHeadingsIsRejected() throws {
        let items = try read("hello\n" + server.replacing("Sensor_Name,Sensor_Name", with: "Sensor_Name,Sensor"))
        #expect(
            items.allSatisfy { if case .reject(let reject) = $0 { reject.reason == .heading } else { false } })
        #expect(items.count == 1 + 9)
    }

    @Test func aLineThatIsTooLongIsRejectedInPieces() throws {
        let long = String(repeating: "x", count: 150_000)
        let items = try read(server + long + "\n")
        let rejects = items.compactMap { if case .reject(let reject) = $0 { reject } else { nil } }
        #expect(rejects.map(\.bytes.count) == [65_536, 65_536, 18_929])
        #expect(rejects.allSatisfy { $0.line == 13 && $0.reason == .tooLong })
    }

    @Test(arguments: [UInt64](1...4)) func fuzz(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let pieces = [
            ",", "\"", "\n", "\r\n", "\"\"", "Sensor_Name", "sensor:model", "nan", "1e999", "-", "200", "\u{0}", "é",
            ",,,,,Sensor_Package_Name\n",
        ]
        var rows = 0, rejects = 0
        for _ in HostileTime.rounds(250, cases: 4) {
            var text = [server, phone, server + phone].randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = text.index(text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &generator))
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: text.insert(contentsOf: pieces.randomElement(using: &generator)!, at: place)
                case 1:
                    text.removeSubrange(
                        place..<(text.index(place, offsetBy: 9, limitedBy: text.endIndex) ?? text.endIndex))
                default: text += text[place...]
                }
            }
            var streams = 0
            for item in try read(text) {
                switch item {
                case .stream: streams += 1
                case .row(let row):
                    rows += 1
                    #expect(!row.values.isEmpty && row.values.allSatisfy { $0.stream < streams && $0.value.isFinite })
                case .reject(let reject):
                    rejects += 1
                    #expect(reject.line >= 1 && !reject.bytes.isEmpty)
                }
            }
        }
        #expect(rows > 150 && rejects > 150)
    }

    @Test func headingsWithoutEndAreRefused() throws {
        let path = try folder.write(
            String(repeating: phone, count: AirCastingPart.maxParts / 2), to: "in.csv")
        #expect(try AirCastingPart.parts(of: path).count == AirCastingPart.maxParts)
        try folder.write(String(repeating: phone, count: AirCastingPart.maxParts), to: "in.csv")
        let error = #expect(throws: FileError.self) { try AirCastingPart.parts(of: path) }
        #expect(error?.sentence.contains("more than \(AirCastingPart.maxParts) headings") == true)
    }
}
