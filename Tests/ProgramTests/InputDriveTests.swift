import Glibc
import Testing
import WaldoTestSupport

/// The built program with inputs that umockdev provides.
@Suite(.serialized) struct InputDriveTests {
    /// A drive whose device grabs are recorded.
    private final class GrabbingDrive {
        let program: MockedProgram
        private let folder: TemporaryFolder

        init(_ model: MockInput.Model) async throws {
            folder = try TemporaryFolder()
            program = try await MockedProgram(
                ["drive", "--override", "--plain", "--input", MockInput(model).node], inputs: [MockInput(model)],
                environment: ["WALDO_GRABS": folder.path + "/grabs"],
                preload: PreloadedLibrary.build("Tests/ProgramTests/note_grabs.c", in: folder))
            _ = try await program.child.waitForLine {
                $0.contains("\"control\":\"slider\"") && $0.contains("\"state\":\"open\"")
            }
        }

        /// 1: grabbed, 0: released.
        var grabs: String { (try? folder.read("grabs")) ?? "" }

        /// The process state as in /proc/PID/stat.
        var state: Substring? {
            (try? SourceModule.text(of: "/proc/\(program.pid)/stat"))?.split(separator: ") ").last?.prefix(1)
        }
    }

    /// A keyboard that is chosen by its node is grabbed, as with `keyboard`: otherwise it also types into the focused
    /// window.
    @Test func aKeyboardIsHeardByNobodyElseAndGivenBackWhileTheProcessIsStopped() async throws {
        let drive = try await GrabbingDrive(.keyboard)
        #expect(drive.grabs == "1")
        drive.program.send(signal: SIGTSTP)
        try await waitUntil("the sleep") { drive.state == "T" ? true : nil }
        #expect(drive.grabs == "10")
        drive.program.send(signal: SIGCONT)
        try await waitUntil("the second grab") { drive.grabs == "101" ? true : nil }
        drive.program.send(signal: SIGTERM)
        #expect(try await drive.program.child.exitStatus() == 128 + SIGTERM)
        #expect(drive.grabs == "1010")
    }

    @Test func aPadIsLeftToOthersToo() async throws {
        let drive = try await GrabbingDrive(.pad)
        // Whether another program has grabbed it is tried, and nothing more.
        #expect(drive.grabs == "10")
    }

    /// Then the mapping is at fault, not the pad.
    @Test func aMappingThatCannotDriveTheArmIsAFaultOfTheFile() async throws {
        let folder = try TemporaryFolder()
        let shipped = try readFile(SourceModule.projectFolder + "/Mappings/gamepad.yaml")
        let springs = shipped.replacing("behaviour: rate", with: "behaviour: spring")
        try #require(springs != shipped)
        let file = try folder.write(springs, to: "springs.yaml")
        let program = try await MockedProgram(
            ["drive", "--override", "--plain", "--mapping", file], inputs: [MockInput()])
        #expect(try await program.child.exitStatus() == 65)
        #expect(program.child.errorLines.contains { $0.contains("send: release") }, "\(program.child.errorLines)")
    }
}
