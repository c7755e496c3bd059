import Foundation
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// The rules that every shipped file must keep, including those added later.
struct ShippedPromisesTests {
    private static let library = Library(directory: nil)

    @Test(arguments: library.arms().map(\.name)) func arm(_ name: String) throws {
        let arm = try Self.library.loadArm(name)
        #expect(arm.longestFrame <= arm.link.max)
        #expect(arm.pacing.zeroRepeats >= 3)
        for channel in arm.channels {
            let profile = arm.profiles[channel]
            // Without a heartbeat the arm could not distinguish a held velocity from a lost link.
            if profile.mode == .velocity { #expect(profile.heartbeat != nil) }
            // Two different numbers must give two different frames over the whole range, or the arm could not tell them
            // apart.
            var frames: [[UInt8]: Int32] = [:]
            for number in min(profile.range.low, profile.range.high)...max(profile.range.low, profile.range.high) {
                var values = arm.startValues
                values[channel] = number
                let template = try #require(arm.template(for: channel, value: number))
                let bytes = template.rendered(values, own: channel, decimals: arm.decimals).bytes
                #expect((1...arm.link.max).contains(bytes.count))
                frames[bytes] = number
            }
            let count = Int(abs(Int64(profile.range.high) - Int64(profile.range.low))) + 1
            #expect(frames.count == (name == "robot" && channel == .slider ? 3 : count))
        }
        let fitting = try Self.library.mappings().map { try $0.content.get() }.filter { !arm.movesNothing(by: $0) }
        for mapping in fitting { #expect(arm.problem(with: mapping) == nil) }
        // A pad and a keyboard that everybody has move all of it.
        for kind in [InputMatch.Kind.gamepad, .keyboard] {
            let whole = fitting.filter { mapping in
                let moved = mapping.controls.flatMap { $0.references.compactMap { arm.channel($0.channel) } }
                return mapping.match.kind == kind && mapping.name != "Demo" && Set(moved).count == arm.channels.count
            }
            #expect(!whole.isEmpty, "no \(kind) moves all of it")
        }
    }

    @Test(arguments: ["nordic-uart", "hm10"]) func thePlainBinaryArmIsAsItsPageSays(_ name: String) throws {
        let arm = try Self.library.loadArm(name)
        var values = arm.startValues
        values.slider = 100
        let template = try #require(arm.template(for: .slider, value: 100))
        let bytes = template.rendered(values, own: .slider, decimals: arm.decimals).bytes
        let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        let page = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Mappings/arms/README.md"
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("`\(text)`"))
    }

    @Test(arguments: library.mappings().map(\.name)) func mapping(_ name: String) throws {
        let mapping = try Self.library.loadMapping(name)
        // The axes that it uses must be required of the input, or an input would match that cannot move anything.
        for axis in mapping.axes { #expect(mapping.match.axes.contains(axis.code), "\(EvdevNames.axis(axis.code))") }
        #expect(!mapping.keys.stop.isEmpty && !mapping.keys.resume.isEmpty)
        if mapping.match.kind == .gamepad {
            let stops = mapping.keys.stop.contains { mapping.match.keyCodes.contains($0) }
            let resumes = mapping.keys.resume.contains { mapping.match.keyCodes.contains($0) }
            #expect(stops && resumes)
        }
        if let joystick = mapping.joystick {
            #expect(joystick.behaviour == .rate)
            // A joystick of the hand has no centre.
            let holds = mapping.controls.contains { control in
                control.isJoystick && control.references.contains { $0.channel.handAxis == nil }
            }
            #expect(holds != mapping.keys.recentre.isEmpty)
            if case .axes(let x, let y) = joystick.source {
                #expect(joystick.shaping.deadZone >= 0.05)
                #expect(!x.invert && y.invert, "the kernel's y axes count downward")
            }
        }
        let arms = try Self.library.arms().map { try $0.content.get() }
        #expect(arms.contains { $0.problem(with: mapping) == nil }, "it drives no shipped arm")
    }

    @Test func everyFileNamesItsSchema() {
        for arm in ShippedFiles.arms {
            #expect(arm.text.hasPrefix("# yaml-language-server: $schema=../schema/arm.json\n"), "\(arm.name)")
        }
        for mapping in ShippedFiles.mappings {
            #expect(mapping.text.hasPrefix("# yaml-language-server: $schema=schema/mapping.json\n"), "\(mapping.name)")
        }
    }

    /// The indented block of a README that starts with this text.
    private func example(in file: String, beginningWith start: String) throws -> String {
        let text = try String(contentsOf: mappingsDirectory.appending(path: file), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let first = try #require(lines.firstIndex { $0.hasPrefix("    " + start) })
        return lines[first...].prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) + "\n" }.joined()
    }

    @Test func theReadmesExampleIsInOrder() throws {
        let text = try example(in: "README.md", beginningWith: "# yaml-language-server")
        #expect(try MappingReader.mapping(from: text, file: "README.md").match.products == [0x05c4, 0x09cc])
    }

    @Test func theReadmesNameEveryFile() throws {
        let mappings = try String(contentsOf: mappingsDirectory.appending(path: "README.md"), encoding: .utf8)
        for mapping in ShippedFiles.mappings { #expect(mappings.contains("| `\(mapping.name).yaml` |")) }
        let arms = try String(contentsOf: mappingsDirectory.appending(path: "arms/README.md"), encoding: .utf8)
        for arm in ShippedFiles.arms { #expect(arms.contains("| `\(arm.name).yaml` |")) }
    }
}
