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
}
