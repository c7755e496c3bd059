import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// Whatever the bytes, the result is a value or an error with a position, never a trap.
struct FuzzTests {
    private static let sources =
        (ShippedFiles.arms + ShippedFiles.mappings).map(\.text) + [
            Samples.arm, Samples.combined, Samples.mapping, Samples.actions, Samples.controls, Samples.posed,
            Samples.fenced, Samples.modelled, Samples.serial,
        ]

    /// Pieces that mean something to YAML or to Waldo.
    private static let tokens = [
        "{", "}", "[", "]", ":", ": ", ",", "- ", "? ", "&a ", "*a", "!!str ", "|\n", ">\n", "'", "\"", "\\x41",
        "\\ud800",
        "#", "%YAML 1.1\n", "---\n", "...\n", "\n", "\t", "\r", "\u{0}", "\u{85}", "\u{2028}", "\u{feff}", "null", "~",
        "yes", "0x", "0xA5", "-1", "1e999", ".inf", "99999999999999999999", "-2147483648", "2147483647", "0.0000001",
        "{value}", "{value:064.6}", "{slider:.6}", "{{", "}}", "u8", "i16le", "sequence", "sum8", "{crc8: {from: 255}}",
        "ms", " s", "/unit", "%", "KEY_MAX", "BTN_EAST", "ABS_X", "zero: 5, ", "range: [-1000000000, 1000000000]",
        "{*}", "{base}", "channel: 2", "channels: {x: 1}", "limits: {slew: 0.1}, ", "moves: false, ",
        "behaviour: hold, ", " mm", " deg/s", "turn: z, ", "- { move: x, length: 1 m }\n", "by: base, ",
        "unit: 1 deg, ",
        "error: 1 %, ", "frame: [1, 3], ", "takes: 1 ms, ", "deaf: true, ", "model: {}\n", "parser: sketch, ",
        "serial: /dev/tty*", "baud: 9600", "reset: 1 s", "silence: { after: 1 s, does: home }\n", "keep alive: 1 s\n",
        "park: { base: 90, within: 1 s }\n", "to: ffe3, ", "fence: { table: 0 mm }\n",
        "boxes: [{ from: [0 m, 0 m, 0 m], ",
        "begin:\n- send: [1]\n- wait: 1 s\n", "moves: true", "end: [{ send: x }]\n", "ask: { send: [1], every: 1 s }",
        "any", "- expect: OK\n", "within: 1 s", "answers: { each: OK }", "{u16le: {time: 1 ms}}", "{time}", "{time:04}",
        "u32le", "f32be", "sm8", "abs8", "abs16le", "sum16be", "{crc16le: {kind: modbus}}", "ending: negative",
        "from: 255", "hand.reach 80 mm/s", "channel: hand.turn",
    ]

    /// Reads a file's bytes as `waldo` would, as an arm and as a mapping. The counts prove that both were tried.
    private func read(_ bytes: [UInt8]) -> (values: Int, errors: Int) {
        var (values, errors) = (0, 0)
        func attempt(_ body: () throws(FileError) -> Void) {
            do throws(FileError) {
                try body()
                values += 1
            } catch {
                errors += 1
                #expect((error.line ?? 1) >= 1 && (error.column ?? 1) >= 1)
                #expect(!error.sentence.isEmpty && !error.description.contains("\n"))
            }
        }
        attempt { () throws(FileError) in
            let arm = try ArmReader.arm(from: try FileText.decode(bytes, "F"), file: "F")
            #expect((1...arm.link.max).contains(arm.longestFrame))
            expectAllFramesFit(arm)
            #expect(ArmCheck.text(arm).contains("stop"))
            expectPlaces(arm)
            #expect(Fence(arm)?.region(at: arm.startValues) == nil)
            let behaviours = (arm.model ?? .standard(of: arm)).behaviours
            #expect(behaviours.count == arm.channels.count && behaviours.allSatisfy(\.start.isFinite))
        }
        attempt { () throws(FileError) in
            let mapping = try MappingReader.mapping(from: try FileText.decode(bytes, "F"), file: "F")
            #expect(MappingCheck.text(mapping).contains("stop"))
        }
        return (values, errors)
    }

    /// Whatever pose is read, each frame gives a place.
    private func expectPlaces(_ arm: Arm) {
        guard var pose = CommandedPose(arm) else { return }
        var time: Instant = 0
        for channel in arm.channels {
            for number in [arm.profiles[channel].range.low, arm.profiles[channel].range.high, 0] {
                pose.command(channel, number, at: time)
                time += .milliseconds(70)
                let place = pose.place(at: time)
                #expect(place.x.isFinite && place.y.isFinite && place.z?.isFinite == true)
                #expect(place.accuracy.map { $0.isFinite && $0 > 0 } == true)
            }
        }
    }

    /// Every number at and next to the ends of each range, combined with the ends of the others.
    private func expectAllFramesFit(_ arm: Arm) {
        func edges(_ channel: Channel) -> [Int32] {
            guard channel.index < arm.channels.count else { return [0] }
            let range = arm.profiles[channel].range
            let ends = min(range.low, range.high)...max(range.low, range.high)
            return [range.low, range.zero, range.high, -1, 0, 1].filter { ends.contains($0) }
        }
        for slider in edges(.slider) {
            for zx in edges(.zx) {
                for zy in edges(.zy) {
                    let values = PerChannel(slider: slider, zx: zx, zy: zy)
                    for channel in arm.channels {
                        guard let template = arm.template(for: channel, value: values[channel]) else { continue }
                        let count = template.count(values, own: channel, decimals: arm.decimals)
                        #expect(count <= arm.link.max)
                    }
                }
            }
        }
    }

    @Test func randomBytes() {
        var generator = SeededGenerator(1)
        for _ in HostileTime.rounds(3_000, cases: 10) {
            let count = Int.random(in: 0...200, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let found = read(bytes)
            #expect(found.values + found.errors == 2)
        }
    }

    @Test func randomTokens() {
        var generator = SeededGenerator(2)
        for _ in HostileTime.rounds(3_000, cases: 10) {
            let count = Int.random(in: 1...40, using: &generator)
            let text = (0..<count).map { _ in Self.tokens.randomElement(using: &generator)! }.joined()
            let found = read(Array(text.utf8))
            #expect(found.values + found.errors == 2)
        }
    }

    @Test(arguments: [UInt64](3...8)) func mutatedFiles(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        var (values, errors) = (0, 0)
        for _ in HostileTime.rounds(1_000, cases: 10) {
            var bytes = Array(Self.sources.randomElement(using: &generator)!.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) { mutate(&bytes, &generator) }
            let found = read(bytes)
            values += found.values
            errors += found.errors
        }
        // Both must occur often, or the mutations do not reach what they are for.
        #expect(values > 50 && errors > 1_000)
    }

    private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.replaceSubrange(place..<end, with: [])
        case 1: bytes.replaceSubrange(place..<end, with: [UInt8.random(in: 0...255, using: &generator)])
        case 2: bytes.insert(contentsOf: Self.tokens.randomElement(using: &generator)!.utf8, at: place)
        case 3: bytes.replaceSubrange(place..<end, with: Self.tokens.randomElement(using: &generator)!.utf8)
        default: bytes.insert(contentsOf: bytes[place..<end], at: place)
        }
    }

    @Test func frameTexts() throws {
        var generator = SeededGenerator(9)
        let pieces = ["{", "}", "{{", "}}", "{value", "value}", ":", "0", "9", "64", ".", ".2", "é", "\\n", "\\0", "X"]
        var (values, errors) = (0, 0)
        for _ in HostileTime.rounds(5_000, cases: 10) {
            let count = Int.random(in: 1...8, using: &generator)
            // A position's frame has to carry its number.
            let end = Bool.random(using: &generator) ? "{value}" : ""
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined() + end
            do {
                let arm = try ArmReader.arm(from: Samples.arm.replacing("X{value}", with: text), file: "F")
                let template = try #require(arm.template(for: .zx, value: 5))
                let numbers = PerChannel<Int32>(slider: 0, zx: 5, zy: 0)
                let frame = template.rendered(numbers, own: .zx, decimals: arm.decimals)
                #expect(frame.count == template.count(numbers, own: .zx, decimals: arm.decimals))
                values += 1
            } catch {
                #expect(error is FileError)
                errors += 1
            }
        }
        #expect(values > 500 && errors > 500)
    }

    @Test func numbersAndTimes() {
        var generator = SeededGenerator(10)
        let pieces = ["-", "0", "1", "9", "99999", "0x", "f", ".", "e", "_", " ", "ms", "s", "+", "\u{661}"]
        for _ in HostileTime.rounds(20_000, cases: 10) {
            let count = Int.random(in: 0...6, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined()
            if let number = DecimalNumber(text) {
                // What is read equals what is written, except for zeros.
                if !text.hasPrefix("0x") { #expect(number.value == Double(text)) }
                for decimals in 0...6 { _ = number.units(decimals: decimals) }
            }
            if let time = TimeText.parse(text[...]) { #expect(time >= .zero) }
        }
        #expect(DecimalNumber("0xA5")?.units == 165)
        #expect(DecimalNumber("-0.250")?.units(decimals: 2) == -25)
        #expect(DecimalNumber("9999999999.999999")?.value == 9_999_999_999.999_999)
        for text in ["", "-", "+1", "01", "1.", ".5", "1e3", "1_000", "0o17", "1:30", "0x", "0x+5", "--1", "1.2.3"] {
            #expect(DecimalNumber(text) == nil, "\(text)")
        }
    }
}
