import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport

@testable import WaldoFiles

/// The lines of AirCasting's files, and the sensor files that decode them.
@Suite struct AirCastingLogTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let phone =
        "sensor:model,sensor:package,sensor:capability,sensor:units\n"
        + "AirBeam2-F,AirBeam2:1,Temperature,degrees Fahrenheit\nTimestamp,geo:lat,geo:long,Value\n"
        + "2018-08-20T11:16:44.234+0200,40.5,-73.5,77.0\nnonsense\n"
        + "sensor:model,sensor:package,sensor:capability,sensor:units\n"
        + "AirBeam2-RH,AirBeam2:1,Humidity,percent\nTimestamp,geo:lat,geo:long,Value\n"
        + "2018-08-20T11:16:45.234+0200,200,200,51.5\n"

    private static let server =
        ",,,,,Sensor_Package_Name\n,,,,,AirBeam2:1\n,,,,,Sensor_Name\n,,,,,AirBeam2-F\n"
        + ",,,,,Measurement_Type\n,,,,,Temperature\n,,,,,Measurement_Units\n,,,,,Fahrenheit\n"
        + "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value\n"
        + "1,\"A walk,\nand back\",2018-08-20T11:16:44.234,40.5,-73.5,77\n"
        + "2,\"A walk,\nand back\",2018-08-20T11:16:45.234,40.5,-73.5,78\n"

    private func sensor(_ path: String, part: Int = 0) throws -> Sensor {
        let found = try #require(try AirCastingPart.parts(of: path).first { $0.index == part })
        return try ParsedText.sensor(found.part.sensor.text, named: "part")
    }

    @Test func thePartsTogetherAreTheFile() throws {
        let path = try folder.write(Self.phone, to: "p.csv")
        var bytes: [UInt8] = []
        for part in 0..<3 {
            let log = try AirCastingLog(path, part: part, of: try sensor(path))
            while let line = try log.next() { bytes += line.bytes }
        }
        #expect(String(decoding: bytes, as: UTF8.self) == Self.phone)
    }

    private func times(_ path: String, zone: LocalZone? = nil) throws -> (times: [Int64?], areLocal: Bool) {
        let log = try AirCastingLog(path, of: try sensor(path), zone: zone)
        var times: [Int64?] = []
        while let line = try log.next() {
            #expect(line.isComment == (line.utc == nil))
            times.append(line.utc)
        }
        return (times, log.hasLocalTimes)
    }

    @Test func rowsHaveTheirTimes() throws {
        let found = try times(try folder.write(Self.phone, to: "p.csv"))
        // Python: datetime.fromisoformat("2018-08-20T11:16:44.234+02:00").timestamp() is 1534756604.234.
        #expect(found.times == [nil, nil, nil, 1_534_756_604_234_000, nil] && !found.areLocal)
    }

    /// The server writes the local time of the session. A row with a line feed in its title is on two lines, of which
    /// the decoder takes the second.
    @Test func localTimesAreMovedByTheirZone() throws {
        let path = try folder.write(Self.server, to: "s.csv")
        // Python: datetime(2018, 8, 20, 11, 16, 44, 234000, tzinfo=utc).timestamp() is 1534763804.234.
        let utc: Int64 = 1_534_763_804_234_000
        let written = try times(path), moved = try times(path, zone: LocalZone("-04:00"))
        let local: [Int64?] = [nil, utc, nil, utc + 1_000_000]
        let inZone: [Int64?] = [nil, utc + 14_400_000_000, nil, utc + 14_401_000_000]
        #expect(Array(written.times.suffix(4)) == local && written.areLocal)
        #expect(Array(moved.times.suffix(4)) == inZone)
        #expect(written.times.dropLast(4).allSatisfy { $0 == nil })
    }

    @Test func eachPartHasASensorFileThatIsValid() throws {
        let parts = try AirCastingPart.parts(of: try folder.write(Self.phone, to: "p.csv"))
        #expect(parts.map(\.index) == [0, 1] && parts.map(\.part.package) == ["AirBeam2:1", "AirBeam2:1"])
        #expect(parts.map(\.part.hasPlaces) == [true, false])
        for (_, part) in parts {
            let sensor = try ParsedText.sensor(part.sensor.text, named: "part")
            #expect(sensor.streams.map(\.description.name) == part.streams.map(\.name))
            #expect(sensor.streams.map(\.description.unit) == part.streams.map(\.unit))
            #expect((sensor.messages[1].place != nil) == part.hasPlaces)
        }
    }

    /// A row's first lines are no rows, and their numbers are in its last.
    @Test func linesThatBeginARowAreCounted() throws {
        func beginnings(_ text: String) throws -> [Int] {
            try AirCastingPart.parts(of: try folder.write(text, to: "b.csv")).map(\.part.beginnings)
        }
        #expect(try beginnings(Self.server) == [2])
        #expect(try beginnings(Self.phone) == [0, 0])
        #expect(try beginnings(Self.server.replacing("walk,\n", with: "walk,\n\nand\r\n")) == [4])
    }

    /// Spreadsheets put a byte order mark before the first heading.
    @Test(arguments: [phone, server]) func aMarkBeforeTheFirstHeadingChangesNothing(_ text: String) throws {
        let plain = try AirCastingPart.parts(of: try folder.write(text, to: "a.csv"))
        let marked = try AirCastingPart.parts(of: try folder.write("\u{feff}" + text, to: "b.csv"))
        #expect(!plain.isEmpty && plain.map(\.part) == marked.map(\.part))
        #expect(plain.map(\.part.sensor.text) == marked.map(\.part.sensor.text))
    }

    @Test func whatAHeadingHoldsCannotBreakTheSensorFile() throws {
        let nasty = "\"a \"\"b\"\": {c}\\\u{7}\""
        let text =
            ",,,,,Sensor_Package_Name,Sensor_Package_Name\n,,,,,\(nasty),\(nasty)\n,,,,,Sensor_Name,Sensor_Name\n"
            + ",,,,,\(nasty),\(nasty)\n,,,,,Measurement_Type,Measurement_Type\n,,,,,,\n"
            + ",,,,,Measurement_Units,Measurement_Units\n,,,,,,#\n"
            + "ObjectID,Session_Name,Timestamp,Latitude,Longitude,1:Measurement_Value,2:Measurement_Value\n"
            + "1,\"x, y\",2018-08-20T11:16:44.234,40.6,-73.9,77.0,1\n"
        let parts = try AirCastingPart.parts(of: try folder.write(text, to: "a.csv"))
        let part = try #require(parts.first?.part)
        let sensor = try ParsedText.sensor(part.sensor.text, named: "part")
        #expect(sensor.streams.map(\.description.name) == ["a \"b\": {c}\\", "a \"b\": {c}\\ 2"])
        #expect(sensor.messages[1].columns?.counts == 8...8)
    }

    @Test(arguments: [
        ("1.3.4nano", "9,91", "bgeigie"), ("1.0.1nano", "91,9", "bgeigie-nano-1.0"),
        ("1.0.3nano", "91,9", "bgeigie-nano-1.0"), ("1.0.3nano", "9,91", "bgeigie"),
    ])
    func aLogNamesItsDeviceAndSensor(format: String, quality: String, sensor: String) throws {
        let text =
            "# NEW LOG\n# format=\(format)\n"
            + "$BNRDD,2735,2020-06-29T10:42:11Z,106,13,1769,A,5313.0698,N,00633.5683,E,-6.30,A,\(quality)*54\r\n"
        let facts = try BGeigieLogFacts(try folder.write(text, to: "x.LOG"), as: shippedSensor("bgeigie"))
        #expect(facts?.sensor == sensor && facts?.device == "2735")
    }

    /// What is a log follows from the marks of the sensor's file.
    @Test func aMarkMoreInTheFileIsALogMore() throws {
        let path = try folder.write("$CZRB1,0159,2024-04-21T05:16:31Z,42,7\r\n", to: "x.LOG")
        #expect(try BGeigieLogFacts(path, as: shippedSensor("bgeigie")) == nil)
        let text = try Library(directory: nil).sensorText("bgeigie").replacing("\"$CZRA1,\"", with: "\"$CZRB1,\"")
        let facts = try BGeigieLogFacts(path, as: ParsedText.sensor(text, named: "bgeigie"))
        #expect(facts?.device == "0159" && facts?.sensor == "bgeigie")
    }

    @Test func aFileWithoutMeasurementsHasNoFacts() throws {
        let path = try folder.write("# NEW LOG\n$GPRMC,1\n", to: "x.LOG")
        #expect(try BGeigieLogFacts(path, as: shippedSensor("bgeigie")) == nil)
    }

    @Test(
        arguments: [
            ("2026-11-21", 1_795_219_200), ("2026-11-21T07:15Z", 1_795_245_300),
            ("2026-11-21T07:15:02Z", 1_795_245_302),
            ("2026-11-21T07:15:02+01:00", 1_795_241_702), ("yesterday", nil), ("2026-02-30", nil),
        ] as [(String, Int64?)])
    func timesOnTheCommandLine(text: String, seconds: Int64?) {
        #expect(UTCText.utc(text) == seconds.map { $0 * 1_000_000 })
    }
}
