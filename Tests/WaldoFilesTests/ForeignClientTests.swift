import Foundation
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// A shipped arm file makes the bytes that another client of the board writes for the same motion, and reads the same
/// from its answer. `foreign_clients.py` runs the clients, each at a pseudo-terminal.
@Suite struct ForeignClientTests {
    /// A write of a client.
    private struct Write: Decodable {
        var arm: String, kind: String, bytes: String
        /// Pairs of a servo or an axis, from 1, and its goal, or what the client has read of it.
        var numbers: [[Int32]]
        /// The board's answer to a question.
        var answer: String?
    }

    private static let python = SourceModule.projectFolder + "/.build-python/bin/python"
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().path + "/foreign_clients.py"
    /// The channel of each servo.
    private static let servos = [
        "so101": ["shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll", "gripper"],
        "dobot-magician": ["x", "y", "z", "rotation"],
        "hiwonder-xarm": ["gripper", "roll", "wrist", "elbow", "shoulder", "base"],
    ]

    private static func hasPackages() async -> Bool {
        guard FileManager.default.isExecutableFile(atPath: python),
            let child = try? ChildProcess(python, ["-c", "import pydobotplus, scservo_sdk, xarm"])
        else { return false }
        defer { child.close() }
        return (try? await child.exitStatus(within: .seconds(60))) == 0
    }

    @Test(
        .enabled("Tests/run packages installs the clients") { await hasPackages() },
        arguments: [("dobot", "dobot-magician", 13), ("feetech", "so101", 4), ("xarm", "hiwonder-xarm", 7)])
    func theFileSendsWhatTheClientSends(client: String, file: String, count: Int) async throws {
        let child = try ChildProcess(Self.python, [Self.script, client])
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(60)) == 0, "\(child.errorLines)")
        let writes = try child.lines.map { try JSONDecoder().decode(Write.self, from: Data($0.utf8)) }
        let arm = try Library(directory: nil).loadArm(file), names = try #require(Self.servos[file])
        #expect(writes.count == count && writes.allSatisfy { $0.arm == file })
        for write in writes {
            let numbers = try write.numbers.map { pair in
                (channel: try #require(arm.channel(named: names[Int(pair[0]) - 1])), number: pair[1])
            }
            switch write.kind {
            case "goals":
                var values = arm.startValues
                for (channel, number) in numbers { values[channel] = number }
                let (own, number) = try #require(numbers.last)
                let template = try #require(arm.template(for: own, value: number))
                let frame = template.rendered(values, own: own, decimals: arm.decimals)
                #expect(HexText.text(of: frame.bytes) == write.bytes, "\(write.numbers)")
            case "begin":
                #expect(arm.steps.sent.map { HexText.text(of: $0.bytes) } == [write.bytes])
            case "ask":
                #expect(try HexText.text(of: #require(arm.reports.ask).bytes.bytes) == write.bytes)
                var reader = ReportReader(arm), positions = PerChannel<Int32?>(repeating: nil, for: arm.channels)
                let answer = try #require(write.answer.flatMap { HexText.bytes(of: $0) })
                for case .position(let reported) in reader.read(answer) {
                    for channel in arm.channels { positions[channel] = reported[channel] ?? positions[channel] }
                }
                for (channel, number) in numbers { #expect(positions[channel] == number) }
            default: Issue.record("a write of an unknown kind: \(write)")
            }
        }
    }
}
