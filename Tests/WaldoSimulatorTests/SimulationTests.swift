import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// An arm and the sensor on its hand.
@Suite struct SimulationTests {
    /// What the sensor sends while the arm is driven; it is asked at times of its own beside.
    private func messages(seed: UInt64, asking: UInt64) throws -> [UInt8] {
        let options = try SimulationOptions("seed=\(seed),source=0.15:0:0:0.02,background=0.1")
        var random = SeededGenerator(asking), found: [UInt8] = []
        let sensor = try SimulatedArms.library.sensor("iac-gamma").value
        var simulation = Simulation(try SimulatedArms.shipped("robot"), sensor: sensor, options, at: 0)
        func notify(_ time: Instant, _ frame: Frame, _: Simulation.Sender) {
            #expect(time.microseconds % 500_000 == 0 && frame.count == 11)
            found += frame.bytes
        }
        for (index, text) in ["R20>", "F>", "U-5>", "L-50>", "D-50>", "F>F>", "R0>"].enumerated() {
            let at = Instant.ms(Int64(index) * 7_000 + 130)
            while let deadline = simulation.deadline, deadline < at {
                simulation.advance(to: deadline, notify: notify)
                guard asking > 0 else { continue }
                let between = Instant(
                    microseconds: .random(in: deadline.microseconds..<at.microseconds, using: &random))
                simulation.advance(to: between, notify: notify)
            }
            simulation.receive(Frame(text.utf8)!, at: at, notify: notify)
        }
        simulation.advance(to: .ms(60_000), notify: notify)
        #expect(found.count == 120 * 11)
        return found
    }

    @Test func whatItSendsDependsOnTheSeedAndTheWritesAlone() throws {
        let messages = try messages(seed: 7, asking: 0)
        for asking: UInt64 in 1...5 { #expect(try self.messages(seed: 7, asking: asking) == messages) }
        #expect(try self.messages(seed: 8, asking: 0) != messages)
    }

    /// The hand goes from 150 mm up to the source: from 0.02 / 0.045 to 0.02 / 0.0001 uSv/h.
    @Test func theHandFindsTheSource() throws {
        let options = try SimulationOptions("source=0.15:0:0:0.02,background=0")
        let sensor = try SimulatedArms.library.sensor("iac-gamma").value
        var simulation = Simulation(try SimulatedArms.shipped("robot"), sensor: sensor, options, at: 0)
        var last = 0
        func notify(_ time: Instant, _ frame: Frame, _: Simulation.Sender) {
            last = Int(frame[9]) << 8 | Int(frame[10])
        }
        simulation.advance(to: .ms(2_000), notify: notify)
        #expect(last < 20)
        simulation.receive(Frame("R50>".utf8)!, at: .ms(2_000), notify: notify)
        simulation.advance(to: .ms(10_000), notify: notify)
        // 200 uSv/h, 334 / 60 counts a second of each.
        #expect(abs(Double(last) - 1_113) < 5 * 33.4)
    }

    /// The SO-101 reads a byte in 10 us, so its question of 14 bytes has ended 0.14 ms after the write.
    @Test(arguments: [1, 20, 300]) func aSlowFirmwareAnswersAQuestionOnce(step: Int64) throws {
        let arm = try SimulatedArms.shipped("so101")
        var link = SimulatedLink(arm, SimulationOptions(), at: 0), answers: [(Instant, [UInt8])] = []
        func handle(_ time: Instant, _ event: SimulatedLink.Event) {
            if case .notified(let frame, _) = event { answers.append((time, frame.bytes)) }
        }
        let question = try #require(arm.reports.ask).bytes
        #expect(link.write(question, at: .ms(5), handle: handle) == .written)
        #expect(answers.isEmpty && link.deadline == Instant(microseconds: 5_140))
        var time = Instant.ms(5)
        while time < .ms(7) {
            time += .microseconds(step)
            link.advance(to: time, handle: handle)
        }
        #expect(answers.map(\.0) == Array(repeating: Instant(microseconds: 5_140), count: 6))
        #expect(answers.first?.1 == [0xff, 0xff, 1, 4, 0, 0x00, 0x08, 0xf2])
        #expect(link.deadline == nil)
    }

    /// A receiver that hears both on different characteristics has to know.
    @Test func eachFrameHasItsSender() throws {
        let arm = try SimulatedArms.shipped("so101"), sensor = try SimulatedArms.library.sensor("demo").value
        var link = SimulatedLink(arm, sensor: sensor, SimulationOptions(), at: 0)
        var answers: [[UInt8]] = [], messages: [[UInt8]] = []
        func handle(_: Instant, _ event: SimulatedLink.Event) {
            switch event {
            case .notified(let frame, by: .arm): answers.append(frame.bytes)
            case .notified(let frame, by: .sensor): messages.append(frame.bytes)
            case .down, .up, .stalled, .flowing: break
            }
        }
        #expect(link.write(try #require(arm.reports.ask).bytes, at: .ms(990), handle: handle) == .written)
        link.advance(to: .ms(1_500), handle: handle)
        #expect(answers.count == 6 && answers.allSatisfy { $0.starts(with: [0xff, 0xff]) }, "\(answers)")
        #expect(messages.count == 1 && !messages[0].starts(with: [0xff, 0xff]), "\(messages)")
    }

    /// The firmware reads a byte in 87 us, and answers a zero as any other frame.
    @Test func aBoardAnswersEachFrameAfterItsLastByte() throws {
        var arm = try SimulatedArms.shipped("mbot")
        arm.reports = ArmReports(
            answers: .init(each: .bytes(BytePattern([.byte(0xff), .byte(0x55), .byte(13), .byte(10)]))))
        var link = SimulatedLink(arm, SimulationOptions(), at: 0), answers: [(Instant, [UInt8])] = []
        func handle(_ time: Instant, _ event: SimulatedLink.Event) {
            if case .notified(let frame, _) = event { answers.append((time, frame.bytes)) }
        }
        let writes: [(Int32, Instant)] = [(100, .ms(5)), (0, .ms(50))]
        for (number, time) in writes {
            let frame = try #require(Frame(try SimulatedArms.frame(arm, Channel(0), number)))
            #expect(link.write(frame, at: time, handle: handle) == .written)
            link.advance(to: time + .milliseconds(20), handle: handle)
        }
        #expect(answers.map(\.1) == [[0xff, 0x55, 13, 10], [0xff, 0x55, 13, 10]])
        #expect(answers.map(\.0) == [Instant(microseconds: 5_783), Instant(microseconds: 50_783)])
    }

    /// Every frame of every shipped arm, a byte at a time; the first arm's sketch wants a frame in one read.
    @Test(arguments: FranticTests.names.filter { $0 != "robot" }) func aBoardActsOnEachOfItsFrames(name: String) throws
    {
        let arm = try SimulatedArms.shipped(name)
        for channel in arm.movingChannels {
            let range = arm.profiles[channel].range
            for number in [range.low, range.zero, range.high] {
                var board = SimulatedArm(arm, at: 0), time = Instant.ms(1)
                for byte in try SimulatedArms.frame(arm, channel, number) {
                    board.receive([byte], at: time)
                    time += .milliseconds(2)
                }
                board.advance(to: time + .milliseconds(50))
                #expect(board.account.frames == 1 && board.account.skippedBytes == 0, "\(number)")
            }
        }
    }

    @Test func actsOfOneCallStayTogether() throws {
        let sensor = try SimulatedArms.library.sensor("demo").value
        var simulation = Simulation(
            try SimulatedArms.reference("nordic-uart"), sensor: sensor, SimulationOptions(), at: 0)
        let frame = try #require(Frame(try SimulatedArms.frame(simulation.arm.arm, .slider, 50)))
        simulation.receive(frame, at: .ms(900)) { _, _, _ in }
        #expect(simulation.deadline == .ms(1_000))
        var times: [Instant] = []
        simulation.receive(frame, at: .ms(2_500)) { time, _, _ in times.append(time) }
        #expect(times == [.ms(1_000), .ms(2_000)])
        #expect(simulation.arm.acts.map(\.at) == [.ms(1_200), .ms(2_500)])
        let alone = Simulation(try SimulatedArms.shipped("rover"), SimulationOptions(), at: 0)
        #expect(alone.deadline == nil && alone.sensor == nil)
    }
}
