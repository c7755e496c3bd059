import Glibc
import Testing
import WaldoTestSupport

/// What the arm is told at one moment.
struct Turn: Sendable {
    /// Milliseconds since the stream began.
    var at: Int64
    /// The byte that came; nil when the firmware's loop only turned.
    var byte: UInt8?
}

/// The receivers of Sources/Firmware in a small program, built as C++11 with the sanitizers by Swift's own clang.
///
/// Whatever reads out of bounds or relies on what C++ leaves undefined ends the program, and with it the test.
struct ReceiverProbe {
    private static let source = SourceModule.projectFolder + "/Tests/ProgramTests/Receiver/probe.cpp"
    private static let headers = SourceModule.projectFolder + "/Sources/Firmware"
    private static let options = [
        "-std=c++11", "-O1", "-g", "-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-pedantic", "-Werror",
        "-fno-exceptions", "-fno-rtti", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
    ]
    private let folder: TemporaryFolder
    private var program: String { folder.path + "/probe" }

    init() async throws {
        folder = try TemporaryFolder()
        let compiler: ChildProcess
        do {
            compiler = try ChildProcess("clang++", Self.options + ["-I", Self.headers, Self.source, "-o", program])
        } catch {
            throw DidNotHappen("clang++ cannot be started (\(error)): put the folder of Swift's toolchain on the PATH")
        }
        defer { compiler.close() }
        guard try await compiler.exitStatus(within: .seconds(60)) == 0 else {
            throw DidNotHappen(
                "\(Self.source) does not compile:\n\(compiler.errorLines.prefix(20))")
        }
    }

    /// Tells a new receiver a stream. The clock wraps a second after the stream's begin.
    /// - Returns: what the arm does after each turn, as `SLIDER ZX ZY`.
    func answers(_ receiver: ReceiverKind, repeat milliseconds: Int64 = 100, _ turns: [Turn]) async throws -> [String] {
        var text = "\(receiver) \(milliseconds)\n"
        for turn in turns {
            text += "\(UInt32(truncatingIfNeeded: turn.at - 1_000))"
            if let byte = turn.byte { text += " \(byte)" }
            text += "\n"
        }
        let probe = try ChildProcess(program, environment: ["ASAN_OPTIONS": "detect_leaks=0"])
        defer { probe.close() }
        try probe.write(Array(text.utf8))
        probe.closeInput()
        let status = try await probe.exitStatus(within: .seconds(60))
        #expect(status == 0, "\(probe.errorLines.prefix(20))")
        return probe.lines
    }
}

/// Which of the receivers.
enum ReceiverKind: CaseIterable {
    case text, plain, combined

    /// The receiver of a shipped arm; nil for those whose frame is a single byte.
    init?(arm name: String) {
        switch name {
        case "robot": self = .text
        case "nordic-uart", "hm10": self = .plain
        case "combined": self = .combined
        default: return nil
        }
    }
}
