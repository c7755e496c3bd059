import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

struct SensorReaderTests {
    @Test func theSamplesAreInOrder() throws {
        let binary = try SensorReader.sensor(from: SensorSamples.binary, file: "F")
        #expect(
            binary.hears.notify.count == 2
                && binary.says
                    == Sensor.Commands(to: BluetoothUUID("ffe2"), start: Frame([0xa0, 1]), stop: Frame([0x58]))
        )
        #expect(binary.messages[0].counter?.modulus == 65_536 && binary.messages[0].forbidsUpload == 1)
        #expect(binary.streams[0].description.exposure == .seconds(1))
        #expect(binary.streams[0].description.interval == .milliseconds(500))
        let text = try SensorReader.sensor(from: SensorSamples.text, file: "F")
        #expect(text.messages.map(\.fields.count) == [4, 3] && text.graph == "lnd7317")
        #expect(text.messages[1].begins == [Array("$C,".utf8)] && text.messages[1].columns?.counts == 5...6)
        #expect(text.streams[0].sources.map { $0?.field } == [1, nil] && text.streams[0].description.isCompensated)
        #expect(text.messages.map(\.time) == [nil, nil])
    }

    @Test func theFieldOfATimeIsTheMessagesOrTheFiles() throws {
        let dated = try SensorReader.sensor(from: SensorSamples.dated, file: "F")
        #expect(dated.hears.isFile && dated.messages.map(\.extent) == [.check(longest: 256), .check(longest: 256)])
        let times = dated.messages.map { format in format.time.map { format.fields[$0].name } }
        #expect(times == ["stamp", "other"])
        guard case .time(let stamp) = dated.messages[0].fields[0].source else { throw DidNotHappen("a time") }
        #expect(stamp.column == 1 && stamp.timeColumn == 2 && stamp.zone == .local && dated.hasLocalTimes)
        // Older files have it in the place.
        let counts = "      counts: { number: 3, unit: count }\n"
        let older = SensorSamples.dated.replacing("time: stamp\n", with: "").replacing(
            counts, with: counts + "    place: { latitude: counts, longitude: counts, time: stamp }\n")
        let found = try SensorReader.sensor(from: older, file: "F")
        #expect(found.messages.map { format in format.time.map { format.fields[$0].name } } == ["stamp", "other"])
    }

    /// Whatever times a file describes, its lines are read, and what they state is a time of the calendar.
    private func expectTimes(_ sensor: Sensor, _ generator: inout SeededGenerator) {
        var times = LineTimes(sensor)
        let starts = sensor.messages.flatMap(\.begins),
            separators = [",", ";", "\t", "/", ":", "*"].map { Array($0.utf8) }
        for _ in 0..<30 {
            var line = starts.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 0...9, using: &generator) {
                let number = Int.random(in: 0...3_000_000_000, using: &generator)
                line += Array("\(number >> Int.random(in: 0...31, using: &generator))".utf8)
                line += separators.randomElement(using: &generator)!
            }
            _ = times.isComment(line[...])
            if let time = times.time(of: line[...]) { #expect(time.microseconds.magnitude <= 250_000_000_000_000_000) }
        }
    }

    @Test func aSensorMayStateHowItIsCarriedAndWhatIsNoPlace() throws {
        let plain = try SensorReader.sensor(from: SensorSamples.binary, file: "F")
        #expect(plain.method == nil && plain.messages[0].place?.absent == nil)
        for method in TravelMethod.allCases {
            let text = SensorSamples.binary.replacing(
                "every: 500 ms", with: "every: 500 ms\nmethod: \(method.rawValue)"
            )
            .replacing("valid: fix, accuracy", with: "valid: fix, none: [91, -181.5], accuracy")
            let sensor = try SensorReader.sensor(from: text, file: "F")
            #expect(sensor.method == method)
            #expect(
                sensor.messages[0].place?.absent == MessagePlace.Absent(latitude: 91, longitude: -181.5))
        }
    }

    @Test(arguments: Fault.ofSensors) func aSensorIsRefused(_ fault: Fault) throws {
        try #require(fault.text != fault.base)
        let error = try #require(throws: FileError.self) { try SensorReader.sensor(from: fault.text, file: "F") }
        #expect(error.description.hasPrefix("F:\(fault.place): "), "\(error)")
        #expect(error.description.contains(fault.says), "\(error)")
        #expect(!error.description.contains("\n"))
    }

    private static let tokens = [
        "{", "}", "[", "]", ": ", ", ", "\n", "'", "\"", "0", "-1", "63", "255", "1024", "1e9", "0xA5", "begins: ",
        "bytes: 3", "ends: notification", "longest: 1\n", "check: crc8", "check: sum8", "split: \";\"", "columns: 1",
        "u8: 0", "f32le: 0", "bits: [0, 7], at: 0", "ddmm: [0, 1]", "iso8601: 0", "if: fix, ", "otherwise: 1",
        "rows: 64",
        "most: 64", "like: one", "hear: arm\n", "say: { to: ffe5, start: 1 }\n",
        "optional: true", "none: [0, 0], ", "method: foot\n", "scale: 1/3", "least: 0.5, ", "range: [0, 1], ", " s",
        "ends: check", "time: stamp\n",
        "hear: file\n", "unix: 1", "unix ms: 0", "date: \"yyMMdd\"", "time: \"H:m\"", "at: [0, 1]", "zone: local",
        "+02:00",
    ]

    /// Whatever is in a file, it is read or refused; and what it describes decodes any bytes without a trap.
    @Test(arguments: [UInt64](40...45)) func mutatedFilesAndRandomBytes(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let sources =
            ShippedFiles.sensors.map(\.text)
            + [SensorSamples.binary, SensorSamples.text, SensorSamples.burst, SensorSamples.dated, SensorSamples.dated]
        var (values, errors) = (0, 0)
        for _ in HostileTime.rounds(700, cases: 6) {
            var bytes = Array(sources.randomElement(using: &generator)!.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
                let token = Self.tokens.randomElement(using: &generator)!.utf8
                if Bool.random(using: &generator) {
                    bytes.replaceSubrange(place..<end, with: token)
                } else {
                    bytes.insert(contentsOf: token, at: place)
                }
            }
            do throws(FileError) {
                let sensor = try SensorReader.sensor(from: try FileText.decode(bytes, "F"), file: "F")
                values += 1
                expectEvenAccount(sensor, &generator)
                expectTimes(sensor, &generator)
                #expect(SensorCheck.text(sensor).contains("graph"))
            } catch {
                errors += 1
                #expect((error.line ?? 1) >= 1 && !error.sentence.isEmpty && !error.description.contains("\n"))
            }
        }
        #expect(values > 50 && errors > 100, "\(values) \(errors)")
    }

    private func expectEvenAccount(_ sensor: Sensor, _ generator: inout SeededGenerator) {
        var machine = SurveyMachine(
            sensor, graph: Graph.identity(for: sensor.descriptions),
            rules: LocationRules(fastest: TravelMethod.foot.fastest), isFile: Bool.random(using: &generator))
        var found = CollectedSurvey()
        let starts = sensor.messages.flatMap(\.begins)
        for _ in 0..<30 {
            var bytes = starts.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                bytes.append(Bool.random(using: &generator) ? .random(in: 0...255, using: &generator) : 0x30)
            }
            bytes += Bool.random(using: &generator) ? Array("\r\n".utf8) : []
            machine.step(.bytes(channel: 0, bytes), at: .clockStart, &found)
        }
        machine.step(.end, at: .clockStart, &found)
        let account = machine.accounts[0]
        #expect(account.received == account.accepted + account.allRejected && account.pending == 0)
        #expect(found.rejects.reduce(0) { $0 + $1.bytes.count } == account.allRejected)
    }
}
