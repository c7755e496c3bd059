import Testing
import WaldoCore
import WaldoTime

@testable import WaldoFiles

/// What a valid `model` of an arm file is read as, and what stands in for what it leaves out.
@Suite struct ModelReaderTests {
    private func arm(_ text: String) throws -> Arm { try ArmReader.arm(from: text, file: "F") }

    /// The wheel also turns a joint, and the first joint that a channel moves counts its way.
    private let modelled = Samples.modelled

    @Test func everyKey() throws {
        let model = try #require(try arm(modelled).model)
        #expect(model.source == "a watch" && model.parser == .frames && model.buffer == 32)
        #expect(model.byteTime == .microseconds(1_042))
        let half = TimeSpan.milliseconds(500)
        // 2 mm/s a unit, 9 units at most.
        let track = 0.002 * 9
        #expect(
            model.behaviours == [
                .init(
                    .position(takes: 5_000, delay: .milliseconds(20)), limits: 10...170, start: 100, home: 90,
                    deaf: .moving),
                // 2.5 units are 25 of its last digit.
                .init(.position(takes: 40_000, delay: .zero), start: 47, deaf: .span(.milliseconds(40))),
                .init(
                    .frames(steps: [1, 3], length: 0.000_25, takes: .milliseconds(30)), limits: -0.01...0.02,
                    start: 0.001, watchdog: half),
                .init(.rate(45), watchdog: half),
                .init(.rate(track), watchdog: half),
                .init(.action, deaf: .span(.seconds(2))),
            ])
    }

    /// Of the channels: base has `busy`, lift settles over its 95 tenths within 300 ms, reach goes 0.5 mm a frame.
    @Test func whatIsLeftOutFollowsFromTheChannels() throws {
        let posed = try arm(Samples.posed)
        #expect(posed.model == nil)
        let model = ArmModel.standard(of: posed), beats = TimeSpan.milliseconds(300)
        let track = 0.002 * 9, lift = 300_000.0 / 95
        #expect(model == (try arm(Samples.posed + "model: {}\n").model))
        #expect(
            model.behaviours == [
                .init(.position(takes: 10_000, delay: .milliseconds(100)), start: 90, deaf: .moving),
                .init(.position(takes: lift, delay: .zero), start: 47),
                .init(.frames(steps: [1], length: 0.0005, takes: .milliseconds(300)), watchdog: beats),
                .init(.rate(27), watchdog: beats), .init(.rate(track), watchdog: beats),
                .init(.action, deaf: .span(.seconds(2))),
            ])
        #expect(model.parser == .frames && model.buffer == 64 && model.byteTime == .zero && model.source == nil)
        let plain = ArmModel.standard(of: try arm(Samples.arm))
        #expect(plain.behaviours == [.init(.rate(100), watchdog: beats), .init(.position(takes: 5_000, delay: .zero))])
    }

    /// 52 ms after each frame, however long the move: a whole range of 200 takes a second, and the slider holds.
    @Test func whatIsBusyIsDeafForAsLong() throws {
        let text = Samples.arm.replacing(", frame:", with: ", busy: 52 ms, frame:")
        let model = ArmModel.standard(of: try arm(text)), deaf = ArmModel.Deafness.span(.milliseconds(52))
        #expect(
            model.behaviours == [
                .init(.rate(100), deaf: deaf, watchdog: .milliseconds(300)),
                .init(.position(takes: 5_000, delay: .zero), deaf: deaf),
            ])
    }

    @Test func anArmMayHaveNoWatchdog() throws {
        let text = modelled.replacing("watchdog: 0.5 s", with: "watchdog: none")
        #expect(try arm(text).model?.behaviours.allSatisfy { $0.watchdog == nil } == true)
    }

    @Test func theSketchReadsTheFirstArmAlone() throws {
        let library = Library(directory: nil)
        for entry in library.arms() {
            let arm = try entry.content.get()
            #expect(
                (arm.sketchCommands != nil) == ["robot", "mearm", "mearm-usb"].contains(entry.name), "\(entry.name)")
            #expect(arm.model != nil, "\(entry.name)")
        }
        let robot = try #require(try library.loadArm("robot").sketchCommands)
        #expect(robot.end == UInt8(ascii: ">"))
        #expect(robot.commands.map { Character(Unicode.Scalar($0.letter)) } == ["B", "S", "F", "L", "R", "D", "U"])
        #expect(robot.commands.map(\.number) == [-6, 0, 6, nil, nil, nil, nil])
    }

    @Test func waldoCheckShowsIt() throws {
        let report = ArmCheck.text(try arm(modelled))
        #expect(
            report.hasSuffix(
                """
                  model     from a watch; reads whole frames, 32 bytes of buffer, 1.042 ms a byte
                    base          5 ms a unit after 20 ms, stands at 100 and goes to 90, between 10 and 170, deaf while it moves
                    lift          400 ms a unit, stands at 4.7, deaf for 40 ms
                    reach         a frame moves 1, 3 steps of 0.25 mm, 30 ms each, stands at 1 mm, between -10 mm and 20 mm, stopped after 500 ms of silence
                    wheel         45 deg a second at its greatest number, stands at 0 deg, stopped after 500 ms of silence
                    track         18 mm a second at its greatest number, stands at 0 mm, stopped after 500 ms of silence

                """), "\(report)")
        let assumed = ArmCheck.text(try arm(modelled.replacing("  source: a watch\n", with: "")))
        #expect(assumed.contains("  model     assumed: it names no source; reads whole frames"))
    }
}
