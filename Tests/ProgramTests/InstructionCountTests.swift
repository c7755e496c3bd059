import Glibc
import Testing
import WaldoTestSupport

/// The cost of a turn of the state machine in instructions, counted by callgrind and compared with a committed figure.
///
/// Unlike a time, the count is the same on every machine. It depends on the compiler, so there is a figure for each
/// version; without a figure for the compiler the test prints its count and checks nothing.
@Suite(.serialized, .enabled(if: isOptimised)) struct InstructionCountTests {
    private static let file = SourceModule.projectFolder + "/Tests/InstructionCount/figures"
    /// By what factor the count may exceed the committed figure.
    private static let tolerance = 1.10

    @Test(arguments: ["robot", "rover", "follower", "combined", "eight"])
    func aTurnTakesNoMoreInstructionsThanItDid(arm: String) async throws {
        let version = try await Self.compilerVersion()
        let counted = try await Self.instructionsATurn(arm)
        if getenv("WALDO_RENEW_INSTRUCTION_COUNT") != nil { return try Self.write(counted, arm, version) }
        guard let committed = try Self.figures()["\(version) \(arm)"] else {
            Self.say(
                "Tests/InstructionCount/figures has no figure for Swift \(version) and the arm \(arm), which takes \(counted) "
                    + "instructions a turn: NOTHING WAS HELD. Run the tests with WALDO_RENEW_INSTRUCTION_COUNT=1 to add it."
            )
            return
        }
        #expect(
            Double(counted) <= Double(committed) * Self.tolerance,
            "a turn takes \(counted) instructions with \(arm), and took \(committed)")
        if Double(counted) < Double(committed) / Self.tolerance {
            Self.say(
                "a turn takes only \(counted) instructions with \(arm), not \(committed): renew the figure.")
        }
    }

    @Test func theCountIsRepeatable() async throws {
        let counts = [try await Self.instructionsATurn("rover"), try await Self.instructionsATurn("rover")]
        #expect(counts[0] > 100 && abs(counts[0] - counts[1]) <= counts[0] / 100)
    }

    // MARK: counting

    /// The difference between a long run and a short one: the cost of the program's start cancels out.
    private static func instructionsATurn(_ arm: String) async throws -> Int {
        let long = try await instructions(arm, turns: 11_000), short = try await instructions(arm, turns: 1_000)
        return (long - short) / 10_000
    }

    private static func instructions(_ arm: String, turns: Int) async throws -> Int {
        // valgrind 3.19 fails on Swift's debug information, so it gets a program without.
        let folder = try TemporaryFolder()
        let strip = try ChildProcess(
            "strip", ["-g", BuiltProgram.path("waldo-instruction-count"), "-o", "\(folder.path)/program"])
        defer { strip.close() }
        guard try await strip.exitStatus() == 0 else { throw DidNotHappen("strip: \(strip.errorLines)") }
        let tool = ["--tool=callgrind", "--callgrind-out-file=/dev/null", "\(folder.path)/program", arm, "\(turns)"]
        let valgrind: ChildProcess
        do { valgrind = try ChildProcess("valgrind", tool) } catch {
            throw DidNotHappen("valgrind cannot be started (\(error)): apt-get install valgrind")
        }
        defer { valgrind.close() }
        let status = try await valgrind.exitStatus(within: .seconds(120))
        // Such as "==1234== Collected : 56789".
        let line = valgrind.errorLines.last { $0.contains("Collected : ") }
        guard status == 0, let count = line?.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw DidNotHappen("valgrind ended with \(status): \(valgrind.errorLines.suffix(5))")
        }
        return count
    }

    /// As in "Swift version 6.3.1 (swift-6.3.1-RELEASE)".
    private static func compilerVersion() async throws -> String {
        let swift = try ChildProcess("swiftc", ["--version"])
        defer { swift.close() }
        let line = try await swift.waitForLine(containing: "Swift version ", within: .seconds(30))
        let words = line.split(separator: " ")
        let place = words.firstIndex(of: "version").map { $0 + 1 } ?? words.endIndex
        return place < words.endIndex ? String(words[place]) : line
    }

    // MARK: the committed figures

    /// "6.3.1 rover 5000": compiler, arm, instructions per turn.
    private static func figures() throws -> [String: Int] {
        var figures: [String: Int] = [:]
        for line in try SourceModule.text(of: file).split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            if words.count == 3 { figures["\(words[0]) \(words[1])"] = Int(words[2]) }
        }
        return figures
    }

    private static func write(_ count: Int, _ arm: String, _ version: String) throws {
        let kept = try SourceModule.text(of: file).split(separator: "\n").filter { !$0.hasPrefix("\(version) \(arm) ") }
        guard let stream = fopen(file, "we") else { throw DidNotHappen("\(file) cannot be written") }
        fputs(kept.joined(separator: "\n") + "\n\(version) \(arm) \(count)\n", stream)
        fclose(stream)
    }

    private static func say(_ text: String) { print("*** \(text) ***") }
}
