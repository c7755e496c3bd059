import Glibc
import Testing
import WaldoFiles
import WaldoTestSupport

@testable import WaldoApp

/// The page of proofs has what `waldo prove` prints for each shipped arm.
///
/// `WALDO_WRITE_PROOFS=1 swift test -c release --filter ProofPageTests` writes it again.
@Suite struct ProofPageTests {
    private static let path = SourceModule.projectFolder + "/Sources/waldo/Documentation.docc/Proof.md"
    private static let heading = "## The arms of the library\n"

    /// A section for each arm.
    private func sections() throws -> String {
        let library = Library(directory: nil)
        return try library.armNames().map { name in
            let arm = try library.arm(name)
            let run = ProofRun(arm, by: try library.mappingForProof(of: arm.value, given: nil), seed: 1)
            let table = ProofText(run, try run.report(hours: 0.1)).table
            return "\n### \(name)\n\n" + table.split(separator: "\n").map { "    \($0)\n" }.joined()
        }.joined()
    }

    @Test(.enabled(if: isOptimised)) func thePageIsWhatTheProgramPrints() throws {
        let kept = try readFile(Self.path), made = try sections()
        let head = try #require(kept.firstRange(of: Self.heading))
        let before = kept[..<head.upperBound] + "\nA tenth of an hour each, by the mapping that the demo uses.\n"
        if getenv("WALDO_WRITE_PROOFS") != nil {
            let stream = try #require(fopen(Self.path, "we"))
            fputs(before + made, stream)
            fclose(stream)
            return
        }
        #expect(kept == before + made, "Tests/run golden proofs writes the page again")
    }
}
