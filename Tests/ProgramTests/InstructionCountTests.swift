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

    /// CONTRIBUTING names the files that a trigger's value passes: those that take a percent of a turn or more, and no
    /// other Swift file that none of it passes.
    @Test func thePathOfATriggerIsThatOfAProfile() async throws {
        let page = try SourceModule.text(of: "\(SourceModule.projectFolder)/CONTRIBUTING.md")
        let section = try #require(page.firstRange(of: "### Find where a trigger"))
        let text = page[section.upperBound...].split(separator: "\n### ", maxSplits: 1)[0]
        let words = text.split { " \n`(),:;".contains($0) }.filter { $0.hasSuffix(".swift") }
        let named = Set(words.compactMap { $0.split(separator: "/").last })
        var passed: [Substring: Double] = [:]
        for (path, part) in try await Callgrind.files("robot", turns: 2_000) {
            if let name = path.split(separator: "/").last { passed[name, default: 0] += part }
        }
        let costly = Set(passed.filter { $0.value >= 0.01 }.keys)
        #expect(costly.count >= 10 && costly.isSubset(of: named), "not named: \(costly.subtracting(named).sorted())")
        #expect(named.isSubset(of: passed.keys), "not passed: \(named.subtracting(passed.keys).sorted())")
    }

    // MARK: counting

    /// The difference between a long run and a short one: the cost of the program's start cancels out.
    private static func instructionsATurn(_ arm: String) async throws -> Int {
        let long = try await Callgrind.instructions(arm, turns: 11_000)
        return (long - (try await Callgrind.instructions(arm, turns: 1_000))) / 10_000
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
