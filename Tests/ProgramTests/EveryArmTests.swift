import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport

/// Each shipped arm, from its file to its board: the file is right, the demo drives it in simulation, a replay of that
/// drive brings a board every byte, and halts when the link is lost. The board is a fake peripheral, or a simulated one
/// at a pseudo-terminal. `WALDO_EVERY_ARM=1` tries all of them, for a run at night.
@Suite(.serialized) struct EveryArmTests {
    private static let arms =
        getenv("WALDO_EVERY_ARM") == nil ? ["hiwonder-xarm"] : Library(directory: nil).armNames()

    private let waldo: String

    init() throws { waldo = try BuiltProgram.path("waldo") }

    @Test(arguments: arms) func itIsDrivenAndHalts(name: String) async throws {
        let check = try ChildProcess(waldo, ["check", SourceModule.projectFolder + "/Mappings/arms/\(name).yaml"])
        defer { check.close() }
        #expect(try await check.exitStatus() == 0, "\(check.lines)")
        let arm = try Library(directory: nil).loadArm(name), drive = try await SimulatedBoard.record(name)
        let recording = drive.path + "/d.jsonl"
        guard let link = arm.link.bluetooth else { return try await drives(name, recording) }
        let board = try await FakeBoard(arm, link.writes.map(\.description), link.notify?.description)
        defer { board.close() }
        let replay = try board.replay(recording, of: name)
        defer { replay.close() }
        #expect(try await replay.exitStatus(within: .seconds(60)) == 0, "\(replay.errorLines)")
        let writes = try await board.writes()
        #expect(frames(replay) == writes && writes.count > 10)
        let lost = try board.replay(recording, of: name)
        defer { lost.close() }
        _ = try await lost.waitForLine { $0.contains("\"bytes\":") && $0.contains("\"channel\":") }
        try board.drop()
        _ = try await lost.waitForLine(containing: "\"reason\":\"link-lost\"")
        #expect(try await lost.exitStatus() == 69)
    }

    /// The same at a serial port.
    private func drives(_ name: String, _ recording: String) async throws {
        let board = try await SimulatedBoard(name)
        let replay = try ChildProcess(waldo, ["replay", recording, "--arm", name, "--port", board.port])
        defer { replay.close() }
        #expect(try await replay.exitStatus(within: .seconds(60)) == 0, "\(replay.errorLines)")
        let account = try await board.account(), count = frames(replay).count
        #expect(count > 10)
        #expect(account.contains("\"lost bytes\":0,\"skipped bytes\":0,\"frames\":\(count),"), "\(account)")
        let other = try await SimulatedBoard(name)
        let lost = try ChildProcess(waldo, ["replay", recording, "--arm", name, "--port", other.port])
        defer { lost.close() }
        _ = try await lost.waitForLine { $0.contains("\"bytes\":") && $0.contains("\"channel\":") }
        other.program.send(signal: SIGKILL)
        _ = try await lost.waitForLine(containing: "\"reason\":\"link-lost\"")
        #expect(try await lost.exitStatus() == 69)
    }

    /// What a replay shows of what it has sent, in hexadecimal.
    private func frames(_ replay: ChildProcess) -> [String] {
        replay.lines.filter { $0.contains("\"bytes\":") && !$0.contains("\"notify\"") }.map { $0.value(of: "bytes") }
    }
}
