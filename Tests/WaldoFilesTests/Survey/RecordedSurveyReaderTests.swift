import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

@Suite struct RecordedSurveyReaderTests {
    private let notify = BluetoothUUID("713d0002-503e-4c75-ba94-3148f18d941e")!

    private func recording(
        _ lines: [String], arm: String = "robot", in folder: TemporaryFolder
    ) throws -> String {
        func quoted(_ files: [(name: String, text: String)], _ name: String) -> String {
            JSONQuoting.text(files.first { $0.name == name }!.text)
        }
        let header =
            #"{"recording":1,"waldo":"1.0.0","started":1795245302000000,"arm":"\#(arm)","mapping":"gamepad","#
            + #""arm file":\#(quoted(ShippedFiles.arms, arm)),"#
            + #""mapping file":\#(quoted(ShippedFiles.mappings, "gamepad"))}"#
        return try folder.write(([header] + lines).map { $0 + "\n" }.joined(), to: "a.jsonl")
    }

    private let lines = [
        #"{"t":1,"step":"up","taken over":false}"#, #"{"t":2,"step":"ready"}"#,
        #"{"t":5,"event":"notify","bytes":"0a01","characteristic":"713d0002-503e-4c75-ba94-3148f18d941e"}"#,
        #"{"t":6,"event":"notify","bytes":"ff","characteristic":"0000ffe1-0000-1000-8000-00805f9b34fb"}"#,
        #"{"t":7,"channel":"zx","value":-5,"bytes":"4c353e","link":"written"}"#,
        #"{"t":8,"channel":"zy","value":9,"bytes":"55393e","link":"refused"}"#, #"{"t":9,"step":"down"}"#,
        #"{"t":9,"event":"halt","reason":"link lost"}"#,
    ]

    private func events(_ reader: RecordedSurveyReader) throws -> [(at: Instant, event: SurveyEvent)] {
        var events: [(at: Instant, event: SurveyEvent)] = []
        while let event = try reader.next() { events.append(event) }
        return events
    }

    @Test func notificationsCommandsAndTheLinkAreEvents() throws {
        let folder = try TemporaryFolder()
        let reader = try RecordedSurveyReader(try recording(lines, in: folder), of: [notify])
        let events = try events(reader)
        #expect(
            events.map(\.event) == [
                .clock(utc: 1_795_245_302_000_000), .linkUp, .bytes(channel: 0, [0x0a, 0x01]), .command(.zx, -5),
                .linkDown,
                .end,
            ])
        #expect(events.map(\.at.microseconds) == [0, 1, 5, 7, 9, 9])
        #expect(reader.others == 1 && reader.started == 1_795_245_302_000_000)
        #expect(reader.arm.channel(named: "zx") == .zx)
    }

    /// The arm's link says nothing of a sensor that has a peripheral of its own.
    @Test func theArmsLinkIsNotThatOfASensorOfItsOwn() throws {
        let folder = try TemporaryFolder()
        let path = try recording(lines, in: folder)
        let reader = try RecordedSurveyReader(path, of: [BluetoothUUID("ffe1")!], isOnArm: false)
        let found = try events(reader).map(\.event)
        #expect(
            found == [.clock(utc: 1_795_245_302_000_000), .bytes(channel: 0, [0xff]), .command(.zx, -5), .end])
    }

    @Test func aNotificationWithoutCharacteristicIsTheOnlyOnes() throws {
        let folder = try TemporaryFolder()
        let path = try recording([#"{"t":5,"event":"notify","bytes":"0a01"}"#], in: folder)
        #expect(try events(RecordedSurveyReader(path, of: [notify])).count == 3)
        let two = try RecordedSurveyReader(path, of: [notify, BluetoothUUID("ffe1")!])
        #expect(try events(two).count == 2 && two.others == 1)
    }

    /// The answers of an arm on a port are not those of a sensor on Bluetooth.
    @Test func aNotificationOfAPortIsThatOfASensorOnIt() throws {
        let folder = try TemporaryFolder()
        let path = try recording([#"{"t":5,"event":"notify","bytes":"0a01"}"#], arm: "so101", in: folder)
        let beside = try RecordedSurveyReader(path, of: [notify])
        #expect(try events(beside).count == 2 && beside.others == 1)
        let onPort = try events(RecordedSurveyReader(path, of: [])).map(\.event)
        #expect(onPort.contains(.bytes(channel: 0, [0x0a, 0x01])), "\(onPort)")
    }

    @Test(arguments: [UInt64](1...3)) func fuzz(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        var ends = 0, errors = 0
        for _ in HostileTime.rounds(200, cases: 3) {
            var changed = lines
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let line = Int.random(in: 0..<changed.count, using: &generator)
                var bytes = Array(changed[line].utf8)
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                if Bool.random(using: &generator) {
                    bytes[place] = UInt8.random(in: 0x20...0x7e, using: &generator)
                } else {
                    bytes.remove(at: place)
                }
                changed[line] = String(decoding: bytes, as: UTF8.self)
            }
            let folder = try TemporaryFolder()
            let reader = try RecordedSurveyReader(try recording(changed, in: folder), of: [notify])
            do throws(FileError) {
                var last: SurveyEvent?
                while let (_, event) = try reader.next() { last = event }
                #expect(last == .end)
                ends += 1
            } catch {
                #expect((error.line ?? 0) > 1)
                errors += 1
            }
        }
        #expect(ends > 40 && errors > 40)
    }
}
