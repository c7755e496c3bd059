import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// The wizard with every pad of the table: what a hand pushes is what the written mapping drives.
@Suite struct WizardTableTests {
    /// What the hand pushes for each prompt.
    struct Parts {
        enum Part: Equatable {
            case axis(UInt16, to: Int32, keys: [UInt16] = [])
            case key(UInt16)
        }
        var ways: [WizardPrompt: Part] = [:]

        init?(_ input: RealInput) {
            var free = input.description.keyCodes
            func take(_ keys: [UInt16]) -> UInt16? {
                guard let key = keys.first(where: free.contains) else { return nil }
                free.removeAll { $0 == key }
                return key
            }
            let stop = take(input.keys("east") + input.keys("south")), resume = take(input.keys("start"))
            let select = take(input.keys("select"))
            takeJoystick(input, take)
            takeSlider(input, take)
            guard let stop = stop ?? take(free), let resume = resume ?? take(free), !ways.isEmpty else { return nil }
            ways[.press(.stop)] = .key(stop)
            ways[.press(.resume)] = .key(resume)
            if let select { ways[.press(.recentre)] = .key(select) }
        }

        private func axis(_ code: UInt16, of input: RealInput) -> AxisState? {
            input.description.axes.first { $0.code == code && $0.minimum < $0.maximum }
        }

        private mutating func takeJoystick(_ input: RealInput, _ take: ([UInt16]) -> UInt16?) {
            let sticks = [input.axes("right"), input.axes("left"), [16, 17]].filter { $0.count == 2 }
            for stick in sticks {
                guard let x = axis(stick[0], of: input), let y = axis(stick[1], of: input),
                    [x, y].allSatisfy({ (0.3...0.7).contains($0.part ?? 0) })
                else { continue }
                ways[.push(control: 1, .right)] = .axis(x.code, to: x.maximum)
                ways[.push(control: 1, .up)] = .axis(y.code, to: y.minimum)
                return
            }
            let pad: [(WizardPrompt.Direction, UInt16)] = [
                (.up, 0x220), (.down, 0x221), (.left, 0x222), (.right, 0x223),
            ]
            guard pad.allSatisfy({ input.description.keyCodes.contains($0.1) }) else { return }
            for (way, key) in pad { if let key = take([key]) { ways[.push(control: 1, way)] = .key(key) } }
        }

        private mutating func takeSlider(_ input: RealInput, _ take: ([UInt16]) -> UInt16?) {
            let triggers = input.axes("triggers")
            if triggers.count == 2 {
                for (way, place, key) in [(WizardPrompt.Direction.forward, 1, UInt16(0x139)), (.backward, 0, 0x138)] {
                    guard let axis = axis(triggers[place], of: input) else { return }
                    let far = axis.part ?? 0 > 0.85 ? axis.minimum : axis.maximum
                    ways[.push(control: 0, way)] = .axis(axis.code, to: far, keys: take([key]).map { [$0] } ?? [])
                }
                return
            }
            let shoulders = input.keys("triggers").count == 2 ? input.keys("triggers") : [0x136, 0x137]
            if shoulders.allSatisfy(input.description.keyCodes.contains), let back = take([shoulders[0]]),
                let forward = take([shoulders[1]])
            {
                ways[.push(control: 0, .forward)] = .key(forward)
                ways[.push(control: 0, .backward)] = .key(back)
                return
            }
            let left = input.axes("left")
            guard left.count == 2, let y = axis(left[1], of: input), (0.3...0.7).contains(y.part ?? 0),
                !ways.values.contains(.axis(y.code, to: y.minimum))
            else { return }
            ways[.push(control: 0, .forward)] = .axis(y.code, to: y.minimum)
            ways[.push(control: 0, .backward)] = .axis(y.code, to: y.maximum)
        }
    }

    static func walked() throws -> [(input: RealInput, parts: Parts)] {
        try RealInput.all().filter { $0.description.kind == .gamepad }.compactMap { input in
            Parts(input).map { (input, $0) }
        }
    }

    /// Walks through all prompts.
    static func walk(_ input: RealInput, _ parts: Parts, seed: UInt64, noise: Double, along: Double) -> WizardHand {
        var hand = WizardHand(
            MappingWizard(WizardControl.usual), input.description, seed: seed, noise: noise)
        hand.wait(.seconds(1))
        var turns = 0
        while case .answer(let prompt) = hand.wizard.phase, turns < 12 {
            turns += 1
            switch parts.ways[prompt] {
            case .axis(let code, let end, let keys)?:
                let other = parts.ways.values.compactMap { part -> UInt16? in
                    if case .axis(let other, _, _) = part, other != code, isStick(prompt) { other } else { nil }
                }
                let stick = other.filter { $0 != code && (code ^ $0) <= 3 }
                hand.push([(code, end)], along: stick.map { ($0, along) }, keys: keys)
            case .key(let key)?: hand.press(key)
            case nil: hand.wizard.skip()
            }
            hand.wait(.milliseconds(1_500))
        }
        return hand
    }

    private static func isStick(_ prompt: WizardPrompt) -> Bool {
        [.push(control: 1, .right), .push(control: 1, .up)].contains(prompt)
    }

    @Test func thePartsOfMostPadsAreKnown() throws {
        #expect(try Self.walked().count >= 75)
    }

    @Test func whatIsPushedIsWhatTheMappingDrives() throws {
        for (input, parts) in try Self.walked() {
            for (seed, noise, along) in [(UInt64(1), 0.0, 0.0), (2, 0.01, 0.15), (3, 0.02, 0.4)] {
                let hand = Self.walk(input, parts, seed: seed, noise: noise, along: along)
                let name = "\(input.id), seed \(seed)"
                guard let findings = hand.wizard.findings else {
                    let remark = hand.wizard.remark.map { "\($0)" } ?? ""
                    Issue.record("\(name): stands at \(hand.wizard.phase) after \(hand.wizard.answers): \(remark)")
                    continue
                }
                #expect(hand.wizard.answers.count <= 9, "\(name)")
                #expect(hand.now - Instant(microseconds: 1_000_000) < .seconds(60), "\(name)")
                let written = WizardMapping(findings, of: input.description, arm: "follower")
                let mapping = try written.mapping(file: input.id)
                #expect(mapping.problem(with: input.description) == nil, "\(name)")
                check(parts, mapping, input, name)
            }
        }
    }

    private func check(_ parts: Parts, _ mapping: Mapping, _ input: RealInput, _ name: String) {
        for (prompt, part) in parts.ways {
            var harness = DriveHarness(.follower, mapping)
            harness.start(InputState(axes: input.description.axes))
            guard case .push(_, let way) = prompt else { continue }
            harness.advance(.seconds(1))
            #expect(harness.takeTexts().isEmpty, "\(name): moves untouched")
            switch part {
            case .axis(let code, let end, _): harness.input(.axis(code, end))
            case .key(let key): harness.input(.key(key, down: true))
            }
            harness.advance(.seconds(1))
            let numbers = [Channel.slider, .zx, .zy].map { harness.stateMachine.number($0, at: harness.now) }
            let expected: [Bool?] =
                switch way {
                case .forward: [true, nil, nil]
                case .backward: [false, nil, nil]
                case .right: [nil, true, nil]
                case .left: [nil, false, nil]
                case .up: [nil, nil, true]
                case .down: [nil, nil, false]
                }
            let signs = numbers.map { $0 == 0 ? nil : $0 > 0 }
            #expect(signs == expected, "\(name): \(way) drives \(numbers) by \(mapping)")
        }
        guard case .key(let stop) = parts.ways[.press(.stop)], case .key(let resume) = parts.ways[.press(.resume)]
        else {
            return
        }
        #expect(mapping.keys.stop == [stop] && mapping.keys.resume == [resume], "\(name)")
    }
}
