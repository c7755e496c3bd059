import WaldoCore
import WaldoTestSupport

/// The board of an arm behind a fake BlueZ: it has the arm's characteristics, and answers as the arm's file expects.
final class FakeBoard {
    private let bus: PrivateBus
    private let fake: ChildProcess
    private let address = FakeShield.newAddress()

    /// - Parameters:
    ///   - writes: the characteristics that it is written to.
    ///   - notify: the one that it notifies by, if any.
    /// - Throws: `DidNotHappen` or `SystemFailure` if a program does not start.
    init(_ arm: Arm, _ writes: [String], _ notify: String?) async throws {
        bus = try await PrivateBus()
        fake = try ChildProcess(BuiltProgram.path("waldo-fake-bluez"), environment: bus.environment)
        try await fake.waitForLine(containing: "ready")
        guard let link = arm.link.bluetooth else { return }
        let way = link.response ? "write" : "write-without-response"
        var characteristics = writes.map { "char=\($0):\(way)" + ($0 == notify ? "+notify" : "") }
        if let notify, !writes.contains(notify) { characteristics.append("char=\(notify):notify") }
        try await obey("adapter hci0 00:11:22:33:44:55")
        try await obey(
            "device hci0 \(address) name=Board service=\(link.service) mtu=100 info=2a27:read "
                + characteristics.joined(separator: " "))
        guard let notify else { return }
        for (answer, question) in Self.answers(of: arm) {
            try await obey("answer \(address) \(notify) \(answer)" + (question.map { " \($0)" } ?? ""))
        }
    }

    /// What it answers, in hexadecimal, and to what; nil: to each frame.
    private static func answers(of arm: Arm) -> [(answer: String, question: String?)] {
        let numbers = arm.startValues, decimals = PerChannel(arm.profiles.list.map(\.range.decimals))
        func hex(_ frame: Frame) -> String { frame.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        func text(_ pattern: ReportPattern) -> String {
            hex(pattern.template.rendered(numbers, own: Channel(0), decimals: decimals))
        }
        var answers: [(answer: String, question: String?)] = []
        if let each = arm.reports.answers?.each { answers.append((text(each), nil)) }
        if let ask = arm.reports.ask { answers += arm.reports.positions.map { (text($0), hex(ask.bytes)) } }
        for sent in arm.steps.sent { answers += arm.steps.answers(to: sent).map { (text($0), hex(sent)) } }
        return answers
    }

    /// Replays a recording to it.
    /// - Throws: `SystemFailure` if the program does not start.
    func replay(_ recording: String, of arm: String) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("waldo"), ["replay", recording, "--arm", arm, "--shield", address],
            environment: bus.environment)
    }

    /// What it has received, in hexadecimal, in order.
    /// - Throws: `DidNotHappen` if the fake BlueZ does not confirm.
    func writes() async throws -> [String] {
        try await obey("echo all")
        return fake.lines.filter { $0.hasPrefix("{\"write\"") }.map { $0.value(of: "write") }
    }

    /// Its link is lost.
    /// - Throws: `SystemFailure` if the fake BlueZ has ended.
    func drop() throws { try fake.write(line: "drop \(address)") }

    /// Ends it.
    func close() {
        fake.close()
        bus.daemon.close()
    }

    private func obey(_ line: String) async throws {
        try fake.write(line: line)
        try await fake.waitForLine { $0 == "{\"done\":\"\(line)\"}" }
    }
}
