import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

struct SensorDecoderTests {
    @Test func bGeigieLinesOfEachGeneration() throws {
        let (found, account) = decode(try shippedSensor("bgeigie"), SensorSamples.bGeigieLines.map { Array($0.utf8) })
        let sensor = try shippedSensor("bgeigie")
        #expect(
            found.messages.map { sensor.messages[$0.format].name } == [
                "nano", "nano", "nx2013", "mini", "comment", "nano",
            ])
        func number(_ message: Int, _ field: String) -> Double? {
            let format = sensor.messages[found.messages[message].format]
            return found.messages[message].number(format.fields.firstIndex { $0.name == field })
        }
        #expect(number(1, "counts") == 13 && number(1, "cpm") == 106 && number(1, "counts_valid") == 1)
        #expect(abs(number(1, "latitude")! - (53 + 13.0698 / 60)) < 1e-12)
        #expect(abs(number(1, "longitude")! - (6 + 33.5683 / 60)) < 1e-12)
        #expect(number(1, "altitude") == -6.3 && number(1, "satellites") == 9 && number(1, "hdop") == 0.91)
        #expect(number(1, "time") == 1_593_427_331)
        // The first says that its counts are not valid yet; its place is.
        #expect(number(0, "counts_valid") == 0 && number(0, "gps_valid") == 1 && number(0, "satellites") == 15)
        #expect(number(2, "satellites") == 3 && number(2, "hdop") == 77.2)
        #expect(number(3, "counts") == 4 && number(3, "latitude") == nil && number(3, "gps_valid") == 0)
        // Its time was changed, and its checksum not: flagged, as the file wants it.
        #expect(found.messages[5].flags == .checkFailed && found.messages[1].flags == [])
        #expect(found.rejects.isEmpty && account.accepted == account.received && account.messages == 6)
    }

    /// A Nano before its receiver knows the date and the place.
    @Test(arguments: ["bgeigie", "bgeigie-nano-1.0"]) func aLineWithoutADateIsAMeasurement(_ name: String) throws {
        let sensor = try shippedSensor(name)
        let line = "$BNRDD,1024,2012-00-00T00:00:00Z,31,4,204,A,0000.0000,N,00000.0000,E,0.00,V,0,0"
        let check = HexText.text(of: [line.utf8.dropFirst().reduce(0) { $0 ^ $1 }])
        let (found, _) = decode(sensor, [Array("\(line)*\(check)\r\n".utf8)])
        let names = sensor.messages[0].fields.map(\.name), message = try #require(found.messages.first)
        #expect(message.number(names.firstIndex(of: "counts")) == 4 && message.flags == [] && found.rejects.isEmpty)
        #expect(message.number(names.firstIndex(of: "time")) == nil)
        #expect(message.number(names.firstIndex(of: "latitude")) == nil)
    }

    @Test func theNanosFirstFirmwareSwapsTwoColumns() throws {
        let sensor = try shippedSensor("bgeigie-nano-1.0")
        let line = "$BNRDD,0204,2014-03-02T08:11:04Z,29,2,4404,A,4232.4106,N,-8312.4727,W,206.30,A,119,7*48\n"
        let (found, _) = decode(sensor, [Array(line.utf8)])
        let names = sensor.messages[0].fields.map(\.name), message = try #require(found.messages.first)
        #expect(message.number(names.firstIndex(of: "hdop")) == 1.19)
        #expect(message.number(names.firstIndex(of: "satellites")) == 7)
        // A minus sign and the letter W are one and the same west.
        #expect(abs(message.number(names.firstIndex(of: "longitude"))! + (83 + 12.4727 / 60)) < 1e-12)
    }

    @Test func theElevenBytesOfTheRadiationUnit() throws {
        let (found, account) = decode(try shippedSensor("iac-gamma"), SensorSamples.gamma)
        #expect(found.messages.count == 4 && found.rejects.isEmpty && account.accepted == 44)
        #expect(found.messages[0].values[0] == 1 && found.messages[0].values[1] == 8)
        #expect(abs(found.messages[0].values[2] + 37.8131) < 0.0001)
        #expect(abs(found.messages[0].values[3] - 144.9621) < 0.0001)
        #expect(found.messages.map(\.values[4].description) == ["15.0", "17.0", "nan", "260.0"])
    }

    @Test func anAirBeamDescribesItsStreams() throws {
        let (found, _) = decode(try shippedSensor("airbeam"), SensorSamples.airBeamLines.map { Array($0.utf8) })
        #expect(found.described.map(\.name) == ["AirBeam2-F", "AirBeam2-RH", "AirBeam2-PM2.5"])
        #expect(found.described.map(\.unit) == ["F", "%", "µg/m³"])
        #expect(found.described[2].quantity == "Particulate Matter")
        #expect(found.described[2].thresholds == [0, 12, 35, 55, 150])
        #expect(found.messages.map(\.described) == [0, 1, 2, 0])
        #expect(found.messages.map(\.values) == [[1], [2], [4.5], [3]])
    }

    @Test func simpleControlsAreToldApartByTheirFirstByte() throws {
        let (found, _) = decode(try shippedSensor("simple-controls"), SensorSamples.simpleControls)
        #expect(found.messages.map(\.format) == [0, 1, 1])
        #expect(found.messages.map(\.values[0]) == [1, 5, 0])
    }

    @Test func rowsOfABurstAreDatedBack() throws {
        let sensor = try SensorReader.sensor(from: SensorSamples.burst, file: "F")
        // Three rows, the last two seconds old: 20, -0.5 and 21 degrees.
        var bytes: [UInt8] = [0xb0, 3, 2, 0x07, 0xd0, 0xff, 0xce, 0x08, 0x34]
        bytes.append(bytes.reduce(0, &+))
        let (found, account) = decode(sensor, [bytes])
        #expect(found.messages.map(\.values[2]) == [20, -0.5, 21])
        #expect(found.messages.map { ($0.at - $0.measured).microseconds } == [12_000_000, 7_000_000, 2_000_000])
        #expect(account.accepted == 10 && account.messages == 1)
    }

    // MARK: cut, joined, lost

    private static let streams: [(sensor: String, bytes: [UInt8])] = [
        ("bgeigie", Array(SensorSamples.bGeigieLines.joined().utf8)),
        ("iac-gamma", Array(SensorSamples.gamma.joined())),
        ("simple-controls", Array(SensorSamples.simpleControls.joined())),
    ]

    @Test(arguments: streams) func piecesOfAnyLengthDecodeTheSame(_ stream: (sensor: String, bytes: [UInt8])) throws {
        let sensor = try shippedSensor(stream.sensor)
        let whole = decode(sensor, [stream.bytes])
        #expect(whole.found.rejects.isEmpty)
        var generator = SeededGenerator(16)
        for most in [1, 2, 3, 7, 11, 20, 64, 512] {
            for _ in 0..<200 {
                let (found, account) = decode(sensor, SensorSamples.cut(stream.bytes, most: most, &generator))
                #expect(found.content == whole.found.content && found.rejects.isEmpty)
                #expect(account.accepted == stream.bytes.count)
            }
        }
    }

    /// Where messages have marks, even what is wrong is decided by the bytes alone.
    @Test(arguments: ["bgeigie", "bgeigie-nano-1.0", "simple-controls", "demo"])
    func damagedBytesDecodeTheSameInPiecesOfAnyLength(_ name: String) throws {
        let sensor = try shippedSensor(name)
        let known = name == "bgeigie-nano-1.0" ? "bgeigie" : name
        let clean = Self.streams.first { $0.sensor == known }?.bytes ?? DemoBytes.messages(20).flatMap(\.self)
        var generator = SeededGenerator(17)
        for _ in HostileTime.rounds(300, cases: 4) {
            var bytes = clean + clean
            for _ in 0..<Int.random(in: 1...6, using: &generator) { damage(&bytes, &generator) }
            let whole = decode(sensor, [bytes])
            let (found, account) = decode(sensor, SensorSamples.cut(bytes, most: 20, &generator))
            #expect(found.content == whole.found.content)
            #expect(found.rejected == whole.found.rejected)
            #expect(account.received == account.accepted + account.allRejected && account.pending == 0)
        }
    }

    private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 1...30, using: &generator))
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 2: bytes.insert([0x0a, 0x0d, 0, UInt8(ascii: "*")].randomElement(using: &generator)!, at: place)
        default: bytes.insert(contentsOf: bytes[place..<end], at: place)
        }
    }

    @Test func aLostPieceCostsOnlyItsOwnMessages() throws {
        let sensor = try shippedSensor("iac-gamma")
        let bytes = (0..<8).flatMap { SensorSamples.gamma[$0 % 2] }
        // In pieces of 20, without the second; what begins a notification later brings the decoder back.
        var pieces = stride(from: 0, to: 80, by: 20).map { Array(bytes[$0..<($0 + 20)]) } + [Array(bytes[80...])]
        pieces.remove(at: 1)
        pieces += [SensorSamples.gamma[0], SensorSamples.gamma[1], SensorSamples.gamma[0]]
        let (found, account) = decode(sensor, pieces)
        #expect(account.received == account.accepted + account.allRejected)
        #expect(
            found.messages.allSatisfy { (-38 ... -37).contains($0.values[2]) && (144...145).contains($0.values[3]) })
        // Two messages were hit by the loss, and the decoder may need one more to be certain.
        #expect(found.messages.count >= 7, "\(found.messages.count)")
    }

    @Test func aLineThatIsCutShortIsRejectedAloneWithItsReason() throws {
        let sensor = try shippedSensor("bgeigie")
        let lines = SensorSamples.bGeigieLines
        let text = lines[0].dropLast(30) + lines[1] + lines[2].dropLast(10)
        let (found, account) = decode(sensor, [Array(text.utf8)])
        #expect(found.messages.count == 1)
        #expect(found.rejects.map(\.reason) == [.incomplete, .incomplete])
        #expect(found.rejects[0].bytes == Array(lines[0].dropLast(30).utf8))
        #expect(account.rejected(.incomplete) == account.allRejected)
    }

    /// A file's last line, cut anywhere: whole once its checksum is.
    @Test func theEndOfAFileEndsItsLastLineIfThatIsWhole() throws {
        let sensor = try shippedSensor("bgeigie")
        let line = Array(SensorSamples.bGeigieLines[1].utf8)
        for length in 0...line.count {
            var decoder = SensorDecoder(sensor), found = DecodedMessages()
            decoder.read(Array(line.prefix(length)), at: .clockStart, &found)
            decoder.finish(at: .clockStart, &found)
            // Two bytes end the line.
            let isWhole = length >= line.count - 2
            #expect(found.messages.count == (isWhole ? 1 : 0), "\(length)")
            #expect(found.rejects.map(\.reason) == (isWhole || length == 0 ? [] : [.incomplete]), "\(length)")
            let account = decoder.account
            #expect(account.received == account.accepted + account.allRejected && account.pending == 0)
        }
        // Elsewhere than in a file a piece may be missing, unless the check is the message's end.
        let cut = Array(line.dropLast(2)), live = decode(try shippedSensor("bgeigie-nano-1.0"), [cut])
        #expect(live.found.messages.isEmpty && live.found.rejects.map(\.reason) == [.incomplete])
        #expect(decode(sensor, [cut]).found.messages.count == 1)
    }

    // MARK: ends of lines

    /// A bGeigie Zen notifies its line in pieces of 20 bytes, without an end.
    @Test func aLineWithoutAnEndIsAMessageOnceItsCheckIsThere() throws {
        let sensor = try shippedSensor("bgeigie")
        let lines = SensorSamples.bGeigieLines[...1].map { Array($0.utf8.dropLast(2)) }
        var pieces: [[UInt8]] = [], ends: [Int] = []
        for line in lines {
            for place in stride(from: 0, to: line.count, by: 20) { pieces.append(Array(line[place...].prefix(20))) }
            ends.append(pieces.count - 1)
        }
        let (found, account) = decode(sensor, pieces)
        #expect(found.messages.map(\.flags) == [[], []] && found.rejects.isEmpty)
        #expect(account.accepted == lines.joined().count)
        // Each with the piece that has its check.
        #expect(found.messages.map { ($0.at - .clockStart) / .seconds(1) } == ends)
    }

    /// Without a check its line ends it, as before, and what is behind a check is not of the message.
    @Test func aMessageThatEndsWithItsCheckEndsWithItsLineToo() throws {
        let sensor = try shippedSensor("bgeigie")
        let line = SensorSamples.bGeigieLines[1].dropLast(4)
        for end in ["\r\n", "\n", "\r", "\0"] {
            let (found, _) = decode(sensor, [Array("\(line)\(end)# a\(end)\(line)*54-\(end)".utf8)])
            #expect(found.messages.map(\.flags) == [.checkFailed, [], []], "\(Array(end.utf8))")
            #expect(found.rejects.first?.bytes == Array((end == "\0" ? "\0" : "-").utf8))
        }
        // Digits that are none, and a mark at the end of the bytes.
        let (found, account) = decode(sensor, [Array("\(line)*5".utf8), Array("4\(line)*xy\n".utf8)])
        #expect(found.messages.count == 2 && found.messages[0].flags == [] && account.allRejected == 0)
    }

    @Test func carriageReturnsEndTheLinesOfATextAndNULsToo() throws {
        let sensor = try SensorReader.sensor(
            from: """
                name: Lines
                hear: arm
                message:
                  ends: "\\n"
                  longest: 30
                  split: ";"
                  columns: 2
                  fields: { counts: { number: 1, unit: count } }
                streams: { counts: {} }

                """, file: "F")
        let text = "a;1\r\nb;2\rc;3\nd;4\0\0\0e;5\r" + String(repeating: "x", count: 40) + "\rf;6\0g;7\n\0\0h;8\n"
        var whole: DecodedMessages?
        for size in [1, 2, 3, 7, 200] {
            let bytes = Array(text.utf8)
            let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0...].prefix(size)) }
            let (found, account) = decode(sensor, pieces)
            #expect(found.messages.map { $0.values[0] } == [1, 2, 3, 4, 5, 6, 7, 8])
            #expect(account.rejected(.tooLong) == 41 && account.rejected(.stray) == 6)
            #expect(account.received == account.accepted + account.allRejected)
            #expect(found.rejected == (whole ?? found).rejected)
            whole = found
        }
    }

    @Test func minutesThatWereRoundedToSixtyAreADegree() throws {
        let sensor = try shippedSensor("bgeigie")
        let line = SensorSamples.bGeigieLines[1].replacing("5313.0698,N,00633.5683", with: "5360.0000,N,00660.0000")
        let (found, _) = decode(sensor, [Array(line.utf8)])
        let names = sensor.messages[0].fields.map(\.name), message = try #require(found.messages.first)
        #expect(message.number(names.firstIndex(of: "latitude")) == 54)
        #expect(message.number(names.firstIndex(of: "longitude")) == 7)
        let wrong = decode(sensor, [Array(line.replacing("5360.0000", with: "5360.0001").utf8)])
        #expect(wrong.found.rejects.first?.field == "latitude")
    }

    @Test func whatIsRejectedNamesItsReasonAndField() throws {
        let sensor = try shippedSensor("bgeigie")
        let good = SensorSamples.bGeigieLines[1]
        let cases: [(line: String, reason: Reject.Reason, field: String?)] = [
            (good.replacing("2020-06-29", with: "2020-0x-29"), .value, "time"),
            (good.replacing("2020-06-29", with: "20-06-29"), .value, "time"),
            (good.replacing("5313.0698", with: "9913.0698"), .value, "latitude"),
            (good.replacing(",13,", with: ",1x3,"), .value, "counts"),
            (good.replacing(",9,91", with: ",9"), .fields, nil),
            ("$GPRMC,092751.000,A\r\n", .stray, nil),
            (String(repeating: "x", count: 9), .stray, nil),
        ]
        for (line, reason, field) in cases {
            let (found, account) = decode(sensor, [Array((line + good).utf8)])
            #expect(found.messages.count == 1, "\(line)")
            #expect(found.rejects.map(\.reason) == [reason] && found.rejects[0].field == field, "\(found.rejects)")
            #expect(account.received == account.accepted + account.allRejected)
        }
    }

    @Test func aLineWithoutAnEndIsGivenUpAtItsGreatestLength() throws {
        let sensor = try shippedSensor("bgeigie")
        let (found, account) = decode(
            sensor,
            [[UInt8](repeating: 0x61, count: 5_000), Array("$BNRDD,".utf8), [UInt8](repeating: 0x31, count: 400)])
        #expect(found.messages.isEmpty && account.allRejected == 5_407)
        #expect(account.rejected(.tooLong) > 0)
        #expect(found.rejects.allSatisfy { $0.bytes.count <= 256 })
    }

    /// Random bytes, mutated messages, lost and doubled pieces: every byte is accounted for, and the decoder finds the
    /// next whole messages.
    @Test(arguments: ["bgeigie", "iac-gamma", "airbeam", "simple-controls", "demo"])
    func aMillionBytesOfAnythingAreAccountedFor(_ name: String) throws {
        let sensor = try shippedSensor(name)
        var generator = SeededGenerator(18), decoder = SensorDecoder(sensor), found = DecodedMessages()
        let good: [[UInt8]] =
            switch name {
            case "bgeigie": (SensorSamples.bGeigieLines + SensorSamples.impossiblePlaces).map { Array($0.utf8) }
            case "iac-gamma": SensorSamples.gamma
            case "airbeam": SensorSamples.airBeamLines.map { Array($0.utf8) }
            case "simple-controls": SensorSamples.simpleControls
            default: DemoBytes.messages(5)
            }
        var rejectedBytes = 0, messages = 0
        while decoder.account.received < 1_000_000 {
            var piece = good.randomElement(using: &generator)!
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: damage(&piece, &generator)
            case 1:
                piece = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                    .random(in: 0...255, using: &generator)
                }
            default: break
            }
            decoder.read(piece, at: .clockStart, &found)
            messages += found.messages.count
            rejectedBytes += found.rejects.reduce(0) { $0 + $1.bytes.count }
            found = DecodedMessages()
        }
        decoder.flush(at: .clockStart, &found)
        messages += found.messages.count
        rejectedBytes += found.rejects.reduce(0) { $0 + $1.bytes.count }
        let account = decoder.account
        #expect(account.received == account.accepted + account.allRejected && account.pending == 0)
        #expect(rejectedBytes == account.allRejected && messages == account.messages && messages > 1_000)
        for piece in good { decoder.read(piece, at: .clockStart, &found) }
        for piece in good { decoder.read(piece, at: .clockStart, &found) }
        #expect(found.messages.count >= good.count)
    }
}
