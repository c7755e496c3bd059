import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

/// What the encoder makes of numbers, the decoder reads back.
@Suite struct SensorEncoderTests {
    static let names = SimulatedArms.library.sensors().map(\.name)

    private func decoded(_ sensor: Sensor, _ frames: [[UInt8]]) -> FieldTests.Messages {
        var decoder = SensorDecoder(sensor), messages = FieldTests.Messages()
        for frame in frames { decoder.read(frame, at: 0, &messages) }
        return messages
    }

    /// A number that a field may have and its encoding holds exactly, or to `resolution`.
    private func number(_ field: SensorField, _ random: inout SeededGenerator) -> Double {
        let scale = field.multiplier / field.divisor
        func raw(_ range: ClosedRange<Int64>) -> Double { Double(Int64.random(in: range, using: &random)) }
        let limits = field.range ?? -1e5...1e5
        let found: Double =
            switch field.source {
            case .word: Bool.random(using: &random) ? 1 : 0
            case .bits(_, _, let count): raw(0...(1 << Int64(count) - 1)) * scale
            case .binary(.u8, _): raw(0...255) * scale
            case .binary(.u16be, _): raw(0...65_535) * scale
            case .time: raw(0...4_000_000_000)
            case .number, .degreesMinutes, .binary: .random(in: limits, using: &random)
            }
        return field.range.map { min(max(found, $0.lowerBound), $0.upperBound) } ?? found
    }

    private func resolution(_ field: SensorField) -> Double {
        switch field.source {
        case .number: 0.000_51 * field.multiplier / field.divisor
        // 0.0001 of a minute.
        case .degreesMinutes: 0.000_1 / 60
        case .binary(.f32le, _), .binary(.f32be, _): 1e-5
        case .bits, .binary, .time, .word: 0.51 * field.multiplier / field.divisor
        }
    }

    @Test(arguments: names) func everyShippedSensorsMessagesComeBack(_ name: String) throws {
        let sensor = try SimulatedArms.library.sensor(name).value
        var random = SeededGenerator(7), read = 0
        for (index, format) in sensor.messages.enumerated() where !format.fields.isEmpty {
            // Formats of the same mark are known by their columns, and the decoder takes the first.
            let encoder = try SensorEncoder(format)
            for turn in 0..<300 {
                var values = format.fields.map { number($0, &random) }
                for (place, field) in format.fields.enumerated() where field.isOptional && turn % 7 == place {
                    values[place] = .nan
                }
                var bytes: [UInt8] = []
                encoder.write(values, to: &bytes)
                // In parts, as a UART gives them.
                let parts = format.extent == .notification(longest: 200) ? [bytes] : bytes.map { [$0] }
                let messages = decoded(sensor, parts)
                #expect(messages.rejects == 0 && messages.all.count == 1, "\(format.name): \(bytes.text)")
                guard let message = messages.all.first else { continue }
                #expect(message.format == index && message.flags == [], "\(format.name): \(bytes.text)")
                for (place, field) in format.fields.enumerated() {
                    let isMeant = field.condition.map { values[$0] != 0 } ?? true
                    let value = message.values[place]
                    guard isMeant, !values[place].isNaN else {
                        #expect(value.isNaN, "\(format.name) \(field.name): \(bytes.text)")
                        continue
                    }
                    #expect(
                        (value - values[place]).magnitude <= resolution(field) + values[place].magnitude * 1e-7,
                        "\(format.name) \(field.name) \(values[place]): \(bytes.text)")
                    read += 1
                }
            }
        }
        #expect(read >= 300)
    }

    /// The line of the Safecast firmware's documentation begins like this; its checksum is computed here on its own.
    @Test func aGeigerCountersLine() throws {
        let sensor = try SimulatedArms.library.sensor("bgeigie").value
        var simulated = try SimulatedSensor(
            sensor, in: HiddenField(background: 1_000), seed: 1, sensitivity: 1, at: 0)
        var parts: [Frame] = []
        simulated.next(at: nil) { parts.append($0) }
        #expect(simulated.deadline == .ms(10_000) && parts.dropLast().allSatisfy { $0.count == 20 })
        let line = parts.flatMap(\.bytes).text
        // 5 s of 1000 counts each; 37.8136 S is 37 degrees 48.8160, 144.9631 E 144 degrees 57.7860.
        var random = SimulationRandom(seed: 1)
        let counts = random.poisson(5_000)
        let body = "BNRDD,0,,\(counts * 12),\(counts),0,A,3748.8160,S,14457.7860,E,0,A,8,100"
        let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
        #expect(line == "$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\n")
    }

    @Test func anAirBeamsLineDescribesItsStream() throws {
        let sensor = try SimulatedArms.library.sensor("airbeam").value
        var simulated = try SimulatedSensor(sensor, in: HiddenField(background: 2.5), seed: 1, at: 0)
        var frames: [[UInt8]] = []
        for _ in 0..<2 { simulated.next(at: nil) { frames.append($0.bytes) } }
        let messages = decoded(sensor, frames)
        #expect(frames.count == 2 && messages.rejects == 0 && messages.all.map { $0.values[0] } == [2.5, 2.5])
        #expect(messages.streams.map(\.name) == ["Simulated"] && messages.streams.map(\.unit) == ["uSv/h"])
        #expect(
            messages.streams.first?.quantity == "Dose rate" && messages.streams.first?.thresholds == [0, 1, 2, 3, 4])
    }

    @Test(arguments: names) func everyShippedSensorIsSimulated(_ name: String) throws {
        let sensor = try SimulatedArms.library.sensor(name).value
        var simulated = try SimulatedSensor(sensor, in: HiddenField(background: 1), seed: 1, at: 0),
            bytes: [[UInt8]] = []
        for _ in 0..<20 { simulated.next(at: nil) { bytes.append($0.bytes) } }
        let messages = decoded(sensor, bytes)
        #expect(messages.all.count == 20 && messages.rejects == 0)
    }

    @Test func whatIsNotSimulatedIsStated() {
        let burst = Burst(rows: .fixed(2), maxRows: 2, size: 1, interval: .seconds(1), firstField: 0)
        let text = MessageFormat.Columns(separator: 44, counts: 2...2)
        let bits = SensorField(name: "a", source: .bits(byte: 0, lowest: 0, count: 1))
        let column = SensorField(name: "a", source: .number(column: 0))
        let refused: [(MessageFormat, String)] = [
            (MessageFormat(name: "m", extent: .bytes(2), burst: burst), "`m` messages have several rows"),
            (MessageFormat(name: "m", extent: .bytes(65)), "no fixed length up to 64"),
            (MessageFormat(name: "m", extent: .mark([10], longest: 9)), "no fixed length"),
            (MessageFormat(name: "m", extent: .bytes(2), fields: [column]), "text in a binary message"),
            (
                MessageFormat(name: "m", extent: .mark([10], longest: 9), columns: text, fields: [bits]),
                "bits in a text"
            ),
            (
                MessageFormat(
                    name: "m", begins: [[36, 44]], extent: .mark([10], longest: 9), columns: text, fields: [column]),
                "in the mark"
            ),
        ]
        for (format, sentence) in refused {
            do throws(SimulationOptionError) {
                _ = try SensorEncoder(format)
                Issue.record("\(sentence): is encoded")
            } catch {
                #expect(error.sentence.contains(sentence), "\(error)")
            }
        }
    }
}

extension [UInt8] {
    /// The bytes as text.
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
