import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoFiles

private let source = (
    arm: SourceText(name: "robot", text: ShippedFiles.arms.first { $0.name == "robot" }!.text),
    mapping: SourceText(name: "gamepad", text: ShippedFiles.mappings.first { $0.name == "gamepad" }!.text)
)

private let header = RecordingHeader(
    version: "1.2.3", started: 1_700_000_000_123_456, arm: source.arm, mapping: source.mapping, position: [10, -20],
    input: InputIdentity(
        bus: 3, vendor: 0x45e, product: 0x28e, version: 0x110, port: "usb-1/\"2\"", name: "Päd \u{7}\u{1F3AE}"))

/// Every kind of step.
private let events: [DriveEvent] =
    [
        .link(.up(takenOver: false)), .link(.up(takenOver: true)), .inputAdded(.padAtRest),
        .inputAdded(InputState(keysDown: [17, 300])), .inputResynced(InputState()), .input(.axis(5, -32_768)),
        .input(.key(305, down: true)), .input(.key(305, down: false)), .input(.report(more: false)),
        .input(.report(more: true)), .deadline, .link(.busy), .link(.ready), .link(.refused), .link(.windowFull),
        .link(.flowing), .link(.down), .inputLost, .inputSilent, .inputHeard, .operator(.stop), .operator(.resume),
        .operator(.recentre(down: true)), .operator(.recentre(down: false)), .played(.only(.zy, -25)),
        .played(PerChannel(slider: 1, zx: nil, zy: 3)), .replayed(PlayedMotion(.only(.zx, 7))),
        .replayed(PlayedMotion(PerChannel(slider: -6, zx: nil, zy: 3), lateness: .microseconds(2_501))), .shutdown,
        .finger(.there), .finger(.slider(-333)),
        .finger(.joystick(x: 1_000, y: -7)), .finger(.released(.slider)), .finger(.released(.joystick)),
        .finger(.recentre),
        .finger(.lost), .finger(.gone), .link(.opened(takenOver: true)), .link(.opened(takenOver: false)),
        .link(.stalled), .link(.failsafe(sent: ZeroCounts([2, 0, 1]))),
        .link(.failsafe(sent: ZeroCounts([0, 0, 0, 0, 0, 0, 0, 255]))), .operator(.precise(true)),
        .operator(.precise(false)), .operator(.nextProfile), .operator(.park), .operator(.parkAtEnd),
        .reported(.only(.zx, -7)), .unreported, .answered, .sensor(Frame([0xa0, 0x01])!),
    ] + HaltReason.allCases.map { DriveEvent.halt($0) }
    + StopSource.allCases.flatMap { [.operator(.stopHeld($0)), .operator(.stopReleased($0))] }

@Suite(.onLoop) struct RecordingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @LoopActor
    private func record(_ lines: (LineWriter) -> Void) throws -> String {
        let path = folder.path + "/a.jsonl"
        let writer = try LineWriter(to: RecordingFile.create(path), whenFull: .endWithOneFailure) { _ in }
        writer.header(header)
        lines(writer)
        #expect(writer.finish(within: .seconds(5)))
        return path
    }

    private func read(_ path: String) throws -> [RecordedLine] {
        let reader = try RecordingReader(path)
        var lines: [RecordedLine] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    /// The controls of the mapping in the header.
    private let names = ["slider", "joystick"]

    /// The header's line, for recordings that the tests write themselves.
    @LoopActor
    private func headerLine() throws -> String { try readFile(record { _ in }) }

    /// A step that is added needs its event here, too.
    @Test func everyKindOfStepIsAmongTheEvents() {
        #expect(Set(events.map(\.name)) == Set(StepName.allCases))
    }

    @Test @LoopActor func everyStepIsReadAsItWasWritten() throws {
        let path = try record { writer in
            for (index, event) in events.enumerated() {
                writer.step(event, at: Instant(microseconds: Int64(index) - 3), due: 7, controls: names)
            }
        }
        let expected = events.enumerated().map { index, event in
            RecordedLine.step(
                RecordedStep(
                    at: Instant(microseconds: Int64(index) - 3), event: event, due: event == .deadline ? 7 : nil))
        }
        #expect(try read(path) == expected)
    }

    /// waldo 0.1.0 wrote each number of a `played` step under the name of its channel, and three numbers in `all`.
    @Test @LoopActor func theLinesOfEarlierVersionsAreRead() throws {
        let path = try folder.write(
            headerLine()
                + """
                {"t":1,"step":"played","slider":5,"zy":-3}
                {"t":2,"channel":"zx","value":7,"bytes":"52373e","all":[1,7,-2],"link":"written"}

                """, to: "c.jsonl")
        let command = Command(channel: .zx, value: 7, decimals: 0, frame: Frame("R7>".utf8)!)
        #expect(
            try read(path) == [
                .step(RecordedStep(at: 1, event: .played(PerChannel(slider: 5, zx: nil, zy: -3)))),
                .command(RecordedCommand(at: 2, command: command, all: PerChannel(slider: 1, zx: 7, zy: -2))),
            ])
    }

    @Test(
        arguments: [
            .arm, .override, .simulation(options: "seed=7", sensor: nil),
            .simulation(options: "", sensor: SourceText(name: "a \"b\"", text: "name: x\n\u{7}")),
        ] as [RecordingHeader.Link]) @LoopActor
    func theHeaderStatesTheLink(link: RecordingHeader.Link) throws {
        var header = header
        header.link = link
        let path = folder.path + "/b.jsonl"
        let writer = try LineWriter(to: RecordingFile.create(path), whenFull: .endWithOneFailure) { _ in }
        writer.header(header)
        #expect(writer.finish(within: .seconds(5)))
        #expect(try RecordingReader(path).header == header)
    }

    @Test @LoopActor func theHeaderIsReadAsItWasWritten() throws {
        let reader = try RecordingReader(record { _ in })
        #expect(reader.header == header)
        #expect(reader.arm.profiles.zx.start == 10 && reader.arm.profiles.zy.start == -20)
        #expect(reader.mapping.name == "Gamepad")
    }

    @Test(arguments: WriteOutcome.allCases)
    @LoopActor func aCommandIsReadAsItWasWritten(outcome: WriteOutcome) throws {
        let frame = try #require(Frame((0..<64).map { UInt8($0 * 4) }))
        let commands = [
            RecordedCommand(
                at: 5, command: Command(channel: .slider, value: -25, decimals: 2, frame: frame), outcome: outcome),
            RecordedCommand(
                at: 6, command: Command(channel: .zy, value: 7, decimals: 0, frame: Frame()), outcome: outcome,
                all: PerChannel(slider: 1, zx: -2, zy: 7)),
        ]
        let path = try record { writer in
            for command in commands { writer.command(command, channel: "\(command.command.channel)") }
        }
        #expect(try read(path) == commands.map { .command($0) })
    }

    @Test @LoopActor func remarksAreReadInAnyOrderAndWithFieldsOfALaterVersion() throws {
        let path = try folder.write(
            headerLine()
                + """
                {"event":"link","t":9,"state":"connected","name":"a\\u00e9\\ud83c\\udfae\\n","later":{"a":[1,{"b":null}],"c":-1.5e9}}
                 { "t" : 3 , "event" : "notify" , "bytes" : "00ff" }
                {"t":4,"event":"end","status":143}
                {"event":"halt","t":5,"reason":"link-lost"}

                """, to: "b.jsonl")
        #expect(
            try read(path) == [
                .event(RecordedEvent(at: 9, event: "link", state: "connected")),
                .notification(RecordedNotification(at: 3, characteristic: nil, bytes: [0, 255])),
                .event(RecordedEvent(at: 4, event: "end", status: 143)),
                .event(RecordedEvent(at: 5, event: "halt", state: "link-lost")),
            ])
    }

    @Test(arguments: EventName.allCases)
    @LoopActor func everyEventIsReadAsItWasWritten(name: EventName) throws {
        let path = try record { writer in
            writer.beginEvent(name, at: .microseconds(7))
            writer.field("state", word: "x")
            writer.field("bytes", hex: [0xa0])
            writer.field("link", word: "refused")
            writer.endObject()
        }
        let expected: RecordedLine =
            switch name {
            case .notify: .notification(notification(nil, [0xa0], at: 7))
            case .bytes: .bytes(RecordedBytes(at: 7, bytes: Frame([0xa0])!, outcome: .refused))
            default: .event(RecordedEvent(at: 7, event: name.rawValue, state: "x"))
            }
        #expect(try read(path) == [expected])
    }

    private func notification(_ characteristic: String?, _ bytes: [UInt8], at: Instant) -> RecordedNotification {
        RecordedNotification(at: at, characteristic: characteristic.map { BluetoothUUID($0)! }, bytes: bytes)
    }

    /// The time of a notification that was held back lies before that of the step above it.
    @Test @LoopActor func aNotificationIsReadAsItWasWritten() throws {
        let notifications = [
            notification("6e400003-b5a3-f393-e0a9-e50e24dcca9e", Array(0...255), at: 7),
            notification("ffe1", [0, 0x41, 0xff], at: 8), notification(nil, [1], at: 6),
            notification("ffe1", [], at: 5),
        ]
        let path = try record { writer in
            writer.step(.shutdown, at: 9, controls: names)
            for notification in notifications { writer.notification(notification) }
            writer.step(.deadline, at: 9, controls: names)
        }
        #expect(try read(path).dropFirst().dropLast() == notifications.map { .notification($0) }[...])
        let uuid = "0000ffe1-0000-1000-8000-00805f9b34fb"
        let line = "{\"event\":\"notify\",\"t\":8,\"characteristic\":\"\(uuid)\",\"bytes\":\"0041ff\"}"
        #expect(try readFile(path).split(separator: "\n")[3] == line)
    }

    /// As waldo 0.1.0 wrote it, without the characteristic; shorter and longer than a frame.
    @Test(arguments: [0, 1, 64, 65, 244])
    @LoopActor func anOldNotificationIsStillRead(length: Int) throws {
        let bytes = (0..<length).map { UInt8($0) }
        let line = "{\"event\":\"notify\",\"t\":5,\"bytes\":\"\(HexText.text(of: bytes))\"}\n"
        let path = try folder.write(headerLine() + line, to: "b.jsonl")
        #expect(try read(path) == [.notification(notification(nil, bytes, at: 5))])
    }

    @Test @LoopActor func aTornLastLineIsLeftOut() throws {
        let whole = try readFile(
            record { writer in
                writer.step(.link(.up(takenOver: false)), at: 1, controls: names)
                writer.step(.shutdown, at: 2, controls: names)
            })
        for cut in 1..<22 {
            let path = try folder.write(String(whole.dropLast(cut)), to: "torn.jsonl")
            let reader = try RecordingReader(path)
            #expect(try reader.next() == .step(RecordedStep(at: 1, event: .link(.up(takenOver: false)))))
            #expect(try reader.next() == nil)
            #expect(reader.isTorn)
        }
        // Cut off at the end of a line.
        let path = try folder.write(
            whole.split(separator: "\n").dropLast().joined(separator: "\n") + "\n", to: "cut.jsonl")
        let reader = try RecordingReader(path)
        _ = try reader.next()
        #expect(try reader.next() == nil)
        #expect(!reader.isTorn)
    }

    @Test(arguments: [
        ("", "the file is empty"),
        ("{\"recording\":1", "cut off within its first line"),
        ("\u{1f}\u{8b}x\n", "gunzip"), ("\u{1f}\u{8b}without the end of a line", "gunzip"),
        ("GIF89a\n", "a.jsonl:1:1: this is no recording"),
        ("{\"recording\":3,\"new\":[1]}\n", "has format 3, and this waldo reads 1 to 2"),
        ("{\"recording\":1}\n", "`arm file`"),
        ("{\"t\":1}\n", "a.jsonl:1:8: this is no recording"),
        ("{\"recording\":1,\"arm file\":\"name: x\",\"mapping file\":\"\"}\n", "the arm in it"),
    ])
    func whatIsNoRecordingIsRefusedInOneSentence(text: String, sentence: String) throws {
        // Written as Latin-1 bytes, for gzip's magic number.
        let path = folder.path + "/a.jsonl"
        let stream = try #require(fopen(path, "we"))
        for scalar in text.unicodeScalars { fputc(CInt(scalar.value & 0xff), stream) }
        fclose(stream)
        let error = #expect(throws: FileError.self) { try RecordingReader(path) }
        #expect(error?.description.contains(sentence) == true, "\(error as FileError?)")
        #expect(error?.description.contains("\n") == false)
    }

    @Test(arguments: [
        ("no JSON", 1, "`{`"), ("{\"t\":1}", 8, "a `step`"), ("{\"step\":\"up\"}", 14, "the time `t`"),
        ("{\"t\":1,\"step\":\"sideways\"}", 26, "a step that this waldo knows"),
        ("{\"t\":99999999999999999999,\"step\":\"up\"}", 24, "a number of at most 18 digits"),
        ("{\"t\":1.5,\"step\":\"up\"}", 6, "a whole number"),
        ("{\"t\":1,\"step\":\"axis\",\"code\":70000,\"value\":1}", 29, "from 0 to 65535"),
        ("{\"t\":1,\"step\":\"halt\",\"reason\":\"lunch\"}", 39, "the `reason`"),
        ("{\"t\":1,\"channel\":\"zz\",\"value\":1,\"bytes\":\"00\",\"link\":\"written\"}", 63, "a channel"),
        ("{\"t\":1,\"channel\":\"zx\",\"value\":1,\"bytes\":\"0g\",\"link\":\"written\"}", 41, "hexadecimal"),
        ("{\"t\":1,\"channel\":\"zx\",\"value\":1,\"bytes\":\"00\"}", 46, "the `link`"),
        ("{\"event\":\"notify\",\"t\":1,\"characteristic\":\"ffe\"}", 42, "a Bluetooth UUID"),
        ("{\"event\":\"notify\",\"t\":1,\"characteristic\":7}", 42, "`\"`"),
        ("{\"t\":1,\"step\":\"up\"} {}", 21, "the end of the line"),
        ("{\"t\":1,\"step\":\"up", 18, "the end of a string"),
        ("{\"t\":1,\"x\":[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}", 28, "16 levels"),
    ])
    @LoopActor func aBrokenLineIsNamedByItsPlace(line: String, column: Int, expected: String) throws {
        let path = try folder.write(
            headerLine() + "{\"t\":0,\"step\":\"up\"}\n" + line + "\n{\"t\":2,\"step\":\"shutdown\"}\n", to: "b.jsonl")
        let reader = try RecordingReader(path)
        _ = try reader.next()
        let error = #expect(throws: FileError.self) { try reader.next() }
        #expect(error?.line == 3 && error?.column == column, "\(error as FileError?)")
        #expect(error?.sentence.contains(expected) == true, "\(error as FileError?)")
    }

    @Test @LoopActor func timeThatRunsBackwardIsNamedByItsLine() throws {
        let path = try folder.write(
            headerLine() + "{\"t\":5,\"step\":\"up\"}\n{\"event\":\"link\",\"t\":9}\n{\"t\":4,\"step\":\"down\"}\n",
            to: "b.jsonl")
        let reader = try RecordingReader(path)
        _ = try reader.next()
        _ = try reader.next()
        let error = #expect(throws: FileError.self) { try reader.next() }
        #expect(error?.line == 4)
        #expect(error?.sentence.contains("from 5 to 4") == true)
    }

    @Test @LoopActor func aTimeThatNoDriveHasIsNamedByItsLine() throws {
        let path = try folder.write(headerLine() + "{\"t\":999999999999999999,\"step\":\"up\"}\n", to: "b.jsonl")
        let reader = try RecordingReader(path)
        let error = #expect(throws: FileError.self) { try reader.next() }
        #expect(error?.line == 2)
    }

    @Test @LoopActor func aPlaceCanBeGoneBackTo() throws {
        let path = try record { writer in
            for at in 0..<1_000 {
                writer.step(.deadline, at: Instant(microseconds: Int64(at)), due: 1, controls: names)
            }
        }
        let reader = try RecordingReader(path)
        for _ in 0..<500 { _ = try reader.next() }
        let place = reader.position
        let line = try reader.next()
        while try reader.next() != nil {}
        try reader.seek(to: place)
        #expect(try reader.next() == line)
        #expect(reader.line == 502)
    }

    @Test @LoopActor func aLineWithoutEndIsGivenUpAtAMebibyte() throws {
        let path = try folder.write(headerLine() + String(repeating: "x", count: 2 << 20), to: "b.jsonl")
        let reader = try RecordingReader(path)
        let error = #expect(throws: FileError.self) { try reader.next() }
        #expect(error?.line == 2)
        #expect(error?.sentence.contains("1048576 bytes") == true)
    }

    /// In a directory that everyone may write to, another user's FIFO could read the recording; links are not followed,
    /// and existing files are not overwritten.
    @Test func nothingThatAnotherHasPlantedIsWrittenTo() throws {
        let (fifo, link, file) = (folder.path + "/fifo", folder.path + "/link", folder.path + "/file")
        mkfifo(fifo, 0o666)
        let reader = open(fifo, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        _ = try RecordingFile.create(fifo)
        // Only root can give a file to another user.
        if chown(fifo, geteuid() + 1, getegid()) == 0 {
            #expect(throws: FileError.self) { _ = try RecordingFile.create(fifo) }
            #expect(throws: ExportError.self) { _ = try ExportFile(fifo) }
        } else {
            #expect(geteuid() != 0)
        }
        symlink(file, link)
        #expect(throws: FileError.self) { _ = try RecordingFile.create(link) }
        #expect(throws: ExportError.self) { _ = try ExportFile(link) }
        #expect(access(file, F_OK) != 0)
    }

    @Test func aDirectoryAndAFIFOAreRefused() throws {
        mkfifo(folder.path + "/fifo", 0o600)
        for path in [folder.path, folder.path + "/fifo", folder.path + "/nosuch", "/dev/null"] {
            #expect(throws: FileError.self) { try RecordingReader(path) }
        }
    }

    /// Valid lines with bytes changed, removed and inserted: an error with its line, or a result; never a trap.
    @Test(arguments: 0..<20)
    @LoopActor func spoiltRecordingsAreReadOrRefused(seed: Int) throws {
        var random = SeededGenerator(UInt64(seed))
        let whole = Array(
            try readFile(
                record { writer in
                    for (index, event) in events.enumerated() {
                        writer.step(event, at: Instant(microseconds: Int64(index)), due: 3, controls: names)
                    }
                    writer.command(
                        RecordedCommand(
                            at: 99, command: Command(channel: .zx, value: 5, decimals: 1, frame: Frame("R5>".utf8)!)),
                        channel: "zx")
                    for uuid in ["ffe1", "6e400003-b5a3-f393-e0a9-e50e24dcca9e"] {
                        writer.notification(notification(uuid, [0, 0x41, 0xff], at: 98))
                    }
                }
            ).utf8)
        let headerEnd = try #require(whole.firstIndex(of: 0x0a))
        for _ in HostileTime.rounds(200, cases: 20) {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: (Bool.random(using: &random) ? headerEnd : 0)..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: "{}[],:\"\\-.09eu".utf8.shuffled(using: &random).prefix(2), at: place)
                }
            }
            let path = folder.path + "/fuzz.jsonl"
            let stream = try #require(fopen(path, "we"))
            fwrite(bytes, 1, bytes.count, stream)
            fclose(stream)
            do {
                let reader = try RecordingReader(path)
                while try reader.next() != nil {}
            } catch {
                #expect(!error.sentence.contains("\n"))
            }
        }
    }
}
