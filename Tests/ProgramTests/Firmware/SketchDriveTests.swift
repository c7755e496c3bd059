import Foundation
import Testing
import WaldoCore
import WaldoTestSupport

/// The frames of golden recordings, at their times: what Waldo really sends, and what the sketches make of it.
@Suite(.serialized, .whereSketchesRun) struct SketchDriveTests {
    /// The frames of a recording that the link took, from the first one on.
    private struct Recording {
        private struct Line: Decodable {
            let t: Int?, channel: String?, value: Int?, bytes: String?, link: String?
        }

        var input = SketchInput()
        /// What the command of each channel meant last.
        var last: [String: Int] = [:]

        init(_ name: String) throws {
            let path = SourceModule.projectFolder + "/Tests/ProgramTests/Recordings/\(name).jsonl"
            var first: Int?
            for text in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst() {
                let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
                guard line.link == "written", let at = line.t, let digits = line.bytes.map(Array.init),
                    let channel = line.channel, let value = line.value
                else { continue }
                let bytes = stride(from: 0, to: digits.count, by: 2).map {
                    UInt8(String(digits[$0...$0 + 1]), radix: 16)!
                }
                first = first ?? at
                input.send(bytes, at: at - first!)
                last[channel] = value
            }
        }
    }

    @Test(arguments: [
        ("robot-by-gamepad", "StepperArm", ReceiverKind.text, 100), ("hm10-by-gamepad", "CountingArm", .plain, 120),
        ("link-lost-in-a-held-slider", "StepperArm", .text, 100),
    ])
    func theArmDoesWhatWasSent(name: String, sketch: String, receiver: ReceiverKind, beat: Int64) async throws {
        let recording = try Recording(name)
        let model = SketchModel(receiver, recording.input, baud: 9_600, repeat: beat, rest: 500)
        #expect(model.isDecided && model.motions.count > 2)
        let run = try await SketchSimulator(sketch).run(recording.input, rest: 500, watch: 6)
        model.expect(run, name)
        let last = try #require(run.motions.last).values
        #expect(last == ["slider", "zx", "zy"].map { recording.last[$0] ?? 0 } && last[0] == 0)
        let pins = sketch == "StepperArm" ? (step: 2, direction: 5) : (step: 4, direction: 7)
        model.expect(0, run.steps(pins.step, pins.direction), isVelocity: true, name)
    }

    @Test func theServosGoWhereTheyWereSent() async throws {
        let recording = try Recording("servo-arm-hm10-played")
        let model = ServoModel(recording.input, baud: 9_600)
        let run = try await SketchSimulator("ServoArm").run(recording.input, rest: 500, watch: 5)
        #expect(run.memories.map(\.bytes) == model.angles.map(\.values) && model.angles.count > 20)
        let last = ["base", "shoulder", "elbow", "wrist", "gripper"].map { UInt8(recording.last[$0] ?? 90) }
        #expect(run.memories.last?.bytes == last)
    }
}
