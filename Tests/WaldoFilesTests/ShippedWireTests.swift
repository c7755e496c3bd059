import Testing
import WaldoCore
import WaldoTime

@testable import WaldoFiles

/// The bytes of the shipped arms that speak what public firmware reads, as that firmware's source or guide says.
struct ShippedWireTests {
    private let library = Library(directory: nil)

    /// The frame of one channel at a number, with the others where the arm starts.
    private func bytes(_ arm: Arm, _ name: String, _ number: Int32) throws -> [UInt8] {
        let channel = try #require(arm.channel(named: name))
        var values = arm.startValues
        values[channel] = number
        let template = try #require(arm.template(for: channel, value: number))
        return template.rendered(values, own: channel, decimals: arm.decimals).bytes
    }

    @Test(arguments: [
        ("base", 0, "B0\n"), ("shoulder", 7, "S7\n"), ("elbow", 90, "E90\n"), ("claw", 180, "G180\n"),
    ])
    func aMeArmTakesALetterAnAngleAndALineFeed(name: String, angle: Int32, text: String) throws {
        let arm = try library.loadArm("mearm")
        #expect(arm.channels.count == 4)
        #expect(try bytes(arm, name, angle) == Array(text.utf8))
    }

    @Test(arguments: [
        ("base", 0, "D0"), ("shoulder", 9, "C9"), ("elbow", 45, "B45"), ("wrist", 90, "G90"), ("gripper", 180, "A180"),
    ])
    func theServoArmOverAnHM10TakesALetterAndAnAngle(name: String, angle: Int32, text: String) throws {
        let arm = try library.loadArm("servo-arm-hm10")
        #expect(arm.channels.count == 5)
        #expect(try bytes(arm, name, angle) == Array(text.utf8))
    }

    /// Its sketch takes whatever has come 10 ms after the letter for the number, and a radio may hold a frame back for
    /// a connection interval of 50 ms.
    @Test func theServoArmOverAnHM10IsNeverSentTwoFramesAtOnce() throws {
        #expect(try library.loadArm("servo-arm-hm10").pacing.interval >= .milliseconds(60))
    }

    @Test(arguments: ["base", "shoulder", "elbow", "wrist", "roll", "gripper"].enumerated().map { ($0, $1) })
    func theMaestroTakesMiniSSC(place: Int, name: String) throws {
        let arm = try library.loadArm("servo-arm-nordic-uart")
        #expect(arm.channels.count == 6)
        for target: UInt8 in [0, 127, 254] {
            #expect(try bytes(arm, name, Int32(target)) == [0xff, UInt8(place), target])
        }
        // 0xFF begins a command: it must never be a target.
        #expect(arm.profiles.list.allSatisfy { $0.range.high == 254 && $0.start == 127 })
    }

    @Test func aMeArmOnUSBTakesTheSameLines() throws {
        let arm = try library.loadArm("mearm-usb"), other = try library.loadArm("mearm")
        #expect(arm.link.serial?.baud == 115_200 && arm.profiles.list.map(\.name) == other.profiles.list.map(\.name))
        for name in ["base", "shoulder", "elbow", "claw"] {
            #expect(try bytes(arm, name, 45) == bytes(other, name, 45))
        }
    }

    @Test(arguments: ["waist", "shoulder", "elbow", "roll", "pitch", "gripper"].enumerated().map { ($0 + 1, $1) })
    func theArmOverAnHC05TakesItsServoAndAnAngle(servo: Int, name: String) throws {
        let arm = try library.loadArm("servo-arm-hc05")
        #expect(arm.channels.count == 6)
        #expect(try bytes(arm, name, 120) == Array("s\(servo)120".utf8))
    }

    /// Its driver tests the twentieth byte, and forgets its servos after a second.
    @Test func aV7RCBoardTakesFourPulsesInTwentyBytes() throws {
        let arm = try library.loadArm("v7rc")
        #expect(try bytes(arm, "servo1", 1000) == Array("SRT1000150015001500#".utf8))
        #expect(try bytes(arm, "servo4", 2000) == Array("SRT1500150015002000#".utf8))
        #expect(arm.silence == BoardSilence(after: .seconds(1), .home))
        let keepAlive = try #require(arm.keepAlive)
        #expect(keepAlive * 3 < .seconds(1))
    }

    /// The bytes that Feetech's own SDK makes for the same goals, question and torque.
    @Test func anSO101TakesAllGoalsInOneFrame() throws {
        let arm = try library.loadArm("so101")
        #expect(
            try HexText.text(of: bytes(arm, "gripper", 2048))
                == "fffffe16832a02" + "010008020008030008040008050008060008" + "f7")
        #expect(try HexText.text(of: #require(arm.reports.ask).bytes.bytes) == "fffffe0a82380201020304050626")
        #expect(arm.steps.beginMoves && arm.steps.begin.count == 1 && arm.steps.end.isEmpty)
        var reader = ReportReader(arm)
        let numbers = try reader.read(#require(HexText.bytes(of: "ffff030400d204" + "22")))
        let elbow = try #require(arm.channel(named: "elbow_flex"))
        var expected = PerChannel<Int32?>(repeating: nil, for: arm.channels)
        expected[elbow] = 1234
        #expect(numbers == [.position(expected)])
    }

    @Test func theRoverTakesBothSpeedsInOneLine() throws {
        let arm = try library.loadArm("rover")
        #expect(try bytes(arm, "left", 60) == Array("m 60 0\r".utf8))
        #expect(try bytes(arm, "right", -60) == Array("m 0 -60\r".utf8))
        #expect(try bytes(arm, "right", 0) == Array("m 0 0\r".utf8))
        // Its watchdog stops it after two seconds without a frame.
        for profile in arm.profiles.list {
            let heartbeat = try #require(profile.heartbeat)
            #expect(heartbeat * 3 < .milliseconds(2_000))
        }
    }

    /// The example of Hiwonder's protocol page for servo 1, with the file's time (200 ms) and with its servo and goal.
    @Test(arguments: ["gripper", "roll", "wrist", "elbow", "shoulder", "base"].enumerated().map { ($0 + 1, $1) })
    func aHiwonderXArmTakesOneServoAFrame(servo: Int, name: String) throws {
        let arm = try library.loadArm("hiwonder-xarm")
        var example = try #require(HexText.bytes(of: "55550803" + "01e803" + "01d007"))
        example.replaceSubrange(5...6, with: [200, 0])
        example.replaceSubrange(7...9, with: [UInt8(servo), 0xf4, 0x01])
        #expect(try bytes(arm, name, 500) == example)
    }

    /// Question and answer as ServoPositionRead in LewanSoul-xArm's list of commands. A servo below 0 is not at 65531.
    @Test func aHiwonderXArmSaysWhereItStands() throws {
        let arm = try library.loadArm("hiwonder-xarm")
        #expect(try HexText.text(of: #require(arm.reports.ask).bytes.bytes) == "55550915" + "06" + "010203040506")
        var reader = ReportReader(arm)
        let answer = try #require(HexText.bytes(of: "5555151506" + "01150102f10103ef0104210205f30106fbff"))
        let numbers = reader.read(Array(answer.prefix(20))) + reader.read(Array(answer.dropFirst(20)))
        // The arm straight up, as an owner's script has it, but with a base that was turned beyond its end.
        let expected: [String: Int32] = [
            "base": -5, "shoulder": 499, "elbow": 545, "wrist": 495, "roll": 497, "gripper": 277,
        ]
        var positions = PerChannel<Int32?>(repeating: nil, for: arm.channels)
        for channel in arm.channels { positions[channel] = expected[arm.profiles[channel].name] }
        #expect(numbers == [.position(positions)])
        #expect(arm.steps.begin.isEmpty && arm.steps.end.isEmpty)
    }

    /// Frames of a client of the same module, which drives forward, stops, and moves a servo at port 1, slot 1.
    @Test func anMBotTakesAFrameForEachMotorAndItsServo() throws {
        let arm = try library.loadArm("mbot")
        func text(_ name: String, _ number: Int32) throws -> String { try HexText.text(of: bytes(arm, name, number)) }
        #expect(try text("left", -255) == "ff550600020a09" + "01ff")
        #expect(try text("right", 255) == "ff550600020a0a" + "ff00")
        #expect(try text("left", 0) == "ff550600020a09" + "0000")
        #expect(try text("servo", 90) == "ff550600020b0101" + "5a")
        #expect(try text("servo", 180) == "ff550600020b0101" + "b4")
        // Forward is below 0 on the left, because that motor is mounted the other way round.
        let left = try #require(arm.channel(named: "left")), right = try #require(arm.channel(named: "right"))
        #expect(arm.profiles[left].range.high == -255 && arm.profiles[right].range.high == 255)
    }

    /// `I0 70 1 -20 2 -20` as the firmware reads it: a byte for each number, and `~`.
    @Test func aPetoiTakesItsJointsInOneFrame() throws {
        let arm = try library.loadArm("petoi")
        var values = arm.startValues
        for (name, angle) in [("turn", 70), ("lift", -10), ("gripper", -20)] as [(String, Int32)] {
            values[try #require(arm.channel(named: name))] = angle
        }
        let turn = try #require(arm.channel(named: "turn"))
        let template = try #require(arm.template(for: turn, value: 70))
        let frame = template.rendered(values, own: turn, decimals: arm.decimals)
        #expect(HexText.text(of: frame.bytes) == "49" + "0046" + "01f6" + "02ec" + "7e")
        // It waits for 1.5 s after a connection and receives nothing meanwhile.
        guard case .wait(let span)? = arm.steps.begin.first else {
            Issue.record("nothing waits")
            return
        }
        #expect(span > .milliseconds(1_500) && arm.steps.begin.count == 1 && arm.steps.end.isEmpty)
    }

    /// The frames of BuWizz_protocol.md: 0x11 and the output level, then 0x10, four signed bytes and a zero.
    @Test func aBuWizzTakesFourMotorsInOneFrame() throws {
        let arm = try library.loadArm("buwizz2")
        #expect(try bytes(arm, "port_1", 127) == [0x10, 0x7f, 0, 0, 0, 0])
        #expect(try bytes(arm, "port_2", -127) == [0x10, 0, 0x81, 0, 0, 0])
        #expect(try bytes(arm, "port_4", 50) == [0x10, 0, 0, 0, 50, 0])
        #expect(!arm.steps.beginMoves && arm.steps.begin.count == 1)
        guard case .send(let bytes)? = arm.steps.begin.first else {
            Issue.record("nothing sets the level")
            return
        }
        #expect(bytes.bytes == [0x11, 1])
    }

    /// Frames of node-poweredup's tests (speed 52, brake) and the range of LEGO's document.
    @Test(arguments: ["port_a", "port_b", "port_c", "port_d"].enumerated().map { (UInt8($0), $1) })
    func aTechnicHubTakesThePowerOfOnePort(port: UInt8, name: String) throws {
        let arm = try library.loadArm("lego-control-plus")
        #expect(try bytes(arm, name, 52) == [8, 0, 0x81, port, 0x11, 0x51, 0, 0x34])
        #expect(try bytes(arm, name, -100) == [8, 0, 0x81, port, 0x11, 0x51, 0, 0x9c])
        // 0 would let an arm sink.
        #expect(try bytes(arm, name, 0) == [8, 0, 0x81, port, 0x11, 0x51, 0, 0x7f])
    }

    /// btsmart (PyPI): one signed byte to the characteristic of an output.
    @Test(arguments: [("o1", "8ae8860c"), ("o2", "8ae88b84")])
    func aBTSmartControllerTakesAByteOnEachOutputsCharacteristic(name: String, uuid: String) throws {
        let arm = try library.loadArm("fischertechnik-bt-smart")
        #expect(try bytes(arm, name, 100) == [0x64])
        #expect(try bytes(arm, name, -100) == [0x9c])
        #expect(try bytes(arm, name, 0) == [0])
        let channel = try #require(arm.channel(named: name)), link = try #require(arm.link.bluetooth)
        let written = link.writes[Int(arm.destination(of: channel))]
        #expect(written == BluetoothUUID("\(uuid)-ad7d-11e6-80f5-76304dec7eb7"))
    }

    /// The example of the sketch's comment, at the file's speed.
    @Test func aBraccioTakesSixAnglesAndASpeed() throws {
        let arm = try library.loadArm("braccio-usb")
        let example = "P0,90,20,90,90,73,100\n"
        var values = arm.startValues
        for (name, angle) in [("base", 0), ("elbow", 20)] as [(String, Int32)] {
            values[try #require(arm.channel(named: name))] = angle
        }
        let base = try #require(arm.channel(named: "base"))
        let template = try #require(arm.template(for: base, value: 0))
        #expect(
            template.rendered(values, own: base, decimals: arm.decimals).bytes
                == Array(example.replacing("100\n", with: "40\n").utf8))
        // Its restart takes the arm there.
        #expect(arm.profiles.list.map(\.start) == [90, 90, 90, 90, 90, 73])
    }
}
