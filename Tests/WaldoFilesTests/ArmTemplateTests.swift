import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// The file that `waldo arms new` prints.
struct ArmTemplateTests {
    private func arm(_ template: ArmTemplate) throws -> Arm { try ArmReader.arm(from: template.text, file: "F") }

    private func refusal(
        title: String = "A", servos: Int? = nil, velocities: Int? = nil, names: [String]? = nil
    ) -> String {
        let error = #expect(throws: ArmTemplateError.self) {
            try ArmTemplate(title: title, servos: servos, velocities: velocities, names: names)
        }
        return error?.description ?? ""
    }

    // MARK: what it makes

    @Test(arguments: SerialModule.allCases, [false, true])
    func everyNumberOfChannelsMakesAValidFile(module: SerialModule, isBinary: Bool) throws {
        for servos in 0...Channel.maxCount {
            for velocities in 0...(Channel.maxCount - servos) where servos + velocities > 0 {
                let template = try ArmTemplate(
                    module: module, isBinary: isBinary, servos: servos, velocities: velocities)
                let made = try arm(template)
                let modes = made.profiles.list.map(\.mode)
                #expect(modes.count { $0 == .position } == servos && modes.count { $0 == .velocity } == velocities)
                #expect(made.profiles.list.map(\.name) == template.names)
                for profile in made.profiles.list where profile.mode == .position {
                    #expect(profile.limits?.travel == 10...170 && profile.limits?.slew == 90)
                }
                #expect(ArmCheck.text(made).contains("  stop  "))
                #expect((made.pose != nil) == (servos > 1 || velocities > 1))
                for line in template.text.split(separator: "\n") where line.contains("#") {
                    #expect(line.count <= 120, "\(line)")
                }
            }
        }
    }

    /// A straight arm would move its hand in few directions, whatever a control asks for.
    @Test(arguments: 3...Channel.maxCount) func theHandCanMoveFromTheStart(servos: Int) throws {
        let made = try arm(ArmTemplate(servos: servos)), chain = try #require(HandChain(made))
        var numbers = SIMD8<Double>.zero
        for channel in made.channels { numbers[channel.index] = Double(made.profiles[channel].start) }
        // With one joint that bends, the hand goes along one circle.
        let axes: [HandAxis] = servos == 3 ? [.reach] : [.reach, .height]
        let rows = axes.reduce(UInt8(0)) { $0 | 1 << UInt8($1.row) }
        let solver = HandSolver(chain, limits: HandLimits(made), rows: rows)
        for axis in axes {
            for rate in [-20.0, 20] {
                var velocity = HandVelocity(.cylinder)
                velocity.set(axis, rate)
                let (_, share, ended) = solver.speeds(velocity, at: numbers)
                #expect(share > 0.95 && !any(ended), "\(axis) \(rate): \(share)")
            }
        }
    }

    /// Stricter than the reader: with all channels in motion each velocity is sent within its heartbeat.
    @Test(arguments: SerialModule.allCases) func everyHeartbeatIsKept(module: SerialModule) throws {
        for velocities in 1...Channel.maxCount {
            let made = try arm(
                ArmTemplate(module: module, servos: Channel.maxCount - velocities, velocities: velocities))
            for case let heartbeat? in made.profiles.list.map(\.heartbeat) {
                #expect(made.pacing.interval * made.channels.count <= heartbeat)
            }
            #expect(made.pacing.zeroRepeats == 3)
        }
    }

    @Test(arguments: [false, true]) func noTwoChannelsShareAFrame(isBinary: Bool) throws {
        let made = try arm(ArmTemplate(isBinary: isBinary, servos: 4, velocities: 4))
        var frames: Set<[UInt8]> = []
        for channel in made.channels {
            var values = made.startValues
            values[channel] = 42
            let template = try #require(made.template(for: channel, value: 42))
            frames.insert(template.rendered(values, own: channel, decimals: made.decimals).bytes)
        }
        #expect(frames.count == 8)
    }

    /// The binary frames are those of the plain binary arm, whose page has the CRC.
    @Test func binaryFramesAreThoseOfThePlainBinaryArm() throws {
        let made = try arm(ArmTemplate(isBinary: true, velocities: 1))
        let plain = try Library(directory: nil).loadArm("hm10")
        #expect(made.template(for: Channel(0), value: 1) == plain.template(for: .slider, value: 1))
    }

    @Test func modulesAreThoseOfTheShippedArms() throws {
        for (module, name) in [(SerialModule.hm10, "hm10"), (.nordicUART, "nordic-uart"), (.redbear, "robot")] {
            let link = try arm(ArmTemplate(module: module)).link
            #expect(link == (try Library(directory: nil).loadArm(name).link), "\(name)")
        }
    }

    // MARK: names

    @Test func namesAndCountsMayEachSayTheOther() throws {
        #expect(try ArmTemplate().servos == 5)
        #expect(try ArmTemplate(velocities: 2).names == ["left", "right"])
        #expect(try ArmTemplate(names: ["a", "b", "c"]).servos == 3)
        #expect(try ArmTemplate(servos: 1, names: ["a", "b", "c"]).velocities == 2)
        #expect(try ArmTemplate(velocities: 1, names: ["a", "b", "c"]).servos == 2)
        #expect(try ArmTemplate(servos: 2, velocities: 1, names: ["a", "b", "c"]).names == ["a", "b", "c"])
    }

    @Test func anyNameIsRefusedOrMakesAValidFile() throws {
        var random = SeededGenerator(7)
        let pieces = [
            "a", "Z", "0", "-", "_", " ", "\"", "\\", "#", ":", "{", "<title>", "ä", "🦾", "\u{feff}", "\u{fffe}", "\n",
            "null",
            "true", "yes", "slider", "zx", "value", "time", "e5", "%", "~", "\u{85}", "\u{2028}", "\u{1b}",
        ]
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
        }
        var made = 0
        for _ in 0..<10_000 {
            let title = text(4), names = (0..<Int.random(in: 1...3, using: &random)).map { _ in text(2) }
            guard let template = try? ArmTemplate(title: title, servos: 1, velocities: nil, names: names) else {
                continue
            }
            made += 1
            let result = try arm(template)
            #expect(result.name == title)
            #expect(Set(result.profiles.list.map(\.name)) == Set(names) && result.channels.count == names.count)
        }
        #expect(made > 100)
    }

    // MARK: what it refuses

    @Test func whatCannotBeIsRefusedInOneSentence() {
        #expect(
            refusal(servos: 5, velocities: 4).contains("8 channels at most, and 5 servos and 4 velocities are more"))
        #expect(refusal(servos: .max, velocities: .max).contains("at most"))
        #expect(refusal(servos: 0).contains("at least one channel"))
        #expect(refusal(names: []).contains("at least one channel"))
        #expect(refusal(velocities: -1) == "-1 velocities cannot be; give a number from 0 to 8")
        #expect(refusal(servos: .min).contains("cannot be"))
        #expect(refusal(names: ["a", "b", "a"]) == "two channels are called `a`; give each a name of its own")
        #expect(refusal(names: ["a", "time"]).hasPrefix("a channel cannot be called `time`"))
        #expect(refusal(names: ["a", ""]).hasPrefix("`` is no name of a channel"))
        #expect(refusal(names: ["\u{1b}[2J"]).contains("`\\u{1b}[2J` is no name"))
        #expect(refusal(servos: 3, names: ["a", "b"]).hasPrefix("there are 2 names for 3 servos and 0 velocities"))
        #expect(refusal(title: "").contains("1 to 120 characters"))
        #expect(refusal(title: "a\nb").contains("one line"))
    }
}
