import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// What valid arm files are read as.
struct ArmReaderTests {
    private func arm(_ text: String) throws -> Arm { try ArmReader.arm(from: text, file: "F") }

    @Test func theTimeOfAMove() throws {
        let text = Samples.actions.replacing("b{value}\\n", with: "#0P{value}T{time:04}\\r")
            .replacing("slew: 60 }", with: "slew: 60 }, send: release")
        let base = try arm(text).profiles[Channel(0)]
        #expect(base.send == .release && base.limits?.slew == 60)
        #expect(base.frames?.positive.fields.dropLast().last == .time(MoveTime(nil, width: 4)))
        let combined = try arm(
            """
            name: Two servos
            link: { service: ffe0, write: ffe1 }
            pacing: { interval: 20 ms }
            channels:
              base: { mode: position, range: [0, 1000], limits: { slew: 250 } }
              grip: { mode: position, range: [0, 1000], limits: { slew: 250 } }
            frame: [0x55, {u16le: {time: 1 ms}}, {u16le: base}, {u16le: grip}, sum8]
            """)
        #expect(combined.frame?.fields[1] == .time(MoveTime(.u16le)) && combined.longestFrame == 8)
    }

    @Test func theDefaultArmIsTheOriginalOne() throws {
        let arm = try Library(directory: nil).loadArm(Library.defaultArm)
        func text(_ template: String) -> FrameTemplate {
            FrameTemplate(
                template.split(separator: "{value}", omittingEmptySubsequences: false).enumerated().flatMap {
                    ($0 > 0 ? [.decimal(width: 0, of: nil)] : []) + $1.utf8.map { .byte($0) }
                })
        }
        func position(_ name: String, _ negative: String, _ positive: String) -> ChannelProfile {
            ChannelProfile(
                name, mode: .position, range: ValueRange(low: -100, high: 100), send: .release,
                busy: .init(base: .milliseconds(52), perUnit: .milliseconds(31)),
                frames: .init(negative: text(negative), zero: nil, positive: text(positive)))
        }
        let uuid = { (short: String) in BluetoothUUID("713d\(short)-503e-4c75-ba94-3148f18d941e")! }
        let turned = ArmModel.Behaviour(.position(takes: 31_000, delay: .milliseconds(50)), deaf: .moving)
        let model = ArmModel(
            source: "robotController.ino and Adafruit_MotorShield.cpp (0f82ff0), by reading", parser: .sketch,
            byteTime: .milliseconds(5),
            behaviours: [
                .init(.frames(steps: [1, 3], length: 0.000_04, takes: .milliseconds(30)), deaf: .moving), turned,
                turned,
            ])
        #expect(
            arm
                == Arm(
                    name: "MSc robot controller on a RedBear BLE Shield",
                    link: .bluetooth(
                        BluetoothProfile(service: uuid("0000"), write: uuid("0003"), notify: uuid("0002"))),
                    pacing: Pacing(interval: .milliseconds(80), zeroRepeats: 3),
                    profiles: PerChannel(
                        slider: ChannelProfile(
                            "slider", mode: .velocity, range: ValueRange(low: -6, high: 6),
                            heartbeat: .milliseconds(100),
                            frames: .init(negative: text("B>"), zero: text("S>"), positive: text("F>"))),
                        zx: position("zx", "L{value}>", "R{value}>"),
                        zy: position("zy", "D{value}>", "U{value}>")),
                    pose: ArmPose(
                        joints: [
                            .init(.turn, .y, .position(.zx, zero: 0, unit: 1.8)),
                            .init(.turn, .x, .position(.zy, zero: 0, unit: -1.8)), .init(.move, .z, .fixed(0.15)),
                            .init(.move, .z, .frames(.slider, each: 0.000_08, error: 0.000_04, home: nil)),
                        ], accuracy: 0.01, settlingTime: .milliseconds(60)), model: model))
        #expect(arm.longestFrame == 6)
    }

    /// Each question takes the place of a frame.
    @Test func questionsLeaveTimeForMotion() throws {
        #expect(try arm(Samples.serial.replacing("every: 250 ms", with: "every: 40 ms")).reports.ask != nil)
        let error = #expect(throws: FileError.self) {
            try arm(Samples.serial.replacing("every: 250 ms", with: "every: 39 ms"))
        }
        #expect(error?.sentence.contains("39 ms apart leave no time for motion") == true, "\(error?.sentence ?? "")")
    }

    @Test func everyFieldOfAByteList() throws {
        let list = """
            [0xA5, 165, u8, i8, u16le, u16be, i16le, i16be, { i8: value }, sequence, { u8: sequence }, sum8, xor8, \
            { sum8: { from: 1 } }, { xor8: {} }, crc8, { crc8: { from: 2, poly: 0x31, init: 0xFF } }]
            """
        let text = Samples.arm.replacing("[0xA5, i8, sum8]", with: list).replacing(
            "[-100, 100], heartbeat", with: "[0, 100], heartbeat"
        )
        .replacing("write: ffe1", with: "write: ffe1\n  max: 64")
        let fields = try #require(try arm(text).profiles.slider.frames).positive.fields
        #expect(
            fields == [
                .byte(0xa5), .byte(165), .number(.u8, of: nil), .number(.i8, of: nil), .number(.u16le, of: nil),
                .number(.u16be, of: nil), .number(.i16le, of: nil), .number(.i16be, of: nil), .number(.i8, of: nil),
                .sequence, .sequence, .checksum(.init(.sum8)), .checksum(.init(.xor8)),
                .checksum(.init(.sum8, from: 1)), .checksum(.init(.xor8)),
                .checksum(.init(.crc8(poly: 7, initial: 0))),
                .checksum(.init(.crc8(poly: 0x31, initial: 0xff), from: 2)),
            ])
    }

    @Test func theServiceOfTheNotificationsIsRead() throws {
        let text = Samples.arm.replacing("write: ffe1", with: "write: ffe1\n  notify: ffe2\n  notify service: ffe5")
        #expect(try arm(text).link.bluetooth?.notifyService == BluetoothUUID("ffe5"))
    }

    /// Each channel's frames are written to its own characteristic, those of two to the same, all others to the first.
    @Test func aChannelNamesItsCharacteristic() throws {
        let text = Samples.actions
            .replacing("slew: 60 }, frame", with: "slew: 60 }, to: ffe4, frame")
            .replacing("[0, 9.5], frame", with: "[0, 9.5], to: FFE3, frame")
            .replacing("heartbeat: 100 ms, frame", with: "heartbeat: 100 ms, to: ffe4, frame")
        let arm = try arm(text)
        #expect(arm.link.bluetooth?.writes == ["ffe1", "ffe4", "ffe3"].map { BluetoothUUID($0)! })
        #expect(arm.channels.map(arm.destination(of:)) == [1, 2, 1, 0, 0])
        let wheel = try #require(arm.channel(named: "wheel"))
        let template = try #require(arm.template(for: wheel, value: 0))
        let zero = template.rendered(arm.startValues, own: wheel, decimals: arm.decimals)
        #expect(zero.destination == 1 && zero == Frame("w0\n".utf8))
    }

    /// The name of the usual characteristic changes nothing.
    @Test func aChannelMayNameTheUsualCharacteristic() throws {
        let text = Samples.arm.replacing("velocity, range", with: "velocity, to: ffe1, range")
        #expect(try arm(text) == arm(Samples.arm))
    }

    @Test(arguments: [
        ("X{value}", [-100, 0, 100], ["X-100", "X0", "X100"]),
        ("{value:04}", [-100, -7, 0, 100], ["-100", "-007", "0000", "0100"]),
        ("{value:.2};", [-10000, -25, 5, 10000], ["-100.00;", "-0.25;", "0.05;", "100.00;"]),
        ("{value:08.2}", [-25, 10000], ["-0000.25", "00100.00"]),
        ("{{{value}}}", [1], ["{1}"]),
        ("é{value}\\n", [1], ["é1\n"]),
    ])
    func textTemplates(_ template: String, _ numbers: [Int32], _ texts: [String]) throws {
        let arm = try arm(Samples.arm.replacing("X{value}", with: template))
        let frame = try #require(arm.template(for: .zx, value: 1))
        for (number, text) in zip(numbers, texts) {
            let values = PerChannel<Int32>(slider: 0, zx: number, zy: 0)
            let bytes = frame.rendered(values, own: .zx, decimals: arm.decimals).bytes
            #expect(bytes == Array(text.utf8))
        }
    }

    @Test(arguments: [
        ("[-100, 100]", ValueRange(low: -100, high: 100)),
        ("[100, -100]", ValueRange(low: 100, high: -100)),
        ("[0, 180], zero: 90", ValueRange(low: 0, high: 180, zero: 90)),
        ("[0, 180], zero: 0", ValueRange(low: 0, high: 180, zero: 0)),
        ("[-1.5, 1.25]", ValueRange(low: -150, high: 125, zero: -12, decimals: 2)),
        ("[0, 1], zero: 0.125", ValueRange(low: 0, high: 1000, zero: 125, decimals: 3)),
    ])
    func ranges(_ text: String, _ range: ValueRange) throws {
        let arm = try arm(Samples.arm.replacing("[-100, 100], frame: \"X", with: "\(text), frame: \"X"))
        #expect(arm.profiles.zx.range == range)
    }

    @Test(
        arguments: [
            ("52 ms", .milliseconds(52), .zero), ("0.5 s", .milliseconds(500), .zero),
            ("31 ms/unit", .zero, .milliseconds(31)), ("1s+0.5ms/unit", .seconds(1), .microseconds(500)),
            ("52 ms + 31 ms/unit", .milliseconds(52), .milliseconds(31)),
        ] as [(String, TimeSpan, TimeSpan)])
    func busyTimes(_ text: String, _ base: TimeSpan, _ perUnit: TimeSpan) throws {
        let arm = try arm(Samples.arm.replacing("mode: position", with: "mode: position, busy: \(text)"))
        #expect(arm.profiles.zx.busy == .init(base: base, perUnit: perUnit))
    }

    @Test func startIsInTheRangesUnits() throws {
        let text = Samples.combined.replacing("position,", with: "position, start: -0.5,")
        #expect(try arm(text).profiles.zx.start == -50)
        #expect(try arm(text).profiles.zx.range == ValueRange(low: -150, high: 150, decimals: 2))
    }

    /// A heartbeat waits only for channels that may send repeatedly.
    @Test func heartbeatsCompeteWithWhatMayRepeatOnly() throws {
        let tight = Samples.arm.replacing("heartbeat: 100 ms", with: "heartbeat: 10 ms")
        #expect(throws: FileError.self) { try arm(tight.replacing("20 ms", with: "10.001 ms")) }
        #expect(throws: Never.self) { try arm(tight.replacing("20 ms", with: "10 ms")) }
        #expect(throws: Never.self) {
            try arm(tight.replacing("20 ms", with: "20 ms").replacing("position,", with: "position, send: release,"))
        }
    }

    @Test func aVelocityMayDoWithoutAHeartbeatIfItsFileSaysSo() throws {
        #expect(try arm(Samples.arm).profiles.slider.heartbeat == .milliseconds(100))
        let none = Samples.arm.replacing("heartbeat: 100 ms", with: "heartbeat: none")
        #expect(try arm(none).profiles.slider.heartbeat == nil)
    }

    /// Arms and recordings that still use the keys' old names.
    @Test func theOldNamesOfKeysAreTaken() throws {
        let old = Samples.arm.replacing("mode:", with: "means:").replacing("heartbeat:", with: "repeat:")
            .replacing("zero repeats:", with: "stops:")
        #expect(old != Samples.arm)
        #expect(try arm(old) == arm(Samples.arm))
    }

    /// A recording is read by the rules of its time, when a velocity without `heartbeat` had none.
    @Test func aRecordedArmMayLackAHeartbeat() throws {
        let bare = SourceText(name: "arm", text: Samples.arm.replacing(", heartbeat: 100 ms", with: ""))
        let header = RecordingHeader(
            version: "1", started: 0, arm: bare, mapping: SourceText(name: "m", text: Samples.mapping),
            input: InputIdentity(bus: 0, vendor: 0, product: 0, version: 0, port: "", name: ""))
        #expect(try header.loadArm(of: "r").profiles.slider.heartbeat == nil)
        #expect(throws: FileError.self) { try arm(bare.text) }
    }

    @Test(
        arguments: [
            (
                "[0xA5, 0xFF, { u8: sequence }, { sum8: { from: 1 } }]",
                [.byte(0xa5), .byte(0xff), .sequence, .checksum(.init(.sum8, from: 1))]
            ),
            ("[1, sequence, crc8]", [.byte(1), .sequence, .checksum(.init(.crc8(poly: 7, initial: 0)))]),
            ("\"a{{}}\"", [.byte(0x61), .byte(0x7b), .byte(0x7d)]),
        ] as [(String, [FrameTemplate.Field])])
    func whatStopsAnArmWhosePositionsAreNotKnown(_ text: String, _ fields: [FrameTemplate.Field]) throws {
        let halting = try arm(Samples.combined + "halt: \(text)\n")
        #expect(halting.halt?.fields == fields)
        #expect(try arm(Samples.combined).halt == nil)
    }

    @Test func theHaltFrameCountsAmongTheLongest() throws {
        let text = Samples.combined.replacing("{slider},{zx:07.2}", with: "{slider}{zx}")
        #expect(try arm(text).longestFrame == 8)
        #expect(try arm(text + "halt: 0123456789\n").longestFrame == 10)
    }

    @Test func aSpringAndSendOnReleaseDoNotGoTogether() throws {
        let release = try arm(Samples.arm.replacing("position,", with: "position, send: release,"))
        let change = try arm(Samples.arm)
        let spring = try MappingReader.mapping(
            from: Samples.mapping.replacing("keys:", with: "  behaviour: spring\nkeys:"), file: "F")
        let rate = try MappingReader.mapping(from: Samples.mapping, file: "F")
        #expect(release.problem(with: spring)?.contains("zx on release") == true)
        #expect(release.problem(with: rate) == nil)
        #expect(change.problem(with: spring) == nil)
    }
}
