import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

/// Frames that carry the time of their move.
@Suite struct MoveTimeTests {
    /// `zx` at 50 units a second, in the text "x" NUMBER "T" MILLISECONDS ";".
    private func arm(_ send: ChannelProfile.Sending) -> Arm {
        var arm = Arm.follower
        let fields: [FrameTemplate.Field] = [
            .byte(UInt8(ascii: "x")), .decimal(width: 0, of: nil), .byte(UInt8(ascii: "T")), .time(MoveTime(nil)),
            .byte(UInt8(ascii: ";")),
        ]
        arm.profiles[.zx] = ChannelProfile(
            "zx", mode: .position, range: ValueRange(low: -100, high: 100), send: send,
            limits: ChannelProfile.Limits(slew: 50), frames: .init(FrameTemplate(fields)))
        return arm
    }

    /// The numbers and the times of what is sent while the joystick is held to the right, and after it was let go.
    private func moves(_ send: ChannelProfile.Sending) throws -> [(number: Int, time: Int, at: Instant)] {
        var harness = DriveHarness(arm(send), .pad())
        harness.start(.padAtRest)
        harness.input(.axis(Code.rx, 32_767))
        harness.advance(.milliseconds(700))
        harness.input(.axis(Code.rx, 0))
        harness.advance(.milliseconds(100))
        return try harness.sent.filter { $0.text.hasPrefix("zx ") }.map { sent in
            let parts = sent.text.dropFirst("zx x".count).dropLast().split(separator: "T")
            try #require(parts.count == 2)
            return (try #require(Int(parts[0])), try #require(Int(parts[1])), sent.at)
        }
    }

    @Test func aFrameOnReleaseMayTakeAsLongAsItsWayDoes() throws {
        let moves = try moves(.release)
        let move = try #require(moves.first)
        #expect(moves.count == 1 && (30...36).contains(move.number))
        #expect(move.time == move.number * 1000 / 50)
    }

    @Test func aFrameOfAStreamTakesAnIntervalAtLeast() throws {
        let moves = try moves(.change)
        #expect(moves.count > 10)
        var before = 0
        for move in moves {
            #expect(move.time == max(30, abs(move.number - before) * 20))
            before = move.number
        }
    }

    @Test(arguments: [
        (FrameTemplate.Number.u16le, TimeSpan.milliseconds(1), TimeSpan.microseconds(1_500_001), [UInt8(0xdd), 5]),
        (.u8, .milliseconds(50), .milliseconds(101), [3]), (.u8, .milliseconds(1), .seconds(2), [255]),
        (.u32be, .milliseconds(100), .seconds(100), [0, 0, 2, 88]),
    ])
    func aTimeIsRoundedUpAndCapped(
        number: FrameTemplate.Number, unit: TimeSpan, time: TimeSpan, bytes: [UInt8]
    ) {
        let template = FrameTemplate([.time(MoveTime(number, unit: unit))])
        let nothing = PerChannel<Int32>([0])
        let frame = template.rendered(nothing, own: Channel(0), decimals: PerChannel([0]), time: time)
        #expect(frame.bytes == bytes)
        #expect(template.count(nothing, own: Channel(0), decimals: PerChannel([0])) == bytes.count)
    }
}
