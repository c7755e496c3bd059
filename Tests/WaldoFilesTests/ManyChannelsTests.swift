import Testing
import WaldoCore

@testable import WaldoFiles

/// Arms with other channels than the default arm's.
struct ManyChannelsTests {
    /// Seven servos in text, as anybody may write them.
    static let servos = """
        name: Seven servos
        link: { service: ffe0, write: ffe1 }
        pacing: { interval: 20 ms }
        channels:
          base: { mode: position, range: [0, 180], frame: "ba{value:03}\\n" }
          shoulder: { mode: position, range: [0, 180], frame: "sh{value:03}\\n" }
          elbow: { mode: position, range: [0, 180], frame: "el{value:03}\\n" }
          wrist: { mode: position, range: [0, 180], frame: "wr{value:03}\\n" }
          roll: { mode: position, range: [0, 180], frame: "ro{value:03}\\n" }
          pitch: { mode: position, range: [0, 180], frame: "pi{value:03}\\n" }
          gripper: { mode: position, range: [0, 180], frame: "gr{value:03}\\n" }

        """

    @Test func channelsAreThoseOfTheFileInItsOrder() throws {
        let arm = try ArmReader.arm(from: Self.servos, file: "F")
        let names = arm.profiles.list.map(\.name)
        #expect(names == ["base", "shoulder", "elbow", "wrist", "roll", "pitch", "gripper"])
        #expect(arm.startValues.list == Array(repeating: 90, count: 7))
        let gripper = try #require(arm.channel(named: "gripper"))
        var values = arm.startValues
        values[gripper] = 7
        let frame = arm.template(for: gripper, value: 7)?.rendered(values, own: gripper, decimals: arm.decimals)
        #expect(frame == Frame("gr007\n".utf8))
    }

    /// Recordings of waldo 0.1.0 rely on the order of the default arm's channels.
    @Test func theDefaultArmsChannelsKeepTheirOrder() throws {
        let text = Self.servos.replacing("base:", with: "zy:").replacing("shoulder:", with: "slider:")
        let three = text.split(separator: "\n").prefix(6).joined(separator: "\n")
        #expect(try ArmReader.arm(from: three, file: "F").profiles.list.map(\.name) == ["slider", "zy"])
        let mixed = text.split(separator: "\n").prefix(7).joined(separator: "\n")
        #expect(try ArmReader.arm(from: mixed, file: "F").profiles.list.map(\.name) == ["zy", "slider", "elbow"])
    }

    @Test func oneFrameCarriesAllOfThem() throws {
        let lines = Self.servos.split(separator: "\n").map { line in
            line.firstRange(of: ", frame").map { String(line[..<$0.lowerBound]) + " }" } ?? String(line)
        }
        let frame = "frame: \"{base},{shoulder},{elbow},{wrist},{roll},{pitch},{gripper}\\n\""
        let text = lines.joined(separator: "\n").replacing("write: ffe1", with: "write: ffe1, max: 40") + "\n" + frame
        let arm = try ArmReader.arm(from: text, file: "F")
        var values = arm.startValues
        for channel in arm.channels { values[channel] = Int32(channel.index) }
        let template = try #require(arm.template(for: Channel(0), value: 0))
        #expect(template.rendered(values, own: Channel(0), decimals: arm.decimals) == Frame("0,1,2,3,4,5,6\n".utf8))
    }

    /// With every channel busy a heartbeat waits for a frame of each other one.
    @Test func allChannelsCountWhereAHeartbeatIsKept() throws {
        let velocity = "base: { mode: velocity, heartbeat: 70 ms, range: [0, 180], frame: \"ba{value:03}\\n\" }"
        let position = "base: { mode: position, range: [0, 180], frame: \"ba{value:03}\\n\" }"
        #expect(throws: Never.self) {
            try ArmReader.arm(from: Self.servos.replacing(position, with: velocity), file: "F")
        }
        let failure = #expect(throws: FileError.self) {
            try ArmReader.arm(
                from: Self.servos.replacing(position, with: velocity.replacing("70 ms", with: "69 ms")), file: "F")
        }
        #expect("\(failure as FileError?)".contains("7 channels 20 ms apart take 140 ms"), "\(failure as FileError?)")
    }
}
