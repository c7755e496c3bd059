import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTestSupport
import WaldoTesting

@testable import WaldoApp

/// The worst drive of each fault of a proof is a recording like any other.
@Suite(.onLoop, .serialized) struct ProofRecordingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ name: String) throws -> ProofRun {
        let library = Library(directory: nil), arm = try library.arm(name)
        return ProofRun(arm, by: try library.mappingForProof(of: arm.value, given: nil), seed: 1)
    }

    /// The faults that a recording notes, in order; and how many commands it has.
    private func contents(_ path: String) throws -> (faults: [ProofFault], commands: Int) {
        let lines = try readFile(path).split(separator: "\n")
        let faults = lines.flatMap { line in
            ProofFault.allCases.filter { line.contains("\"event\":\"note\"") && line.contains("\"\($0.rawValue)\"") }
        }
        return (faults, lines.count { $0.contains("\"channel\":") })
    }

    @Test(arguments: ["robot", "so101"])
    @LoopActor func everyRowsRecordingVerifiesAndPlays(name: String) throws {
        let run = try run(name), report = try run.report(hours: 0.1)
        var files: [ProofFault: String] = [:]
        try run.record(report, into: folder.path, &files)
        #expect(Set(files.keys) == Set(ProofFault.all(of: run.arm)))
        for row in report.rows {
            let path = try #require(files[row.fault]), worst = try #require(row.worstDrive)
            #expect(path == "\(folder.path)/\(row.fault.fileWord)-\(worst.seed).jsonl")
            try ReplayVerification(path: path, showsAll: false).run()
            let contents = try contents(path)
            #expect(contents.faults == worst.faults && contents.commands > 0)
            let replay = try ReplayPlan(path, from: nil, until: nil, rate: 1, loops: false)
            #expect(replay.fits(run.arm) && replay.problem(with: run.arm) == nil)
        }
        let text = ProofText(run, report, files)
        #expect(files.values.allSatisfy { text.json.contains("\"recording\":\"\($0)\"") && text.hints.contains($0) })
    }

    /// Also where the file that is there is another recording.
    @Test @LoopActor func anExistingFileStaysAsItIs() throws {
        let run = try run("robot"), report = try run.report(hours: 0)
        var files: [ProofFault: String] = [:]
        try run.record(report, into: folder.path, &files)
        let path = try #require(files.values.first), before = try readFile(path)
        #expect(throws: ExportError.self) { try run.record(report, into: folder.path, &files) }
        #expect(try readFile(path) == before)
    }

    /// `--drive` runs the drive that a table of many has named.
    @Test func aSeedOfTheTableRunsAlone() throws {
        let library = Library(directory: nil), many = try run("robot").report(hours: 0.05)
        let named = try #require(many.rows.compactMap(\.worstDrive).last), arm = try library.arm("robot")
        let mapping = try library.mappingForProof(of: arm.value, given: nil)
        let alone = try ProofRun(arm, by: mapping, seed: named.seed).report(hours: 0)
        #expect(alone.drives == 1 && alone.rows.compactMap(\.worstDrive) == [named])
    }

    /// With the sentence of `waldo drive`.
    @Test func aMappingThatDoesNotFitTheArmIsRefused() throws {
        let library = Library(directory: nil), arm = try library.arm("mearm").value
        let mapping = try library.mapping("keyboard-wrist").value, problem = try #require(arm.problem(with: mapping))
        #expect(throws: Failure(.file, problem)) { try library.mappingForProof(of: arm, given: "keyboard-wrist") }
    }

    @Test func aFolderThatIsNotThereIsRefusedBeforeTheDrives() throws {
        #expect(throws: Failure.self) { try ProofRun.check(folder: folder.path + "/none") }
        try ProofRun.check(folder: folder.path)
    }
}
