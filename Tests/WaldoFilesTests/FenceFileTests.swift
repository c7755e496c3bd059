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
