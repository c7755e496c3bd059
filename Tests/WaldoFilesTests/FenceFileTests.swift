import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// A fence from a file of its own becomes part of the arm's text, which recordings keep.
@Suite struct FenceFileTests {
    private let library = Library(directory: nil)

    private func fenced(_ arm: String, _ fence: String) throws -> (value: Arm, source: SourceText) {
        let folder = try TemporaryFolder()
        return try library.fenced(try library.arm(arm), by: try folder.write(fence, to: "fence.yaml"))
    }

    @Test(arguments: ["mearm", "so101"]) func theTextOfTheArmHasIt(name: String) throws {
        let fence = """
            reach: 0.5 m
            table: -12.5 mm
            cylinder: { radius: 1 cm, height: 2 cm }
            boxes:
              - { name: 'a "box": 1', from: [-30 cm, 10 mm, 0 mm], to: [-20 cm, 20 mm, 5 mm] }
              - { from: [-30 cm, -20 mm, 0 mm], to: [-20 cm, -10 mm, 5 mm] }

            """
        let arm = try fenced(name, fence)
        #expect(arm.value.fence?.regions.map(\.name) == ["table", "a \"box\": 1", "box 2", "cylinder", "reach"])
        #expect(try ArmReader.arm(from: arm.source.text, file: "F") == arm.value)
        var without = arm.value
        without.fence = nil
        #expect(without == (try library.loadArm(name)), "nothing else changes")
    }

    @Test func theEndOfALinkIsNamedWithItsJoint() throws {
        let elbow = "boxes: [{ name: lamp, from: [50 mm, -20 mm, 250 mm], to: [70 mm, 20 mm, 300 mm] }]\n"
        let fault = #expect(throws: FileError.self) { try fenced("so101", elbow) }
        let words = "the end of joint 6 of `pose` (move x, 28 mm) is 8 mm inside of this fence at the arm's `start`"
        #expect(fault?.sentence.hasPrefix(words) == true, "\(fault as FileError?)")
    }

    @Test func anEmptyFileIsNoFence() throws {
        for text in ["", "# nothing yet\n"] {
            let fault = #expect(throws: FileError.self) { try fenced("mearm", text) }
            #expect(fault?.sentence == "the file is empty; a fence was expected")
        }
    }

    @Test func waldoCheckReadsItAsTheOptionDoes() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("reach: 180 mm\ntable: -12.5 mm\n", to: "fence.yaml")
        let found = library.examine(path)
        #expect(found.faults.isEmpty, "\(found.faults)")
        #expect(
            found.files.map(\.report) == [
                """
                \(path): fence
                    table         below -12.5 mm
                    reach         beyond 180 mm from the base

                """
            ])
        let wrong = library.examine(try folder.write("tabel: 1 mm\nreach: 0 mm\n", to: "wrong.yaml")).faults
        #expect(wrong.contains { $0.sentence.contains("did you mean `table`?") }, "\(wrong)")
        #expect(wrong.contains { $0.sentence.contains("more than zero") }, "\(wrong)")
    }

    /// Beside an arm it is judged as `--fence` does.
    @Test func waldoCheckSaysWhetherAnArmFitsBehindIt() throws {
        let folder = try TemporaryFolder()
        func fit(_ arm: String, _ fence: String) throws -> (lines: [String], isWrong: Bool)? {
            CheckedFile.fit(
                try library.check(arm)[0], try library.check(folder.write(fence, to: "fence.yaml"))[0])
        }
        let free = try #require(try fit("mearm", "table: 0 mm\n"))
        #expect(!free.isWrong && free.lines == ["“MeArm over an HM-10” stands outside of this fence"])
        let held = try #require(try fit("mearm", "reach: 150 mm\n"))
        #expect(held.isWrong && held.lines[0].hasPrefix("the hand is 53.7 mm beyond the fence “reach”"), "\(held)")
        let wheels = try #require(try fit("rover", "table: 0 mm\n"))
        #expect(wheels.isWrong && wheels.lines[0].contains("`pose`"), "\(wheels)")
    }

    @Test func aFaultIsFoundInTheFencesOwnFile() throws {
        let folder = try TemporaryFolder(), arm = try library.arm("mearm")
        let path = try folder.write("table: 0 mm\nreach: 300\n", to: "fence.yaml")
        let fault = #expect(throws: FileError.self) { try library.fenced(arm, by: path) }
        #expect(fault?.description.hasPrefix("\(path):2:8: ") == true && fault?.sentence.contains("a length") == true)
        let again = try library.fenced(arm, by: try folder.write("table: 0 mm\n", to: "table.yaml"))
        let second = #expect(throws: FileError.self) { try library.fenced(again, by: path) }
        #expect(second?.sentence.contains("has a `fence` of its own") == true)
    }
}
