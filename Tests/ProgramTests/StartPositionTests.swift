import Foundation
import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport

@testable import WaldoApp

/// `--position`, in the arm's own unit.
@Suite struct StartPositionTests {
    private var arm: Arm {
        var arm = Arm.combined
        for channel in [Channel.zx, .zy] {
            arm.profiles[channel] = ChannelProfile(
                "\(channel)", mode: .position, range: ValueRange(low: -1_050, high: 900, decimals: 1), heartbeat: nil,
                frames: nil)
        }
        return arm
    }

    @Test func aPositionIsCountedInTheRangesDecimals() throws {
        let placed = try #require(StartPosition(argument: "-105,89.96")).applied(to: arm)
        #expect(placed.profiles.zx.start == -1_050 && placed.profiles.zy.start == 900)
    }

    private func armFile(_ names: [String]) -> String {
        let channels = names.map { "  \($0): { mode: position, range: [0, 180], start: 90 }\n" }.joined()
        return """
            name: Test
            link: { service: ffe0, write: ffe1 }
            pacing: { interval: 20 ms }
            channels:
              drive: { mode: velocity, range: [-9, 9], heartbeat: 100 ms }
            \(channels)frame: "{drive},\(names.map { "{\($0)}" }.joined(separator: ","))\\n"

            """
    }

    /// What the operator said of two positions says nothing of a third one, which a zero frame would move.
    @Test func aRecordingPlacesNoChannelThatItDoesNotHave() throws {
        let folder = try TemporaryFolder()
        let mapping = try Library(directory: nil).mapping("gamepad").source.text
        let recording = try folder.write(
            """
            {"recording":1,"position":[10,20],"arm file":\(JSONQuoting.text(armFile(["a", "b"]))),"mapping file":\
            \(JSONQuoting.text(mapping))}
            {"t":1,"channel":"drive","value":5,"bytes":"352c31302c32300a","all":[5,10,20],"link":"written"}

            """, to: "placed.jsonl")
        let plan = try ReplayPlan(recording, from: nil, until: nil, rate: 1, loops: false)
        let two = try Library(directory: nil).loadArm(folder.write(armFile(["b", "a"]), to: "two.yaml"))
        let three = try Library(directory: nil).loadArm(folder.write(armFile(["a", "b", "c"]), to: "three.yaml"))
        #expect(plan.placed(two).profiles.list.map(\.start) == [0, 20, 10] && plan.places(two))
        #expect(plan.problem(with: three) == nil && !plan.places(three))
        let text = try String(contentsOfFile: recording, encoding: .utf8)
        let longer = try folder.write(text.replacing("[10,20]", with: "[10,20,30]"), to: "longer.jsonl")
        let failure = #expect(throws: FileError.self) { _ = try RecordingReader(longer) }
        #expect("\(failure as FileError?)".contains("`position` has 3 numbers"), "\(failure as FileError?)")
    }

    @Test(arguments: ["-105.1,0", "0,90.06", "1e30,0"])
    func limitsAreShownAsTheOperatorWritesThem(argument: String) throws {
        let position = try #require(StartPosition(argument: argument))
        let failure = #expect(throws: Failure.self) { _ = try position.applied(to: arm) }
        #expect(failure?.description.contains("goes from -105.0 to 90.0") == true, "\(failure as Failure?)")
    }
}
