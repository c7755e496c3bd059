import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

/// The hidden field, and the messages of the sensor that counts it.
@Suite struct FieldTests {
    struct Messages: DecoderSink {
        var streams: [StreamDescription] = []
        var all: [SensorMessage] = []
        var rejects = 0

        mutating func message(_ message: borrowing SensorMessage) { all.append(copy message) }
        mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {
            streams.append(description)
        }
        mutating func reject(_ reject: Reject) { rejects += 1 }
    }

    private func decoded(_ sensor: Sensor, _ frames: [(Instant, Frame)]) -> Messages {
        var decoder = SensorDecoder(sensor), messages = Messages()
        for (time, frame) in frames { decoder.read(frame.bytes, at: time, &messages) }
        return messages
    }

    @Test func aSourceFallsWithTheSquareOfTheDistance() {
        let field = HiddenField(
            sources: [
                .init(at: ArmPoint(x: 1, y: 0, z: 0), strength: 4), .init(at: ArmPoint(x: 0, y: -2, z: 0), strength: 1),
            ], background: 0.5)
        // 0.5 + 4 / 1 + 1 / 4; then 0.5 + 4 / 4 + 1 / 8.
        #expect(field.doseRate(at: ArmPoint()) == 4.75)
        #expect(field.doseRate(at: ArmPoint(x: -1, y: 0, z: 0)) == 0.5 + 4.0 / 4 + 1.0 / 5)
        // At a source it is that of 1 cm.
        let point = HiddenField(sources: [.init(at: ArmPoint(), strength: 0.5)], background: 0)
        #expect(abs(point.doseRate(at: ArmPoint()) - 5_000) < 1e-9)
    }

    @Test(arguments: ["iac-gamma", "demo"]) func itsMessagesAreWhatTheSensorsFileDescribes(_ name: String) throws {
        let sensor = try SimulatedArms.library.sensor(name).value
        let field = HiddenField(sources: [.init(at: ArmPoint(x: 0.1), strength: 0.2)], background: 0.1)
        var simulated = try SimulatedSensor(sensor, in: field, seed: 7, at: .ms(100))
        var frames: [(Instant, Frame)] = []
        let interval = try #require(sensor.interval)
        for index in 1...2_000 {
            #expect(simulated.deadline == .ms(100) + interval * index)
            let due = simulated.deadline
            simulated.next(at: ArmPoint()) { frames.append((due, $0)) }
        }
        #expect(frames[0].1.count == (name == "demo" ? 16 : 11))
        let messages = decoded(sensor, frames)
        #expect(messages.all.count == 2_000 && messages.rejects == 0)
        let counts = try #require(sensor.streams.first { $0.description.name == "counts" }?.sources.first??.field)
        let place = try #require(sensor.messages[0].place)
        for (index, message) in messages.all.enumerated() {
            #expect(message.at == frames[index].0)
            #expect(abs((message.number(place.latitude) ?? 0) + 37.8136) < 1e-5)
            #expect(abs((message.number(place.longitude) ?? 0) - 144.9631) < 1e-5)
        }
        // 0.1 + 0.2 / 0.01 = 20.1 uSv/h, 334 / 60 a second of each.
        let mean = 20.1 * 334 / 60
        let sum = messages.all.dropFirst(2).reduce(0.0) { $0 + ($1.number(counts) ?? 0) }
        #expect(abs(sum / 1_998 - mean) < 5 * (2 * mean / 1_998).squareRoot())
    }

    @Test func theCountsOfASecondComeTwice() throws {
        let sensor = try SimulatedArms.library.sensor("iac-gamma").value
        let field = HiddenField(background: 1_000)
        var simulated = try SimulatedSensor(sensor, in: field, seed: 1, sensitivity: 1, at: 0)
        // As the generator gives them for 500 each, of which two make a second.
        var random = SimulationRandom(seed: 1)
        let halves = (0..<5).map { _ in random.poisson(500) }
        var frames: [(Instant, Frame)] = []
        for _ in 0..<5 { simulated.next(at: nil) { frames.append((0, $0)) } }
        let messages = decoded(sensor, frames)
        #expect(
            messages.all.map { $0.number(4) } == [
                Double(halves[0]), Double(halves[0] + halves[1]), Double(halves[1] + halves[2]),
                Double(halves[2] + halves[3]), Double(halves[3] + halves[4]),
            ])
    }

    @Test func theHandsWayBetweenTwoMessagesCounts() throws {
        let sensor = try SimulatedArms.library.sensor("demo").value
        let field = HiddenField(sources: [.init(at: ArmPoint(), strength: 100)], background: 0)
        var simulated = try SimulatedSensor(sensor, in: field, seed: 3, sensitivity: 1, at: 0)
        var frame = Frame()
        simulated.next(at: ArmPoint(x: 1)) { _ in }
        simulated.next(at: ArmPoint(x: 0.5)) { frame = $0 }
        // The mean of 100 and 400.
        var random = SimulationRandom(seed: 3)
        _ = random.poisson(100)
        let counts = random.poisson(250)
        #expect(Int(frame[11]) << 8 | Int(frame[12]) == counts)
    }

    @Test func theSameSeedGivesTheSameMessages() throws {
        let sensor = try SimulatedArms.library.sensor("demo").value
        func bytes(_ seed: UInt64) throws -> [UInt8] {
            var simulated = try SimulatedSensor(sensor, in: HiddenField(background: 3), seed: seed, at: 0)
            var bytes: [UInt8] = []
            for _ in 0..<300 { simulated.next(at: ArmPoint()) { bytes += $0.bytes } }
            return bytes
        }
        #expect(try bytes(5) == bytes(5))
        #expect(try bytes(5) != bytes(6))
    }

    /// Every number of a format comes back as it was written.
    @Test func theEncoderIsTheDecodersInverse() throws {
        let numbers: [(BinaryNumber, Double)] = [
            (.u8, 200), (.i8, -100), (.u16le, 40_000), (.u16be, 513), (.i16le, -300), (.i16be, -301), (.u24le, 70_000),
            (.u24be, 70_001), (.u32le, 3e9), (.u32be, 3e9 + 1), (.i32le, -2e9), (.i32be, -2e9 + 1), (.f32le, 0.25),
            (.f32be, -1.5),
        ]
        var fields: [SensorField] = [], at = 2
        for (number, _) in numbers {
            fields.append(SensorField(name: number.rawValue, source: .binary(number, byte: at)))
            at += number.count
        }
        fields.append(SensorField(name: "low", source: .bits(byte: 1, lowest: 0, count: 3)))
        fields.append(SensorField(name: "high", source: .bits(byte: 1, lowest: 3, count: 5)))
        fields.append(
            SensorField(name: "scaled", source: .binary(.i16be, byte: at), multiplier: 1, divisor: 100, offset: 5))
        let check = MessageCheck(.init(.crc8(poly: 7, initial: 0)), location: .end)
        let format = MessageFormat(name: "all", begins: [[0xD5]], extent: .bytes(at + 3), check: check, fields: fields)
        let values = numbers.map(\.1) + [5, 19, -12.25]
        var bytes: [UInt8] = []
        try SensorEncoder(format).write(values, to: &bytes)
        let frame = try #require(Frame(bytes))
        let sensor = Sensor(name: "all", messages: [format], streams: [])
        let messages = decoded(sensor, [(0, frame)])
        #expect(messages.all.first?.values.prefix(values.count).elementsEqual(values) == true, "\(messages)")
    }
}
