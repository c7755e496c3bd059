import Glibc
import Testing
import WaldoTestSupport

/// What the arm's loop receives at one moment.
struct Turn: Sendable {
    /// Milliseconds since the start of the stream.
    var at: Int64
    /// The byte that arrived; nil for a turn of the firmware's loop without one.
    var byte: UInt8?
}

/// The receivers of Sources/Firmware in a small program, built as C++11 with the sanitizers by Swift's own clang.
///
/// A read out of bounds, or anything that C++ leaves undefined, ends the program and fails the test.
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

    /// Feeds a stream to a new receiver. Its clock wraps one second after the start of the stream.
    /// - Parameters:
    ///   - receiver: which of the receivers.
    ///   - milliseconds: the slider's heartbeat.
    ///   - turns: the stream.
    /// - Returns: what the arm does after each turn, as `SLIDER ZX ZY`.
    /// - Throws: when the program cannot be started or does not end within a minute.
    func answers(_ receiver: ReceiverKind, repeat milliseconds: Int64 = 100, _ turns: [Turn]) async throws -> [String] {
        try await answers("\(receiver) \(milliseconds)", turns)
    }

    /// Feeds a stream to a new receiver for five servos.
    /// - Parameters:
    ///   - milliseconds: the pause that ends a frame.
    ///   - turns: the stream.
    /// - Returns: the five angles after each turn.
    func angles(pause milliseconds: Int64, _ turns: [Turn]) async throws -> [String] {
        try await answers("servo \(milliseconds)", turns)
    }

    /// Feeds a stream to a new echo.
    /// - Returns: the message that each turn gives, in hex; `-` for none.
    func messages(_ turns: [Turn]) async throws -> [String] { try await answers("echo 0", turns) }

    private func answers(_ receiver: String, _ turns: [Turn]) async throws -> [String] {
        var text = "\(receiver)\n"
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

/// The receivers of Sources/Firmware.
enum ReceiverKind: CaseIterable {
    case text, plain, combined

    /// The receiver of a shipped arm; nil for arms whose frame is a single byte.
    init?(arm name: String) {
        switch name {
        case "robot": self = .text
        case "nordic-uart", "hm10": self = .plain
        case "combined": self = .combined
        default: return nil
        }
    }
}
