import Testing
import WaldoCore
import WaldoSimulator
import WaldoTestSupport

/// A board that is sent the time of each move.
@Suite struct TimedBoardTests {
    @Test func itReadsFramesWithTheirTimesHoweverTheyAreCut() {
        func text(_ text: String) -> [FrameTemplate.Field] { text.utf8.map { .byte($0) } }
        let fields =
            text("#0P") + [.decimal(width: 0, of: nil)] + text("T") + [.time(MoveTime(nil))] + text("\r")
        var arm = Arm.servo
        arm.profiles = PerChannel([
            ChannelProfile(
                "base", mode: .position, range: ValueRange(low: 0, high: 180), limits: .init(slew: 60),
                frames: .init(FrameTemplate(fields)))
        ])
        var board = SimulatedArm(arm, at: 0), acts: [SimulatedAct] = []
        for (index, piece) in ["#0P12T", "5", "0\r#0P30T1000\r#0P3", "1T\r", "#0P40T7\r"].enumerated() {
            board.receive(piece, at: .ms(Int64(index) * 10))
            acts += board.acts + board.acts(until: .ms(Int64(index) * 10 + 9))
        }
        #expect(acts.map(\.kind) == [12, 30, 40].map { .set(Channel(0), $0) })
    }
}
