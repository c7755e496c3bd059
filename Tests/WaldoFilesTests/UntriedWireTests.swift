import Testing
import WaldoCore
import WaldoTime

@testable import WaldoFiles

/// The bytes of boards whose documents alone are known, as these documents and their clients have them.
struct UntriedWireTests {
    private let library = Library(directory: nil)

    private func text(_ arm: Arm, _ name: String, _ number: Int32) throws -> String {
        let channel = try #require(arm.channel(named: name))
        var values = arm.startValues
        values[channel] = number
        let template = try #require(arm.template(for: channel, value: number))
        return HexText.text(of: template.rendered(values, own: channel, decimals: arm.decimals).bytes)
    }

    /// The drive of SBrick-Framework's log, `010000f0`; its ports B and C are 2 and 1.
    @Test func anSBrickTakesADirectionAndAPower() throws {
        let arm = try library.loadArm("sbrick")
        #expect(try text(arm, "port_a", 240) == "010000f0")
        #expect(try text(arm, "port_b", -240) == "010201f0")
        #expect(try text(arm, "port_c", 255) == "010100ff")
        #expect(try text(arm, "port_d", 0) == "0003")
        // Five tenths of a second.
        #expect(arm.steps.sent.map { HexText.text(of: $0.bytes) } == ["0d05"])
        #expect(arm.silence == BoardSilence(after: .milliseconds(500), .stop))
    }

    /// The hello of a recorded session, the document's example of an answer (`07` there), and its layout of a position.
    @Test func aJIMUTakesOneServoAFrame() throws {
        let arm = try library.loadArm("jimu")
        #expect(try text(arm, "servo_1", 120).hasPrefix("fbbf0d09" + "00000001" + "78"))
        #expect(try text(arm, "servo_6", 0).hasPrefix("fbbf0d09" + "00000020" + "00"))
        let hello = ["fbbf0636003ced", "fbbf06010007ed", "fbbf0608000eed"]
        #expect(arm.steps.sent.map { HexText.text(of: $0.bytes) } == hello)
        // A question for a position releases the servo.
        #expect(arm.reports.ask == nil)
    }

    /// The numbers that the sketch compares.
    @Test func aREXArmbotTakesSteps() throws {
        let arm = try library.loadArm("rex-armbot")
        for (index, name) in ["turn", "reach", "lift", "gripper"].enumerated() {
            let steps = try [text(arm, name, -1), text(arm, name, 1)].sorted()
            #expect(steps == ["4b03040\(2 * index + 1)", "4b03040\(2 * index + 2)"])
            #expect(try text(arm, name, 0).hasPrefix("4b030400"))
        }
        // Forward is below the middle, and within 20 of it the wheels stop.
        #expect(try text(arm, "drive", 1) == "4b03037f3f")
        #expect(try text(arm, "drive", 0) == "4b03037f7f")
        #expect(try text(arm, "wheel_turn", 0) == "4b03037f7e")
    }

    /// Forward and back in x as pydobotplus jogs, at once instead of in the queue, and idle.
    @Test func aDobotTakesADirectionOrIdle() throws {
        let arm = try library.loadArm("dobot-magician")
        #expect(try text(arm, "x", 1) == "aaaa0449010001b5")
        #expect(try text(arm, "x", -1) == "aaaa0449010002b4")
        #expect(try text(arm, "rotation", -1) == "aaaa0449010008ae")
        for name in ["x", "y", "z", "rotation"] { #expect(try text(arm, name, 0) == "aaaa0449010000b6") }
    }
}
