import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// Examples of the files that the shipped sensor files describe.
@Suite struct SensorFormatsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Found {
        var times: [Int64?] = [], messages: [[String: Double]] = [], places: [Place?] = [], comments: [Bool] = []
        var rejects: [Reject] = []
    }

    /// Reads and decodes a file line by line, as an import does.
    private func read(_ text: String, as name: String, zone: LocalZone? = nil) throws -> Found {
        let source = try String(contentsOf: mappingsDirectory.appending(path: "sensors/\(name).yaml"), encoding: .utf8)
        let sensor = try SensorReader.sensor(from: source, file: name)
        let lines = try SensorLogReader(try folder.write(text, to: "in"), of: sensor, zone: zone)
        var found = Found(), decoder = SensorDecoder(sensor), decoded = DecodedMessages()
        while let line = try lines.next() {
            found.times.append(line.utc)
            found.comments.append(line.isComment)
            decoder.read(line.bytes, at: .clockStart, &decoded)
        }
        decoder.finish(at: .clockStart, &decoded)
        found.rejects = decoded.rejects
        for message in decoded.messages {
            let format = sensor.messages[message.format]
            guard !format.fields.isEmpty else { continue }
            var numbers: [String: Double] = [:]
            for (place, field) in format.fields.enumerated() { numbers[field.name] = message.number(place) }
            found.messages.append(numbers)
            found.places.append(format.place.flatMap { Fix(message, $0)?.place })
        }
        #expect(decoder.account.received == decoder.account.accepted + decoder.account.allRejected)
        return found
    }

    /// Lines of juhele/CzechRad, DATA/readme.md: a bGeigie Nano's under another mark.
    @Test func czechRad() throws {
        let found = try read(
            "$CZRA1,0159,2024-04-21T05:16:31Z,42,7,32804,A,5001.1094,N,01420.7866,E,384.69,A,5,193*1C\r\n"
                + "$CZRA1,0159,2024-04-21T05:16:36Z,42,2,32806,A,5001.0757,N,01420.7396,E,389.48,A,5,193*1F\r\n",
            as: "bgeigie")
        // Python: datetime(2024, 4, 21, 5, 16, 31, tzinfo=utc).timestamp() is 1713676591.
        #expect(found.times == [1_713_676_591_000_000, 1_713_676_596_000_000] && found.rejects.isEmpty)
        #expect(found.messages.map { $0["counts"] } == [7, 2] && found.messages[0]["hdop"] == 1.93)
    }

    /// The beginning of ckuethe/radiacode-tools, tests/data/walk.rctrk.
    @Test func radiaCodeTrack() throws {
        let found = try read(
            "Track: a random walk\tRC-102-999999\tup and down a road\tEC\n"
                + "Timestamp\tTime\tLatitude\tLongitude\tAccuracy\tDoseRate\tCountRate\tComment\n"
                + "133486128000000000\t2024-01-01 12:00:00\t0.0006553\t0.0015612\t7.24\t6.08\t4.47\t \n"
                + "133486128010000000\t2024-01-01 12:00:01\t0.0006437\t0.0015898\t7.15\t6.09\t4.48\t \n",
            as: "radiacode-track")
        // Python: datetime(2024, 1, 1, 12, tzinfo=utc).timestamp() is 1704110400.
        #expect(found.times == [nil, nil, 1_704_110_400_000_000, 1_704_110_401_000_000])
        #expect(found.comments == [true, true, false, false] && found.rejects.isEmpty)
        #expect(found.messages[0]["dose"] == 0.0608 && found.messages[1]["cps"] == 4.48)
        #expect(found.places[0] == Place(x: 0.0015612, y: 0.0006553, accuracy: 7.24))
    }

    /// The beginning of a file of matveynator/chicha-isotope-map, rawdata/atomfast.
    @Test func atomFast() throws {
        let found = try read(
            "unix timestamp;doserate (uSv/h);lat;lng;wgs84_alt (m.);speed (m/s);cps;cp_2s;horizontal accuracy (radius of "
                + "68% confidence [m]);marker type (2-circle, 1-marker);SE (1 σ)[%]\r\n"
                + "1752939428;0.04356;45.329978943;37.267513275;16.200000763;0.326333880;4.16472;5.50000;1.7000;2;11.5\r\n"
                + "1752939432;0.04115;45.330036163;37.267486572;15.899999619;0.877086639;3.93412;4.50000;2.0000;2;11.5\r\n",
            as: "atom-fast")
        #expect(found.times == [nil, 1_752_939_428_000_000, 1_752_939_432_000_000] && found.rejects.isEmpty)
        #expect(found.messages.map { $0["dose"] } == [0.04356, 0.04115] && found.messages[0]["cps"] == 4.16472)
        #expect(found.places[0] == Place(x: 37.267513275, y: 45.329978943, z: 16.200000763, accuracy: 1.7))
    }

    /// Rows of HabitatMap/AircastingAndroid's tests, and one of a session without places.
    @Test func airBeamsCard() throws {
        let text =
            "11010,5d9cfc53-9b21-4028-9a42-95f672fa6165,01/10/2023,12:48:26,50.0582943,19.9261591,81,27,300,49,1,2,3\n"
            + "11011,5d9cfc53-9b21-4028-9a42-95f672fa6165,01/10/2023,12:48:27,200.0,200.0,81,27,300,48,2,2,2\n"
        let found = try read(text, as: "airbeam-sd", zone: LocalZone("+01:00"))
        // Python: datetime(2023, 1, 10, 11, 48, 26, tzinfo=utc).timestamp() is 1673351306.
        #expect(found.times == [1_673_351_306_000_000, 1_673_351_307_000_000] && found.rejects.isEmpty)
        let first = found.messages[0]
        #expect(["pm1", "pm25", "pm10", "temperature", "humidity"].map { first[$0] } == [1, 2, 3, 27, 49])
        #expect(found.places[0] == Place(x: 19.9261591, y: 50.0582943))
        let unknown = try read(text, as: "airbeam-sd")
        #expect(unknown.times == [1_673_354_906_000_000, 1_673_354_907_000_000])
    }

    @Test func airBeamMinisStorage() throws {
        let text = "5d9cfc53-9b21-4028-9a42-95f672fa6165,01/10/2023,12:48:26,3,4\n"
        let found = try read(text, as: "airbeam-mini-sd", zone: LocalZone("utc"))
        #expect(found.times == [1_673_354_906_000_000] && found.rejects.isEmpty && found.places == [nil])
        #expect(found.messages.map { $0["pm25"] } == [4])
    }

    /// What only stands in files is not listened for, and of what is heard the file says how.
    @Test(arguments: ["radiacode-track", "atom-fast", "airbeam-sd", "airbeam-mini-sd"])
    func filesAreNotHeard(_ name: String) throws {
        let source = try String(contentsOf: mappingsDirectory.appending(path: "sensors/\(name).yaml"), encoding: .utf8)
        let sensor = try SensorReader.sensor(from: source, file: name)
        #expect(sensor.hears.isFile && sensor.messages.contains { $0.time != nil })
        #expect(SensorCheck.text(sensor).contains("when it was measured"))
    }
}
